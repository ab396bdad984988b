import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** A 1×1 image. */
const pixelImage = Buffer.from(
  '424d3a000000000000003600000028000000010000000100000001001800000000000400000000000000000000000000000000000000336699ff',
  'hex',
);
const fieldGroup = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

async function upload(page: Page, name: string) {
  await fieldGroup(page, name)
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.bmp', mimeType: 'image/bmp', buffer: pixelImage });
  await expect(page.getByText('File Uploaded Successfully').first()).toBeVisible();
}

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings of Kestrel Sports were saved').last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
}

const primaryColour = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--primary-raw').trim().toUpperCase(),
  );

test('a theme is edited with a preview, and the sign-in page of its host uses it after one reload', async ({
  openAs,
  page,
  browser,
  product,
}) => {
  const visitorPage = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await visitorPage.goto(`${product.urlOf('kestrel.localhost')}/login`);
  const video = visitorPage.locator('video');
  await expect(visitorPage.locator('.scene img')).toBeVisible();

  await openAs('org.admin', '/structure/hierarchy');
  await page.getByRole('treeitem', { name: /^Kestrel Sports/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Theme' }).click();
  await expect(page.getByRole('heading', { name: 'Brand' })).toBeVisible();

  // unreadable colours are marked, fixed with one click, and cannot be published
  await page.getByRole('textbox', { name: 'Text on primary', exact: true }).fill('#0A6B66');
  await expect(page.getByText(/^Unreadable/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByText('Some words of this theme could not be read. Change the marked colours first.'),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Primary', exact: true }).fill('#7A1FA2');
  await page.getByRole('textbox', { name: 'Text on primary', exact: true }).fill('#FFFFFF');
  await expect(page.getByText(/^Unreadable/)).toHaveCount(0);
  await upload(page, 'Logo, landscape');
  await fieldGroup(page, 'Background, portrait')
    .getByRole('button', { name: /Remove/ })
    .click();
  await page
    .getByRole('group', { name: 'Sign-in box, landscape' })
    .getByRole('radio', { name: 'Left' })
    .check({ force: true });
  await publish(page);

  await visitorPage.reload();
  await expect(video).toBeVisible();
  await expect.poll(() => primaryColour(visitorPage)).toBe('#7A1FA2');
  const { x, width } = (await visitorPage.locator('main').boundingBox())!;
  expect(x + width / 2).toBeLessThan(640);
  await expect(visitorPage.getByRole('img', { name: 'Logo of this portal' })).toHaveAttribute('src', /^\/files\//);

  await upload(page, 'Background, portrait');
  await publish(page);
  await visitorPage.reload();
  await expect(visitorPage.locator('.scene img')).toBeVisible();
  await expect(video).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Own background pictures' }).uncheck();
  await publish(page);
  await visitorPage.reload();
  await expect(video).toBeVisible();

  await fieldGroup(page, 'Logo, landscape')
    .getByRole('button', { name: /Remove/ })
    .click();
  await fieldGroup(page, 'Logo, portrait')
    .getByRole('button', { name: /Remove/ })
    .click();
  await publish(page);
  await visitorPage.reload();
  await expect.poll(() => primaryColour(visitorPage)).toBe('#1A81C5');

  // restores the previous values from the history
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog')).toContainText('Primary colour');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Put back/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Put back what was before?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(5);
  await visitorPage.reload();
  await expect.poll(() => primaryColour(visitorPage)).toBe('#7A1FA2');
});

test('a theme draft is stored and has no effect until it is published', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Theme' }).click();
  const colour = page.getByRole('textbox', { name: 'Secondary', exact: true });
  const previousColour = await colour.inputValue();
  await colour.fill('#334455');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText(/The draft was saved/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.reload();
  await expect(colour).toHaveValue(previousColour);
  await page.getByRole('button', { name: 'Continue with it' }).click();
  await expect(colour).toHaveValue('#334455');
  await page.getByRole('textbox', { name: 'Primary', exact: true }).fill('#7A1FA2');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings of Kestrel UK were saved')).toBeVisible();
  await expect(page.getByText(/You have a draft/)).toHaveCount(0);
  // users of that node see the theme, others do not
  await openAs('store.manager');
  await expect.poll(() => primaryColour(page)).toBe('#7A1FA2');
  await openAs('org.admin');
  await expect.poll(() => primaryColour(page)).not.toBe('#7A1FA2');
});

test('a colour is locked for all descendants in the studio, and unlocked again', async ({ openAs, page }) => {
  const openThemeTab = async (nodeName: RegExp) => {
    await openAs('org.admin', '/structure/hierarchy');
    await page.getByRole('treeitem', { name: nodeName }).click();
    await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('tab', { name: 'Theme' }).click();
  };
  const colour = page.getByRole('textbox', { name: 'Secondary', exact: true });
  await openThemeTab(/^Kestrel Sports/);
  await colour.fill('#334455');
  await page.getByRole('button', { name: 'Lock below: Secondary' }).click();
  await expect(page.getByText('Locked below', { exact: true })).toBeVisible();
  await publish(page);

  await openThemeTab(/^Kestrel UK/);
  await expect(page.getByText('Locked by Kestrel Sports').first()).toBeVisible();
  await expect(colour).toBeDisabled();
  await expect(colour).toHaveValue('#334455');

  await openThemeTab(/^Kestrel Sports/);
  await page.getByRole('button', { name: 'Unlock below: Secondary' }).click();
  await publish(page);
  await openThemeTab(/^Kestrel UK/);
  await expect(colour).toBeEnabled();
});
