import { randomUUID } from 'node:crypto';
import type { Locator, Page, Request } from '@playwright/test';
import { bitmap } from './bitmap.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const main = (page: Page) => page.getByRole('main');
const layout = (page: Page) => main(page).getByRole('group', { name: 'Hotkeys', exact: true });
const keys = (page: Page) => layout(page).getByRole('table', { name: 'Hotkeys' }).locator('tbody tr');
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const bySku = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Search by SKU' });
const byName = (dialog: Locator) => dialog.getByRole('combobox', { name: phrase('settings.hotkeys.searchName') });
const skuOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'SKU', exact: true });
const nameOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Display name' });
const saveIn = (dialog: Locator) => dialog.getByRole('button', { name: 'Save', exact: true });
const children = (dialog: Locator) =>
  dialog.getByRole('table', { name: phrase('settings.hotkeys.inGroup') }).locator('tbody tr');

async function openHotkeys(page: Page, node: string) {
  await page.getByRole('treeitem', { name: new RegExp(`^${node}`) }).click();
  await expect(main(page).getByRole('heading', { level: 2, name: node })).toBeVisible();
  await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
  await reopenHotkeys(page);
}

async function reopenHotkeys(page: Page) {
  await page.getByRole('tab', { name: 'Modules', exact: true }).click();
  await page
    .locator('nav')
    .getByRole('button', { name: /^Hotkeys/ })
    .click();
  await expect(layout(page).getByRole('button', { name: 'Add hotkey' })).toBeVisible();
}

async function saveSettings(page: Page) {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel UK' }))).toBeVisible();
}

/** Selects a product by its SKU in the dialog of a hotkey. */
async function selectProduct(dialog: Locator, sku: string) {
  await bySku(dialog).fill(sku);
  await dialog
    .page()
    .getByRole('option', { name: new RegExp(sku) })
    .first()
    .click();
  await expect(skuOf(dialog)).toHaveValue(sku);
}

async function addHotkey(page: Page, sku: string, name: string) {
  await layout(page).getByRole('button', { name: 'Add hotkey' }).click();
  const dialog = dialogOf(page, 'Create hotkey');
  await selectProduct(dialog, sku);
  await nameOf(dialog).fill(name);
  await saveIn(dialog).click();
  await expect(dialog).toHaveCount(0);
}

const cellsOf = (rows: Locator) =>
  rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].slice(0, 3).map((cell) => cell.textContent?.trim())),
  );

test('a hotkey is found by SKU or by name, filled from its product, given a thumbnail, and saved with a position', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openHotkeys(page, 'Kestrel UK');
  const uploads: string[] = [];
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/getPreSignedUrl')) uploads.push(url.searchParams.get('key') ?? '');
  });
  const addButton = layout(page).getByRole('button', { name: 'Add hotkey' });
  await addButton.click();
  const dialog = dialogOf(page, 'Create hotkey');
  await expect(saveIn(dialog)).toBeDisabled();

  await bySku(dialog).fill('KS-HO');
  await expect(byName(dialog)).toBeDisabled();
  await bySku(dialog).fill('');
  await expect(byName(dialog)).toBeEnabled();
  await byName(dialog).fill('home shirt women');
  await expect(bySku(dialog)).toBeDisabled();
  await page
    .getByRole('option', { name: /KS-HO-SH-W/ })
    .first()
    .click();
  await expect(skuOf(dialog)).toHaveValue('KS-HO-SH-W');
  await expect(skuOf(dialog)).toHaveAttribute('readonly');
  await expect(nameOf(dialog)).toHaveValue('Home shirt 2026, women');
  await expect(byName(dialog)).toHaveValue('');
  await expect(bySku(dialog)).toHaveValue('');
  await expect(bySku(dialog)).toBeEnabled();
  await expect(saveIn(dialog)).toBeEnabled();

  await nameOf(dialog).fill(' ');
  await expect(saveIn(dialog)).toBeDisabled();
  await nameOf(dialog).fill('Home shirt 👕');
  await dialog.getByRole('button', { name: /^Names in/ }).click();
  await dialog.getByRole('textbox', { name: '日本語' }).fill('ホームシャツ');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'thumbnail.bmp', mimeType: 'image/bmp', buffer: bitmap(60, 60) });
  const preview = dialog.getByRole('group', { name: 'Thumbnail' }).locator('img');
  await expect(preview).toHaveAttribute(
    'src',
    /^\/files\/.*\/organization\/hotkeys\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.bmp$/,
  );
  expect(uploads).toEqual([expect.stringMatching(/^organization\/hotkeys\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.bmp$/)]);
  const frame = dialog.getByRole('group', { name: 'Thumbnail' }).locator('div:has(> img)').first();
  expect(await frame.boundingBox()).toMatchObject({ width: 120, height: 120 });

  await page.keyboard.press('Escape');
  const confirmation = dialogOf(page, 'Discard changes?');
  await confirmation.getByRole('button', { name: 'No', exact: true }).click();
  await page.mouse.click(4, 4);
  await expect(nameOf(dialog)).toHaveValue('Home shirt 👕');
  await saveIn(dialog).click();
  await expect(dialog).toHaveCount(0);
  await expect(addButton).toBeFocused();
  expect(await cellsOf(keys(page))).toEqual([['1', 'KS-HO-SH-W', 'Home shirt 👕']]);

  await addHotkey(page, 'KS-HO-SH-M', 'Men');
  await addHotkey(page, 'KS-HO-SO-W', 'Shorts');
  await layout(page).getByRole('button', { name: 'Delete Home shirt 👕' }).click();
  expect(await cellsOf(keys(page))).toEqual([
    ['1', 'KS-HO-SH-M', 'Men'],
    ['2', 'KS-HO-SO-W', 'Shorts'],
  ]);
  await saveSettings(page);
  await page.reload();
  await reopenHotkeys(page);
  expect(await cellsOf(keys(page))).toEqual([
    ['1', 'KS-HO-SH-M', 'Men'],
    ['2', 'KS-HO-SO-W', 'Shorts'],
  ]);

  await layout(page).getByRole('button', { name: 'View Men' }).click();
  const view = dialogOf(page, 'View hotkey');
  for (const field of [bySku(view), byName(view), skuOf(view), nameOf(view), saveIn(view)])
    await expect(field).toBeDisabled();
  await view.getByRole('button', { name: 'Cancel' }).click();
  await layout(page).getByRole('button', { name: 'Edit Men' }).click();
  const edit = dialogOf(page, 'Edit hotkey');
  await nameOf(edit).fill('Somebody');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await expect(layout(page)).not.toContainText('Somebody');
});

