import type { Page } from '@playwright/test';
import { signInFields } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const signInBox = (page: Page) => page.locator('main').boundingBox();
const primaryColour = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--primary-raw').trim().toUpperCase(),
  );

test('the global portal shows a looping video behind a form of 420 pixels, without a vendor name', async ({
  page,
  product,
}) => {
  await page.goto(product.urlOf('localhost'));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page).toHaveTitle('Login');
  expect((await signInBox(page))?.width).toBe(420);
  const video = page.locator('video');
  await expect(video).toHaveJSProperty('loop', true);
  await expect(video).toHaveJSProperty('muted', true);
  await expect(video).toHaveJSProperty('readyState', 4);
  // with reduced motion the first frame is shown, and the video can be started
  await expect(video).toHaveJSProperty('paused', true);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(video).toHaveJSProperty('paused', false);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(video).toHaveJSProperty('paused', true);
  await expect(page.getByRole('img', { name: 'Storeward' })).toHaveCount(0);
  await expect(signInFields(page).domain).toHaveCount(0);
  expect(await primaryColour(page)).toBe('#1A81C5');
});

test('a branded portal changes background and box position with the window orientation, without a reload', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  const background = page.locator('.scene img');
  const imageSource = () => background.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(imageSource).toMatch(/landscape/);
  await expect(page.getByRole('img', { name: 'Portal logo' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Storeward' })).toBeVisible();
  const landscapeBox = await signInBox(page);
  expect((landscapeBox?.x ?? 0) + (landscapeBox?.width ?? 0) / 2).toBeGreaterThan(700);
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  await page.setViewportSize({ width: 800, height: 1280 });
  await expect.poll(imageSource).toMatch(/portrait/);
  const portraitBox = await signInBox(page);
  expect(Math.abs((portraitBox?.x ?? 0) + (portraitBox?.width ?? 0) / 2 - 400)).toBeLessThan(2);
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
});

for (const [position, isAtPosition] of [
  ['left', (x: number, _y: number) => x < 500],
  ['right', (x: number, _y: number) => x > 940],
  ['center', (x: number, y: number) => Math.abs(x - 720) < 2 && Math.abs(y - 450) < 20],
  ['top', (_x: number, y: number) => y < 400],
  ['bottom', (_x: number, y: number) => y > 500],
] as const) {
  test(`the sign-in box is ${position} as the organisation configured it`, async ({ page, product }) => {
    await page.route('**/node-management/node-theme?*', async (route) => {
      const body = (await (await route.fetch()).json()) as { result: object };
      const loginBoxPosition = { landscape: position, portrait: 'center' };
      await route.fulfill({ json: { result: { ...body.result, logoURL: '/mark.svg', loginBoxPosition } } });
    });
    await page.goto(`${product.urlOf('localhost')}/login`);
    await expect
      .poll(async () => {
        const { x, y, width, height } = (await signInBox(page))!;
        return isAtPosition(x + width / 2, y + height / 2);
      })
      .toBe(true);
  });
}

test('a portal whose theme cannot be loaded uses the last one, and on a new device the default one', async ({
  page,
  product,
}) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await expect(page.getByRole('img', { name: 'Portal logo' })).toBeVisible();
  await page.route('**/node-management/node-theme?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole('img', { name: 'Portal logo' })).toBeVisible();
  expect(await primaryColour(page)).toBe('#0B6E69');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.locator('main').getByText('Storeward', { exact: true })).toBeVisible();
  expect(await primaryColour(page)).toBe('#1A81C5');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
