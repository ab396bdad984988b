import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

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
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel Sports' })).last()).toBeVisible();
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
  // a picture each for logos and backgrounds, two places of the form, font and size, and sixteen colours
  for (const name of ['Logo, landscape', 'Logo, portrait', 'Background, landscape', 'Background, portrait'])
    await expect(fieldGroup(page, name).locator('img')).toBeVisible();
  await expect(page.getByRole('group', { name: /^Sign-in box, / })).toHaveCount(2);
  const font = page.getByRole('combobox', { name: 'Font family' });
  await expect(font).toHaveValue('Roboto sans-serif');
  await expect(page.getByRole('combobox', { name: 'Font size' })).toHaveValue(/^\d+px$/);
  await font.selectOption('Verdana sans-serif');

  // unreadable colours are marked, fixed with one click, and cannot be published
  await page.getByRole('textbox', { name: 'Text on primary', exact: true }).fill('#0A6B66');
  await expect(page.getByText(/^Unreadable/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(phrase('errors.theme.unreadable'))).toBeVisible();
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
  await page
    .getByRole('group', { name: 'Sign-in box, portrait' })
    .getByRole('radio', { name: 'Top' })
    .check({ force: true });
  await publish(page);

  await visitorPage.reload();
  await expect(video).toBeVisible();
  await expect.poll(() => primaryColour(visitorPage)).toBe('#7A1FA2');
  const { x, width } = (await visitorPage.locator('main').boundingBox())!;
  expect(x + width / 2).toBeLessThan(640);
  await expect(visitorPage.getByRole('img', { name: 'Portal logo' })).toHaveAttribute('src', /^\/files\//);
  expect(await visitorPage.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^Verdana/);

  await upload(page, 'Background, portrait');
  await publish(page);
  await visitorPage.reload();
  await expect(visitorPage.locator('.scene img')).toBeVisible();
  await expect(video).toHaveCount(0);
  await visitorPage.setViewportSize({ width: 800, height: 1280 });
  await expect
    .poll(async () => {
      const { y, height } = (await visitorPage.locator('main').boundingBox())!;
      return y + height / 2;
    })
    .toBeLessThan(640);
  await visitorPage.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('checkbox', { name: 'Own background pictures' }).uncheck();
  await publish(page);
  await visitorPage.reload();
  await expect(video).toBeVisible();

  // without the landscape logo the header shows the portrait one, and without either the default
  const headerLogo = page.getByRole('banner').getByRole('link', { name: 'Kestrel Sports' }).getByRole('img');
  await expect(headerLogo).toHaveAttribute('src', /^\/files\//);
  await fieldGroup(page, 'Logo, landscape')
    .getByRole('button', { name: /Remove/ })
    .click();
  await publish(page);
  await expect(headerLogo).toHaveAttribute('src', '/demo/kestrel-logo-portrait.svg');
  await fieldGroup(page, 'Logo, portrait')
    .getByRole('button', { name: /Remove/ })
    .click();
  await publish(page);
  await expect(headerLogo).toHaveCount(0);
  await visitorPage.reload();
  await expect.poll(() => primaryColour(visitorPage)).toBe('#1A81C5');

  // restores the previous values from the history
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog')).toContainText('Primary colour');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: phrase('settings.history.restoreTitle') })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(6);
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
  await expect(page.getByText(phrase('settings.draft.saved'))).toBeVisible();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Yes' }).click();
  await page.reload();
  await expect(colour).toHaveValue(previousColour);
  await page.getByRole('button', { name: 'Continue draft' }).click();
  await expect(colour).toHaveValue('#334455');
  await page.getByRole('textbox', { name: 'Primary', exact: true }).fill('#8A1F4A');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel UK' }))).toBeVisible();
  await expect(page.getByText(containing('settings.draft.available'))).toHaveCount(0);
  // users of that node see the theme, others do not
  await openAs('store.manager');
  await expect.poll(() => primaryColour(page)).toBe('#8A1F4A');
  await openAs('org.admin');
  await page.waitForFunction(() => localStorage.getItem('CONFIGURATION')?.includes('currentUserTheme'));
  await expect.poll(() => primaryColour(page)).not.toBe('#8A1F4A');
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