test('a group is created with hotkeys, renumbers the rest when one is deleted, and is shown again as saved', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openHotkeys(page, 'Kestrel UK');
  await layout(page).getByRole('button', { name: 'Add group' }).click();
  const dialog = dialogOf(page, 'Create hotkey group');
  await expect(saveIn(dialog)).toBeDisabled();
  await nameOf(dialog).fill('Gift');
  await expect(saveIn(dialog)).toBeEnabled();
  for (const sku of ['KS-HO-SH-M', 'KS-HO-SH-W', 'KS-HO-SO-W']) {
    await dialog.getByRole('button', { name: 'Add hotkey' }).click();
    const hotkey = dialogOf(page, 'Create hotkey');
    await selectProduct(hotkey, sku);
    await nameOf(hotkey).fill(`Key ${sku.slice(-4)}`);
    await saveIn(hotkey).click();
    await expect(hotkey).toHaveCount(0);
  }
  await dialog.getByRole('button', { name: 'Delete Key SH-W' }).click();
  expect(await cellsOf(children(dialog))).toEqual([
    ['1', 'KS-HO-SH-M', 'Key SH-M'],
    ['2', 'KS-HO-SO-W', 'Key SO-W'],
  ]);
  await dialog.getByRole('button', { name: 'Edit Key SO-W' }).click();
  const inner = dialogOf(page, 'Edit hotkey');
  await nameOf(inner).fill('Shorts');
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Discard changes?').getByRole('button', { name: 'No', exact: true }).click();
  await saveIn(inner).click();
  await expect(dialog.getByRole('button', { name: 'Edit Shorts' })).toBeFocused();
  await dialog.getByRole('button', { name: 'View Shorts' }).click();
  await expect(saveIn(dialogOf(page, 'View hotkey'))).toBeDisabled();
  await dialogOf(page, 'View hotkey').getByRole('button', { name: 'Cancel' }).click();
  await saveIn(dialog).click();
  await expect(keys(page).filter({ hasText: 'Gift' })).toContainText('Group of 2');

  const requests: unknown[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'PUT') requests.push(request.postDataJSON());
  });
  await saveSettings(page);
  expect(requests).toHaveLength(1);
  await page.reload();
  await reopenHotkeys(page);
  await layout(page).getByRole('button', { name: 'Edit Gift' }).click();
  const edit = dialogOf(page, 'Edit hotkey group');
  expect(await cellsOf(children(edit))).toEqual([
    ['1', 'KS-HO-SH-M', 'Key SH-M'],
    ['2', 'KS-HO-SO-W', 'Shorts'],
  ]);
  await edit.getByRole('button', { name: 'Delete Key SH-M' }).click();
  await saveIn(edit).click();
  await saveSettings(page);
  await page.reload();
  await reopenHotkeys(page);
  await layout(page).getByRole('button', { name: 'View Gift' }).click();
  const view = dialogOf(page, 'View hotkey group');
  expect(await cellsOf(children(view))).toEqual([['1', 'KS-HO-SO-W', 'Shorts']]);
  for (const name of ['Save', 'Add hotkey', 'Delete Shorts', 'Edit Shorts'])
    await expect(view.getByRole('button', { name, exact: true })).toBeDisabled();
  await expect(nameOf(view)).toBeDisabled();
});

