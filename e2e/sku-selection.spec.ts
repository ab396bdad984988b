import type { Locator, Page, Request } from '@playwright/test';
import { bitmap } from './bitmap.ts';
import { expect, test } from './test.ts';

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
  await expect(dialog.getByText('Search to see products here.')).toBeVisible();
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
  await expect(dialog.getByText('Enter an address that begins with https:// or http://')).toBeVisible();
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

  await confirmButton(dialog).click();
  await expect(dialog).toHaveCount(0);
  await expect(group(page, 'Shirt, men')).toContainText('KS-HO-SH-W (VAT)');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings of Kestrel UK were saved')).toBeVisible();

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
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'No' }).click();
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
  const dialog = dialogOf(page, 'Name and number SKUs');
  const half = (name: string) => dialog.getByRole('region', { name, exact: true });
  const blocked = dialog.getByText('Name SKU and Number SKU both are mandatory to select');
  await expect(blocked).toBeVisible();
  await expect(confirmButton(dialog)).toBeDisabled();

  await half('Name SKU').getByRole('textbox', { name: 'Name SKU: By Name' }).fill('p');
  await half('Name SKU').getByRole('textbox', { name: 'Name SKU: By ID' }).fill('KS');
  await half('Name SKU').getByRole('textbox', { name: 'Name SKU: By Name' }).fill('women prin');
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
  await expect(page.getByText('Settings of Kestrel UK were saved')).toBeVisible();

  await openDialog(page, 'Shirt, women', 'Name and number');
  await expect(dialog.getByRole('radio', { name: /KS-NAME-W-GOLD · Name printing, women, gold/ })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: /KS-NUMBER-7 · Number printing, 7/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await group(page, 'Shirt, women').getByRole('combobox', { name: 'Needed for name and number' }).click();
  await page.getByRole('option', { name: 'Number only' }).click();
  await openDialog(page, 'Shirt, women', 'Name and number');
  await expect(half('Name SKU')).toHaveCount(0);
  await expect(half('Number SKU')).toBeVisible();
  await expect(confirmButton(dialog)).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await group(page, 'Shirt, women').getByRole('combobox', { name: 'Needed for name and number' }).click();
  await page.getByRole('option', { name: 'Name only' }).click();
  await openDialog(page, 'Shirt, women', 'Name and number');
  await expect(half('Number SKU')).toHaveCount(0);
  await expect(confirmButton(dialog)).toBeDisabled();
  await expect(blocked).toHaveCount(0);
});
