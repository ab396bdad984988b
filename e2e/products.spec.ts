import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { chooseFile } from './import-file.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const main = (page: Page) => page.getByRole('main');
const count = (page: Page) => main(page).getByRole('status').first();
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const search = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: phrase('products.list.search') }).fill(text);
const summaryValue = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

test('a product is created with texts in two languages, found by words of either, edited, and its history tells who changed it', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/products');
  await main(page).getByRole('link', { name: 'Create product' }).click();
  await page.getByRole('textbox', { name: 'SKU' }).fill('KS-9001');
  await page.getByRole('textbox', { name: 'Text 1' }).fill('Umpire whistle lanyard');
  await page.getByRole('combobox', { name: phrase('products.text.language', { number: '1' }) }).selectOption('en');
  await page.getByRole('button', { name: 'Add text' }).click();
  await page.getByRole('combobox', { name: phrase('products.text.kind', { number: '2' }) }).selectOption('NAME');
  await page.getByRole('combobox', { name: phrase('products.text.language', { number: '2' }) }).selectOption('de');
  await page.getByRole('textbox', { name: 'Text 2' }).fill('Pfeifenband');
  await page.getByRole('textbox', { name: 'Price' }).fill('34.5');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Umpire whistle lanyard' })).toBeVisible();
  await expect(main(page)).toContainText('£34.50');
  await expect(main(page)).toContainText('Pfeifenband');

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Add text' }).click();
  await page
    .getByRole('combobox', { name: phrase('products.text.kind', { number: '3' }) })
    .selectOption('SHORT_DESCRIPTION');
  await page.getByRole('textbox', { name: 'Text 3' }).fill('Latex palms');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Umpire whistle lanyard saved')).toBeVisible();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(main(page)).toContainText('Latex palms');
  const history = page.getByRole('region', { name: 'Timeline' });
  await expect(history).toContainText('Latex palms');

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Product List' }).click();
  for (const text of ['lanyard umpi', 'pfeifenb', 'ks-9001']) {
    await search(page, text);
    await expect(count(page)).toHaveText('1 product');
    await expect(row(page, 'Umpire whistle lanyard')).toContainText('KS-9001');
  }
});

test('selected products are disabled at once, after being told what uses them, and kept as a view of that status', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/products?search=home');
  const rows = page.locator('tbody tr');
  await expect(rows.nth(1)).toBeVisible();
  await rows.nth(0).getByRole('checkbox').check();
  await rows.nth(1).getByRole('checkbox').check();
  await main(page).getByRole('button', { name: 'Disable', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable 2 products?' });
  await expect(dialog.getByRole('status')).toHaveText(phrase('products.uses.none', { count: 2 }));
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('2 products disabled')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Disabled' }).click();
  await expect(page).toHaveURL(/status=disabled/);
  await expect(count(page)).toHaveText('2 products');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Out of season');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Out of season' }).click();
  await page.getByRole('menuitem', { name: 'All products' }).click();
  await expect(page).toHaveURL(/\/products$/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Out of season', exact: true }).click();
  await expect(count(page)).toHaveText('2 products');
  await search(page, 'nothing like it');
  await expect(page.getByRole('heading', { name: 'No product matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all products' }).click();
  await expect(page).toHaveURL(/\/products$/);
});

test('all products that a filter finds are disabled as one run in the background, and enabled again by its undo', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/products?search=shirt');
  await page.getByRole('checkbox', { name: phrase('products.bulk.page') }).check();
  await page.getByRole('button', { name: /^Select all \d+ that match$/ }).click();
  await expect(main(page).getByText(phrase('products.bulk.allSelected'))).toBeVisible();
  await main(page).getByRole('button', { name: 'Disable', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Disable \d+ products\?$/ });
  await expect(dialog).toContainText('products match.');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/products\/changes\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Products disabled' })).toBeVisible();
  await expect(main(page)).toContainText('products changed');
  await expectAccessible(page, 'a change of many products');
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(main(page)).toContainText('Undone');
  await page.getByRole('link', { name: phrase('app.title.productChanges') }).click();
  await expect(row(page, 'Products disabled')).toContainText('Undone');
});

test('a file of products names its wrong rows, imports the others, and exported products are imported without changes', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/product/import');
  const lines = [
    'SKU,name,price,currency',
    'KS-9101,Corner flag,12.5,GBP',
    'KS-9102,,3,GBP',
    'KS-9103,Whistle,cheap,GBP',
  ];
  await chooseFile(page, lines, 'Equipment.csv');
  await expect(summaryValue(page, 'will be created')).toHaveText('2');
  await expect(summaryValue(page, 'rows have errors')).toHaveText('1');
  await expect(row(page, 'KS-9103')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 products' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Product List' }).click();
  await search(page, 'ks-91');
  await expect(count(page)).toHaveText('2 products');
  await expect(row(page, 'KS-9102')).toContainText('No name');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV file' }).click();
  const file = await (await download).path();
  expect(readFileSync(file, 'utf8')).toContain('KS-9101,Corner flag,,12.50,GBP');
  await page.goto(new URL('/product/import', page.url()).href);
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText(phrase('imports.step.noChanges'))).toBeVisible();
  await expect(summaryValue(page, 'unchanged')).toHaveText('2');
});

test('a company manager reads products and is offered no way to change them', async ({ openAs, product }) => {
  const page = await openAs('company.admin', '/products');
  await expect(count(page)).toHaveText(/\d products/);
  await expect(main(page).getByRole('link', { name: /Create product|Import/ })).toHaveCount(0);
  await expect(main(page).getByRole('checkbox')).toHaveCount(0);
  await page.goto(`${product.urlOf('kestrel.localhost')}/product/create`);
  await expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible();
});