test('a table of 30 hotkeys is 21.5 rows high and scrolls to the last one', async ({ openAs, product, tokensFor }) => {
  const { accessToken } = await tokensFor('org.admin');
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openHotkeys(page, 'Kestrel UK');
  const [, id] = /\/structure\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
  const ids = Array.from({ length: 30 }, () => randomUUID());
  const rows = Object.fromEntries(
    ids.map((row, index) => [
      row,
      {
        action: 'add',
        after: ids[index - 1] ?? 'first',
        values: { type: 'hotkey', SKU: `KS-${index}`, displayName: `Key ${index + 1}` },
      },
    ]),
  );
  const { status } = await product.request({
    host: 'kestrel.localhost',
    method: 'PUT',
    path: `/node-management/node/${id}/settings/hotkeys`,
    headers: { authorization: `Bearer ${accessToken}` },
    body: { fields: { keys: { value: { rows } } } },
  });
  expect(status).toBe(200);
  await page.reload();
  await reopenHotkeys(page);
  await expect(keys(page).nth(29)).toBeAttached();
  const heights = await keys(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  const table = layout(page).getByRole('table', { name: 'Hotkeys' });
  const scroller = table.locator('..');
  const height = await scroller.evaluate((element) => element.getBoundingClientRect().height);
  expect(new Set(heights).size).toBe(1);
  expect(Math.abs(height - 21.5 * heights[0]!)).toBeLessThan(1);
  await keys(page).nth(29).scrollIntoViewIfNeeded();
  await expect(keys(page).nth(29)).toBeInViewport();
  expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
});

test('a picked product fills in its image, and Save waits until a thumbnail is uploaded', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openHotkeys(page, 'Kestrel UK');
  const image = '/files/0199a000-0000-7000-8000-000000000001/product.webp';
  const product = { id: randomUUID(), SKU: 'KS-PICTURE', name: 'Pennant', imageUrls: [image], status: true };
  await page.route('**/product-management/products?*SKU=KS-PIC*', (route) =>
    route.fulfill({ json: { result: [product], total: 1 } }),
  );
  await layout(page).getByRole('button', { name: 'Add hotkey' }).click();
  const dialog = dialogOf(page, 'Create hotkey');
  const preview = dialog.getByRole('group', { name: 'Thumbnail' }).locator('img');
  await expect(preview).toHaveCount(0);
  await selectProduct(dialog, 'KS-PICTURE');
  await expect(nameOf(dialog)).toHaveValue('Pennant');
  await expect(preview).toHaveAttribute('src', image);

  const held = Promise.withResolvers<void>();
  await page.route('**/getPreSignedUrl*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'thumbnail.bmp', mimeType: 'image/bmp', buffer: bitmap(60, 60) });
  await expect(saveIn(dialog)).toBeDisabled();
  held.resolve();
  await expect(preview).toHaveAttribute('src', /\.bmp$/);
  await expect(saveIn(dialog)).toBeEnabled();
});

test('a group needs a name, has a thumbnail, and may be empty', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openHotkeys(page, 'Kestrel UK');
  await layout(page).getByRole('button', { name: 'Add group' }).click();
  const dialog = dialogOf(page, 'Create hotkey group');
  await nameOf(dialog).fill(' ');
  await nameOf(dialog).blur();
  await expect(dialog.getByText(phrase('errors.field.required'))).toBeVisible();
  await expect(saveIn(dialog)).toBeDisabled();
  await nameOf(dialog).fill('Pennants');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'thumbnail.bmp', mimeType: 'image/bmp', buffer: bitmap(60, 60) });
  await expect(dialog.getByRole('group', { name: 'Thumbnail' }).locator('img')).toHaveAttribute('src', /\.bmp$/);
  await saveIn(dialog).click();
  await expect(keys(page).filter({ hasText: 'Pennants' })).toContainText('Empty group');
});
