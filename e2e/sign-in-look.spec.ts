import type { Page } from '@playwright/test';
import { fields } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const box = (page: Page) => page.locator('main').boundingBox();

test('the global portal shows a looping film behind a form of 420 pixels, and names no maker', async ({
  page,
  product,
}) => {
  await page.goto(product.at('localhost'));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page).toHaveTitle('Login');
  expect((await box(page))?.width).toBe(420);
  const film = page.locator('video');
  await expect(film).toHaveJSProperty('loop', true);
  await expect(film).toHaveJSProperty('muted', true);
  await expect(film).toHaveJSProperty('readyState', 4);
  // whoever wants no movement sees the first frame, and may let it go on
  await expect(film).toHaveJSProperty('paused', true);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(film).toHaveJSProperty('paused', false);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(film).toHaveJSProperty('paused', true);
  await expect(page.getByRole('img', { name: 'Storeward' })).toHaveCount(0);
  await expect(fields(page).domain).toHaveCount(0);
});

test('a branded portal changes picture and place of the box with the shape of the window, without a new page', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  const picture = page.locator('.scene img');
  const shown = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(shown).toMatch(/landscape/);
  await expect(page.getByRole('img', { name: 'Logo of this portal' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Storeward' })).toBeVisible();
  const wide = await box(page);
  expect((wide?.x ?? 0) + (wide?.width ?? 0) / 2).toBeGreaterThan(700);
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  await page.setViewportSize({ width: 800, height: 1280 });
  await expect.poll(shown).toMatch(/portrait/);
  const tall = await box(page);
  expect(Math.abs((tall?.x ?? 0) + (tall?.width ?? 0) / 2 - 400)).toBeLessThan(2);
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
});

for (const [where, sees] of [
  ['left', (x: number, _y: number) => x < 500],
  ['right', (x: number, _y: number) => x > 940],
  ['center', (x: number, y: number) => Math.abs(x - 720) < 2 && Math.abs(y - 450) < 20],
  ['top', (_x: number, y: number) => y < 400],
  ['bottom', (_x: number, y: number) => y > 500],
] as const) {
  test(`the box stands ${where} where the organisation wants it there`, async ({ page, product }) => {
    await page.route('**/node-management/node-theme?*', async (route) => {
      const told = (await (await route.fetch()).json()) as { result: object };
      const loginBoxPosition = { landscape: where, portrait: 'center' };
      await route.fulfill({ json: { result: { ...told.result, logoURL: '/mark.svg', loginBoxPosition } } });
    });
    await page.goto(`${product.at('localhost')}/login`);
    await expect
      .poll(async () => {
        const { x, y, width, height } = (await box(page))!;
        return sees(x + width / 2, y + height / 2);
      })
      .toBe(true);
  });
}

test('a portal whose look cannot be had is painted as the last time, and on a new device in the usual way', async ({
  page,
  product,
}) => {
  const primary = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--primary-raw').trim().toUpperCase(),
    );
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await expect(page.getByRole('img', { name: 'Logo of this portal' })).toBeVisible();
  await page.route('**/node-management/node-theme?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole('img', { name: 'Logo of this portal' })).toBeVisible();
  expect(await primary()).toBe('#0B6E69');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.locator('main').getByText('Storeward', { exact: true })).toBeVisible();
  expect(await primary()).toBe('#1A81C5');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
