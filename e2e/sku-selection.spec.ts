import type { Locator, Page, Request } from '@playwright/test';
import { bitmap } from './bitmap.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const main = (page: Page) => page.getByRole('main');
const group = (page: Page, name: string) => main(page).getByRole('group', { name, exact: true });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(`^${name}`) });
const found = (dialog: Locator) =>
  dialog.getByRole('table', { name: 'Products found' }).locator('tbody tr:not([aria-hidden])');
const selected = (dialog: Locator) => dialog.getByRole('table', { name: 'Selected' }).locator('tbody tr');
const confirmButton = (dialog: Locator) => dialog.getByRole('button', { name: 'OK' });

/** The searches for products that the page sends. */
function productSearches(page: Page): URLSearchParams[] {
  const searches: URLSearchParams[] = [];
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    if (url.pathname === '/product-management/products' && url.searchParams.get('size') !== '1')
      searches.push(url.searchParams);
  });
  return searches;
}

async function openSkuSelection(page: Page, node: string) {
  await page.getByRole('treeitem', { name: new RegExp(`^${node}`) }).click();
  await expect(main(page).getByRole('heading', { level: 2, name: node })).toBeVisible();
  await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
  await reopenSkuSelection(page);
}

async function reopenSkuSelection(page: Page) {
  await page.getByRole('tab', { name: 'Modules', exact: true }).click();
  await page.getByRole('button', { name: 'SKU selection' }).click();
}

/** Gives a field its own value, and opens one of its dialogs. */
async function openDialog(page: Page, entry: string, row: 'Badge' | 'Name and number') {
  const setHere = main(page).getByRole('button', { name: `${entry}: Set here` });
  const select = group(page, entry).getByRole('button', { name: `${entry}: ${row}: Select` });
  await expect(select).toBeVisible();
  if (await setHere.isVisible()) await setHere.click();
  await select.click();
}

