import type { Page } from '@playwright/test';
import { chooseFile } from './import-file.ts';
import { expect, test } from './test.ts';

const towns = ['Ulm', 'Köln', 'Bremen', 'Jena', 'Trier'];
/** A list as another system exports it: foreign headings, names of the levels above, offsets, and lines in addresses. */
const storeList = [
  'Filialnr;Filiale;Firma;Vertriebsgebiet;Gruppe;Anschrift;Ort;PLZ;Zeitzone;Telefon',
  ...Array.from({ length: 300 }, (_, index) => {
    const town = towns[index % 5]!;
    const [gebiet, gruppe] = [`Gebiet ${index % 3}`, `Gruppe ${index % 12}`];
    return `F-${index};${town} ${index};Habicht Markt;${gebiet};${gruppe};"Ring ${index}\nHof";${town};${10000 + index};GMT+1:00 Europe/Berlin;+49 30 ${1000000 + index}`;
  }),
];

const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

test('a raw list of stores is imported with company, regions and groups made from its columns, and undone', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/import');
  let clicks = 1;
  const click = async (target: ReturnType<Page['getByRole']>) => {
    clicks += 1;
    await target.click();
  };
  await chooseFile(page, storeList, 'Filialen.csv');
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeFocused();
  await expect(page.getByText('New rows also require: Kind.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Company', exact: true })).toHaveValue('Firma');
  await expect(page.getByRole('combobox', { name: 'Trading region' })).toHaveValue('Vertriebsgebiet');
  await expect(page.getByRole('combobox', { name: 'Store group', exact: true })).toHaveValue('Gruppe');
  await click(page.getByRole('combobox', { name: 'Kind', exact: true }));
  await click(page.getByRole('option', { name: 'One value for all rows' }));
  await click(page.getByRole('combobox', { name: 'Kind of all rows' }));
  await click(page.getByRole('option', { name: 'Store', exact: true }));
  await expect(page.getByText('New rows also require')).toHaveCount(0);
  await click(page.getByRole('button', { name: 'Check file' }));

  await expect(page.getByText('Checked, not imported')).toBeVisible();
  // one company, three regions, twelve groups
  await expect(figure(page, 'will be created')).toHaveText('316');
  await expect(figure(page, 'rows have errors')).toHaveText('0');
  await expect(page.getByText('16 of them are locations above, created from the columns of the file.')).toBeVisible();
  await expect(page.getByText('Same value for all rows: Kind: STORE')).toBeVisible();
  await expect(page.getByRole('row', { name: /Added/ }).first()).toContainText('HABICHT-MARKT');
  await click(page.getByRole('button', { name: 'Import 316 locations' }));
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  expect(clicks).toBeLessThan(15);

  const run = page.url();
  await page.goto(new URL('/structure/hierarchy?search=F-299', run).href);
  await expect(page.getByRole('link', { name: 'Trier 299' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Gruppe 11');

  await page.goto(run);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
  await expect(figure(page, 'undone')).toHaveText('316');
});
