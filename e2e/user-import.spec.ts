import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { chooseFile } from './import-file.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const summaryValue = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');
const columnSelect = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });

const header = 'Kürzel;Vorname;Nachname;E-Mail;Stelle;Standort;Sprache;Zeitzone;Bemerkung';
const csvRow = (userName: string, role = 'Company manager') =>
  `${userName};Ann;Beispiel;${userName}@mail.example;${role};Kestrel UK;en;Europe/London;neu`;

test('users exported as a workbook are imported again without changes', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?level=COMPANY');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Excel workbook' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);

  await page.goto(new URL('/user/import', page.url()).href);
  await page.locator('input[type=file]').setInputFiles(await file.path());
  await expect(page.getByText(phrase('imports.step.noChanges'))).toBeVisible();
  await expect(summaryValue(page, 'rows have errors')).toHaveText('0');
  await expect(summaryValue(page, 'unchanged')).not.toHaveText('0');
});

test('the columns of another system’s file are matched once, its invalid rows keep its own headings, and the next file is matched automatically', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/user/import');
  await chooseFile(page, [header, csvRow('first.one'), csvRow('second.one', 'Unknown')], 'Personal.csv');
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeFocused();
  // common column names are recognised, this system's own names are not
  await expect(columnSelect(page, 'First name')).toHaveValue('Vorname');
  await expect(columnSelect(page, 'Email')).toHaveValue('E-Mail');
  await expect(columnSelect(page, 'Location')).toHaveValue('Standort');
  await expect(page.getByText('Skipped: Kürzel, Stelle, Bemerkung')).toBeVisible();
  await expectAccessible(page, 'the column matching of an import file');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(columnSelect(page, 'Username')).toHaveAttribute('aria-invalid', 'true');
  await expect(columnSelect(page, 'Username')).toBeFocused();

  await columnSelect(page, 'Username').click();
  await page.getByRole('option', { name: 'Kürzel' }).click();
  await columnSelect(page, 'Role').fill('Stel');
  await page.getByRole('option', { name: 'Stelle' }).click();
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Personal.csv' })).toBeVisible();
  await expect(summaryValue(page, 'will be created')).toHaveText('1');
  await expect(page.getByText('Skipped: Bemerkung')).toBeVisible();
  await expect(page.getByRole('row', { name: /second\.one/ }).getByRole('cell', { name: /Unknown/ })).toContainText(
    containing('errors.role.unknown'),
  );

  await page.getByRole('button', { name: phrase('imports.rows.download') }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV file' }).click();
  const errorLines = readFileSync(await (await download).path(), 'utf8')
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n');
  expect(errorLines[0]).toBe(`${header.replaceAll(';', ',')},errors`);
  expect(errorLines[1]).toMatch(/Stelle: This role does not exist/);
  await page.getByRole('button', { name: 'Import 1 user' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();

  await page.goto(new URL('/user/import', page.url()).href);
  await chooseFile(page, [errorLines[0]!, errorLines[1]!.replace('Unknown', 'Company manager')], 'Corrected.csv');
  await expect(page.getByText(containing('imports.columns.remembered'))).toBeVisible();
  await expect(columnSelect(page, 'Username')).toHaveValue('Kürzel');
  await expect(columnSelect(page, 'Role')).toHaveValue('Stelle');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(summaryValue(page, 'will be created')).toHaveText('1');
  await expect(summaryValue(page, 'rows have errors')).toHaveText('0');
});

test('column matching can be cancelled for another file', async ({ openAs }) => {
  const page = await openAs('org.admin', '/user/import');
  await chooseFile(page, ['Unlike;Ours', 'a;b'], 'Other.csv');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeEnabled();
  const corruptFile = Buffer.from('PK\x03\x04 and no more', 'latin1');
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('input[type=file]').setInputFiles({ name: 'Users.xlsx', mimeType, buffer: corruptFile });
  await expect(page.getByRole('alert')).toContainText('Invalid file format');
});