test('a badge takes at most two SKUs, one of them as VAT, and images of the right size and shape, and is stored with the node', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openSkuSelection(page, 'Kestrel UK');
  const searches = productSearches(page);
  await openDialog(page, 'Shirt, men', 'Badge');
  const dialog = dialogOf(page, 'Badge SKUs');
  const search = dialog.getByRole('textbox', { name: 'Filter by SKU' });
  for (const hint of [
    'Note : Maximum 2 SKUs can be selected',
    'Note : Please select at least one SKU as VAT',
    'Image size should be below 6MB',
    'Image ratio 3:4 allowed',
  ])
    await expect(dialog.getByText(hint, { exact: true })).toBeVisible();
  await expect(search).toBeFocused();
  await expect(confirmButton(dialog)).toBeDisabled();

  await search.fill('KS');
  await expect(dialog.getByText(phrase('products.results.start'))).toBeVisible();
  await search.fill('KS-HO');
  await expect(found(dialog)).toHaveCount(5);
  expect(searches.map((query) => query.get('SKU'))).toEqual(['KS-HO']);
  expect(searches[0]!.get('orgId')).toMatch(/^[0-9a-f-]{36}$/);
  await expect(dialog.getByRole('navigation').getByRole('combobox').locator('option')).toHaveText([
    '5',
    '10',
    '25',
    '50',
    '100',
  ]);
  await search.fill('KS-HO ');
  await search.fill('KS-HO');
  await search.fill('');
  await expect(found(dialog)).toHaveCount(0);
  await search.fill('KS-HO-SH-');
  await expect(found(dialog)).toHaveCount(3);
  await expect(dialog.getByRole('navigation')).toHaveCount(0);
  expect(searches.map((query) => query.get('SKU'))).toEqual(['KS-HO', 'KS-HO-SH-']);

  await dialog.getByRole('button', { name: 'Add KS-HO-SH-M' }).click();
  await expect(confirmButton(dialog)).toBeEnabled();
  await expect(found(dialog).filter({ hasText: 'KS-HO-SH-M' }).getByRole('button')).toBeDisabled();
  const product = selected(dialog).filter({ hasText: 'KS-HO-SH-M' });
  await expect(product).toContainText('Home shirt 2026, men');
  await expect(product.getByRole('radio')).not.toBeChecked();
  const box = product.locator('span:has(> svg), span:has(> img)').first();
  expect(await box.boundingBox()).toMatchObject({ width: 120, height: 120 });

  await dialog.getByRole('button', { name: 'Add KS-HO-SH-W' }).click();
  for (const button of await found(dialog).getByRole('button').all()) await expect(button).toBeDisabled();
  await expect(confirmButton(dialog)).toBeDisabled();
  const vatNote = dialog.getByText('Note : Please select at least one SKU as VAT');
  await expect(vatNote).toHaveAttribute('data-error');
  await dialog.getByRole('radio', { name: 'VAT on KS-HO-SH-M' }).check();
  await dialog.getByRole('radio', { name: 'VAT on KS-HO-SH-W' }).check();
  await expect(dialog.getByRole('radio', { name: 'VAT on KS-HO-SH-M' })).not.toBeChecked();
  await expect(confirmButton(dialog)).toBeEnabled();
  await expect(vatNote).not.toHaveAttribute('data-error');
  await dialog.getByRole('button', { name: 'Delete KS-HO-SH-M' }).click();
  await expect(selected(dialog)).toHaveCount(1);
  await expect(confirmButton(dialog)).toBeEnabled();

  const badgeUrl = dialog.getByRole('textbox', { name: /^Badge URL/ });
  await badgeUrl.fill('ftp://files.example.com/badge.png');
  await expect(dialog.getByText(phrase('errors.field.httpAddress'))).toBeVisible();
  await expect(confirmButton(dialog)).toBeDisabled();
  await badgeUrl.fill('');
  const files = dialog.locator('input[type=file]').first();
  const upload = (buffer: Buffer) => files.setInputFiles({ name: 'badge.bmp', mimeType: 'image/bmp', buffer });
  await upload(Buffer.alloc(6_291_456));
  await expect(dialog.getByText('Please add image of size below 6MB')).toBeVisible();
  await upload(bitmap(80, 80));
  await expect(dialog.getByText('Image ratio 3:4 allowed')).toHaveCount(2);
  await upload(bitmap(60, 80));
  await expect(badgeUrl).toHaveValue(/^\/files\//);
  const storedUrl = await badgeUrl.inputValue();
  await dialog.getByRole('textbox', { name: /^Logo URL/ }).fill('https://files.example.com/logo.png');
  await expect(dialog).toContainText(containing('products.badge.elsewhere'));
  await expect(dialog.locator('img[src^="http"]')).toHaveCount(0);

  await confirmButton(dialog).click();
  await expect(dialog).toHaveCount(0);
  await expect(group(page, 'Shirt, men')).toContainText('KS-HO-SH-W (VAT)');
  await openDialog(page, 'Shirt, men', 'Badge');
  await expect(dialog.getByRole('radio', { name: 'VAT on KS-HO-SH-W' })).toBeChecked();
  await expect(badgeUrl).toHaveValue(storedUrl);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const request = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/settings'));
  await page.getByRole('button', { name: 'Save changes' }).click();
  expect(Object.values((await request).postDataJSON().sections.skuSelection.fields)).toMatchObject([
    {
      value: {
        SKU_selection: 'KS-HO-SH-W',
        isVat: { 'KS-HO-SH-W': true },
        badgeUrl: storedUrl,
        logoUrl: 'https://files.example.com/logo.png',
      },
    },
  ]);
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel UK' }))).toBeVisible();

  await page.reload();
  await reopenSkuSelection(page);
  await openDialog(page, 'Shirt, men', 'Badge');
  await expect(selected(dialog)).toHaveCount(1);
  await expect(selected(dialog)).toContainText('Home shirt 2026, women');
  await expect(dialog.getByRole('radio', { name: 'VAT on KS-HO-SH-W' })).toBeChecked();
  await expect(badgeUrl).toHaveValue(storedUrl);
  await expect(dialog.getByRole('textbox', { name: /^Logo URL/ })).toHaveValue('https://files.example.com/logo.png');
});

