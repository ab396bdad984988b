import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseFile, nodeHeader } from './import-file.ts';
import { expect, test } from './test.ts';
import { longWait } from '../api/test/limits.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const summaryValue = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

test('stores are imported from a file: checked first, invalid rows returned as a file, and undone completely', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await page.getByRole('main').getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import structure' })).toBeVisible();
  await expect(page.getByText('No imports yet.')).toBeVisible();

  await chooseFile(page, [
    nodeHeader,
    'STORE,NEW-1,Harrogate Parliament Street,NEW-G,GB,enabled',
    'STORE,NEW-2,=1+1,NEW-G,Narnia,enabled',
    'STORE_GROUP,NEW-G,Harrogate,NEW-R,GB,enabled',
    'TRADING_REGION,NEW-R,Yorkshire Dales,NEW-C,GB,enabled',
    'COMPANY,NEW-C,Kestrel Dales,,GB,enabled',
  ]);
  await expect(page.getByRole('heading', { level: 1, name: 'Stores.csv' })).toBeVisible();
  await expect(page.getByText('Checked, not imported')).toBeVisible();
  await expect(summaryValue(page, 'will be created')).toHaveText('4');
  await expect(summaryValue(page, 'rows have errors')).toHaveText('1');
  const row = page.getByRole('row', { name: /NEW-2/ });
  await expect(row.getByRole('rowheader')).toHaveText('3');
  await expect(row.getByRole('cell', { name: /Narnia/ })).toContainText(phrase('errors.import.countryUnknown'));
  await expect(row).toContainText(containing('errors.import.formula'));

  await page.getByRole('button', { name: phrase('imports.rows.download') }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Stores-errors.csv');
  const errorLines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(errorLines[0]).toBe(`${nodeHeader},errors`);
  expect(errorLines).toHaveLength(2);
  expect(errorLines[1]).toContain('country: No country has this name or code');

  await page.getByRole('button', { name: 'Import 4 locations' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await expect(summaryValue(page, 'created')).toHaveText('4');

  await page.goto(new URL('/structure/hierarchy?search=harrogate', page.url()).href);
  await expect(page.getByRole('link', { name: 'Harrogate Parliament Street' })).toBeVisible();

  await page.goto(new URL('/structure/import', page.url()).href);
  await page.getByRole('link', { name: 'Stores.csv' }).click();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
  await expect(summaryValue(page, 'undone')).toHaveText('4');

  await page.goto(new URL('/structure/hierarchy?search=harrogate', page.url()).href);
  await expect(page.getByText(phrase('nodes.search.noMatch', { search: 'harrogate' }))).toBeVisible();
  await page.goto(new URL('/audit-trail?entity=import', page.url()).href);
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await expect(page.locator('tbody')).toContainText('Stores.csv');
  await expect(page.locator('tbody')).toContainText('Finished');
});

test('an exported file is imported again without changes', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/import');
  await page.getByRole('button', { name: 'Export structure' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV file' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n');
  expect(lines.length).toBeGreaterThan(2_000);
  await chooseFile(page, lines, 'Structure.csv');
  await expect(page.getByText(phrase('imports.step.noChanges'))).toBeVisible(longWait);
  await expect(summaryValue(page, 'unchanged')).toHaveText((lines.length - 2).toLocaleString('en-GB'));
  await page.getByRole('button', { name: 'Discard file' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('File discarded')).toBeVisible();
  await expect(page).toHaveURL(/\/structure\/import$/);
});

test('an unreadable file is rejected with the position of its error, and nothing of it is stored', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/import');
  await chooseFile(page, ['type,code,name,parentCode', 'STORE,A,B,C', 'STORE,C,"D" E']);
  await expect(page.getByRole('alert')).toContainText(containing('errors.import.brokenQuotes'));
  await expect(page.getByRole('alert')).toContainText('(Row 3)');
  await chooseFile(page, ['name', 'A']);
  await page.getByRole('button', { name: 'Check file' }).click();
  const code = page.getByRole('combobox', { name: 'Code', exact: true });
  await expect(code).toHaveAccessibleDescription(containing('errors.field.required'));
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await chooseFile(page, ['type,code,name,parentCode', 'STORE,A,B,C'], 'Fine.csv');
  await expect(page.getByRole('heading', { level: 1, name: 'Fine.csv' })).toBeVisible();
});

test('the import is hidden without permission to create or edit nodes', async ({ openAs }) => {
  const page = await openAs('store.user', '/structure/import');
  await expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible();
});
