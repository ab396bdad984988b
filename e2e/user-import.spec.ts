import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { choose } from './import-file.ts';
import { expect, test } from './test.ts';

const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');
const column = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });

const head = 'Kürzel;Vorname;Nachname;E-Mail;Stelle;Standort;Sprache;Zeitzone;Bemerkung';
const line = (word: string, role = 'Company manager') =>
  `${word};Ann;Beispiel;${word}@mail.example;${role};Kestrel UK;en;Europe/London;neu`;

test('users who were exported as a workbook are brought in from it again without a change', async ({ enter }) => {
  const page = await enter('org.admin', '/users?level=COMPANY');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Excel workbook' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);

  await page.goto(new URL('/user/import', page.url()).href);
  await page.locator('input[type=file]').setInputFiles(await file.path());
  await expect(page.getByText('Nothing in this file would change anything.')).toBeVisible();
  await expect(figure(page, 'rows have errors')).toHaveText('0');
  await expect(figure(page, 'stay as they are')).not.toHaveText('0');
});

test('a file of another system is matched once, its wrong rows come back under its own heads, and the next one is matched at once', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/user/import');
  await choose(page, [head, line('first.one'), line('second.one', 'Unknown')], 'Personal.csv');
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeFocused();
  // what other systems call these is known, what this one calls them is not
  await expect(column(page, 'First name')).toHaveValue('Vorname');
  await expect(column(page, 'E-mail')).toHaveValue('E-Mail');
  await expect(column(page, 'Place')).toHaveValue('Standort');
  await expect(page.getByText('Left out of this file: Kürzel, Stelle, Bemerkung')).toBeVisible();
  await expectAccessible(page, 'the columns of a file to be matched');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(column(page, 'User name')).toHaveAttribute('aria-invalid', 'true');
  await expect(column(page, 'User name')).toBeFocused();

  await column(page, 'User name').click();
  await page.getByRole('option', { name: 'Kürzel' }).click();
  await column(page, 'Role').fill('Stel');
  await page.getByRole('option', { name: 'Stelle' }).click();
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Personal.csv' })).toBeVisible();
  await expect(figure(page, 'will be created')).toHaveText('1');
  await expect(page.getByText('Left out of this file: Bemerkung')).toBeVisible();
  await expect(page.getByRole('row', { name: /second\.one/ }).getByRole('cell', { name: /Unknown/ })).toContainText(
    'This role does not exist',
  );

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rows with errors' }).click();
  const faults = readFileSync(await (await download).path(), 'utf8')
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n');
  expect(faults[0]).toBe(`${head.replaceAll(';', ',')},errors`);
  expect(faults[1]).toMatch(/Stelle: This role does not exist/);
  await page.getByRole('button', { name: 'Import 1 user' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();

  await page.goto(new URL('/user/import', page.url()).href);
  await choose(page, [faults[0]!, faults[1]!.replace('Unknown', 'Company manager')], 'Corrected.csv');
  await expect(page.getByText('matched as you did the last time')).toBeVisible();
  await expect(column(page, 'User name')).toHaveValue('Kürzel');
  await expect(column(page, 'Role')).toHaveValue('Stelle');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(figure(page, 'will be created')).toHaveText('1');
  await expect(figure(page, 'rows have errors')).toHaveText('0');
});

test('a file to be matched can be left for another one', async ({ enter }) => {
  const page = await enter('org.admin', '/user/import');
  await choose(page, ['Unlike;Ours', 'a;b'], 'Other.csv');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeEnabled();
  const broken = Buffer.from('PK\x03\x04 and no more', 'latin1');
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('input[type=file]').setInputFiles({ name: 'Users.xlsx', mimeType, buffer: broken });
  await expect(page.getByRole('alert')).toContainText('Invalid file format');
});