test('a badge for shorts is confirmed by Yes, and No or a discarded change leaves it as it was', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openSkuSelection(page, 'Kestrel UK');
  await openDialog(page, 'Shorts, women', 'Badge');
  const dialog = dialogOf(page, 'Badge SKUs');
  await expect(dialog).toContainText('Shorts, women');
  await expect(dialog.getByRole('button', { name: 'Yes' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Filter by SKU' }).fill('KS-HO-SO-W');
  await dialog.getByRole('button', { name: 'Add KS-HO-SO-W' }).click();
  await page.keyboard.press('Escape');
  const confirmation = page.getByRole('dialog', { name: 'Discard changes?' });
  await confirmation.getByRole('button', { name: 'No' }).click();
  await expect(selected(dialog)).toHaveCount(1);
  await dialog.getByRole('button', { name: 'No', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(group(page, 'Shorts, women')).not.toContainText('KS-HO-SO-W');
  await openDialog(page, 'Shorts, women', 'Badge');
  await dialog.getByRole('textbox', { name: 'Filter by SKU' }).fill('KS-HO-SO-W');
  await dialog.getByRole('button', { name: 'Add KS-HO-SO-W' }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(group(page, 'Shorts, women')).toContainText('KS-HO-SO-W');
});

test('name and number are chosen together, by SKU or words of the name, or only the one that the entry needs', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openSkuSelection(page, 'Kestrel UK');
  const searches = productSearches(page);
  await openDialog(page, 'Shirt, women', 'Name and number');
  const dialog = dialogOf(page, phrase('products.nameNumber.title'));
  const half = (name: string) => dialog.getByRole('region', { name, exact: true });
  const blocked = dialog.getByText('Name SKU and Number SKU both are mandatory to select');
  await expect(blocked).toBeVisible();
  await expect(confirmButton(dialog)).toBeDisabled();

  await half('Name SKU').getByRole('textbox', { name: 'Name SKU: By Name' }).fill('p');
  await half('Name SKU').getByRole('textbox', { name: 'Name SKU: By ID' }).fill('KS');
  // the search goes on until its response arrives
  const held = Promise.withResolvers<void>();
  await page.route('**/product-management/products?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await half('Name SKU').getByRole('textbox', { name: 'Name SKU: By Name' }).fill('women prin');
  await expect(half('Name SKU').getByRole('table')).toHaveAttribute('aria-busy', 'true');
  held.resolve();
  await expect(half('Name SKU').getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await page.unroute('**/product-management/products?*');
  await expect(half('Name SKU').locator('tbody tr:not([aria-hidden])')).toHaveCount(4);
  expect(searches.map((query) => Object.fromEntries(query))).toEqual([
    { orgId: expect.any(String), shortDescription: 'women prin', offset: '0', limit: '10' },
  ]);
  await half('Name SKU').getByRole('radio', { name: 'Select KS-NAME-W-GOLD' }).check();
  await expect(confirmButton(dialog)).toBeDisabled();
  await half('Number SKU').getByRole('textbox', { name: 'Number SKU: By ID' }).fill('KS-NUMBER');
  await expect(half('Number SKU').locator('tbody tr:not([aria-hidden])')).toHaveCount(5);
  await half('Number SKU').getByRole('button', { name: 'Next page' }).click();
  await half('Number SKU').getByRole('radio', { name: 'Select KS-NUMBER-7' }).check();
  await expect(blocked).toHaveCount(0);
  await confirmButton(dialog).click();
  await expect(group(page, 'Shirt, women')).toContainText('Name KS-NAME-W-GOLD, Number KS-NUMBER-7');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel UK' }))).toBeVisible();

  await openDialog(page, 'Shirt, women', 'Name and number');
  await expect(dialog.getByRole('radio', { name: /KS-NAME-W-GOLD · Name printing, women, gold/ })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: /KS-NUMBER-7 · Number printing, 7/ })).toBeChecked();
  await half('Number SKU').getByRole('textbox', { name: 'Number SKU: By ID' }).fill('KS-NUMBER');
  await half('Number SKU').getByRole('radio', { name: 'Select KS-NUMBER-1', exact: true }).check();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(group(page, 'Shirt, women')).toContainText('Name KS-NAME-W-GOLD, Number KS-NUMBER-7');

  await group(page, 'Shirt, women')
    .getByRole('combobox', { name: phrase('settings.skuSelection.needed') })
    .click();
  await page.getByRole('option', { name: 'Number only' }).click();
  await openDialog(page, 'Shirt, women', 'Name and number');
  await expect(half('Name SKU')).toHaveCount(0);
  await expect(half('Number SKU')).toBeVisible();
  await expect(confirmButton(dialog)).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await group(page, 'Shirt, women')
    .getByRole('combobox', { name: phrase('settings.skuSelection.needed') })
    .click();
  await page.getByRole('option', { name: 'Name only' }).click();
  await openDialog(page, 'Shirt, women', 'Name and number');
  await expect(half('Number SKU')).toHaveCount(0);
  await expect(confirmButton(dialog)).toBeDisabled();
  await expect(blocked).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await openDialog(page, 'Shirt, men', 'Name and number');
  for (const name of ['Name SKU', 'Number SKU']) await expect(half(name)).toBeVisible();
  await expect(blocked).toBeVisible();
  await expect(confirmButton(dialog)).toBeDisabled();
});

test('both dialogs exist for shirt and shorts, men and women, and each search for name and number finds its products', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openSkuSelection(page, 'Kestrel UK');
  const searches = productSearches(page);
  for (const entry of ['Shirt, men', 'Shirt, women', 'Shorts, men', 'Shorts, women']) {
    const [confirm, cancel] = entry.startsWith('Shorts') ? ['Yes', 'No'] : ['OK', 'Cancel'];
    await openDialog(page, entry, 'Badge');
    const badge = dialogOf(page, 'Badge SKUs');
    await expect(badge.getByRole('heading', { name: entry })).toBeVisible();
    await expect(badge.getByRole('button', { name: confirm, exact: true })).toBeVisible();
    await badge.getByRole('button', { name: cancel, exact: true }).click();
    await openDialog(page, entry, 'Name and number');
    const both = dialogOf(page, phrase('products.nameNumber.title'));
    await expect(both.getByRole('heading', { name: entry })).toBeVisible();
    for (const name of ['Name SKU', 'Number SKU']) await expect(both.getByRole('region', { name })).toBeVisible();
    await both.getByRole('button', { name: 'Cancel' }).click();
  }
  await openDialog(page, 'Shorts, men', 'Name and number');
  const dialog = dialogOf(page, phrase('products.nameNumber.title'));
  for (const [half, field, text, sku] of [
    ['Name SKU', 'By ID', 'KS-NAME-M-R', 'KS-NAME-M-RED'],
    ['Name SKU', 'By Name', 'women gold', 'KS-NAME-W-GOLD'],
    ['Number SKU', 'By ID', 'KS-NUMBER-7', 'KS-NUMBER-7'],
    ['Number SKU', 'By Name', 'number printing', 'KS-NUMBER-3'],
  ] as const) {
    const region = dialog.getByRole('region', { name: half, exact: true });
    await region.getByRole('textbox', { name: `${half}: ${field}` }).fill(text);
    await expect(region.getByRole('row', { name: new RegExp(sku) }).getByRole('radio')).toBeVisible();
    await region.getByRole('textbox', { name: `${half}: ${field}` }).fill('');
    await expect(region.getByRole('row')).toHaveCount(1);
  }
  expect(searches.map((query) => query.get('SKU') ?? query.get('shortDescription'))).toEqual([
    'KS-NAME-M-R',
    'women gold',
    'KS-NUMBER-7',
    'number printing',
  ]);
});
