import type { Page } from '@playwright/test';
import { chooseFile } from './import-file.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

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
  await expect(
    page.getByText(phrase('imports.columns.missingForNew', { columns: phrase('nodes.import.type') })),
  ).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Company', exact: true })).toHaveValue('Firma');
  await expect(page.getByRole('combobox', { name: 'Trading region' })).toHaveValue('Vertriebsgebiet');
  await expect(page.getByRole('combobox', { name: 'Store group', exact: true })).toHaveValue('Gruppe');
  await click(page.getByRole('combobox', { name: phrase('nodes.import.type'), exact: true }));
  await click(page.getByRole('option', { name: phrase('imports.columns.sameForAll') }));
  await click(
    page.getByRole('combobox', { name: phrase('imports.columns.value', { column: phrase('nodes.import.type') }) }),
  );
  await click(page.getByRole('option', { name: 'Store', exact: true }));
  await expect(page.getByText(containing('imports.columns.missingForNew'))).toHaveCount(0);
  await click(page.getByRole('button', { name: 'Check file' }));

  await expect(page.getByText('Checked, not imported')).toBeVisible();
  // one company, three regions, twelve groups
  await expect(figure(page, 'will be created')).toHaveText('316');
  await expect(figure(page, 'rows have errors')).toHaveText('0');
  await expect(page.getByText('16 of them are locations above, created from the columns of the file.')).toBeVisible();
  await expect(
    page.getByText(
      phrase('imports.run.constants', { values: `${phrase('nodes.import.type')}: ${phrase('ui.level.STORE')}` }),
    ),
  ).toBeVisible();
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

const countries = [
  ['Australia', 'Australia/Sydney', '\u202A+61 2 5550 0147\u202C'],
  ['Deutschland', 'Europe/Berlin', '0049 (0)30 / 55 50 01 47'],
  ['Royaume-Uni', 'Europe/London', 'tel:+44-113-496-0147'],
  ['日本', 'Asia/Tokyo', '＋８１ ３ ５５５０ ０１４７'],
  ['USA', 'America/New_York', '+1 (612) 555\u20110147'],
] as const;
const longAddress = `Shop 12, ${'Level 3 of the eastern arcade, '.repeat(5)}1 Market Street`;

/** A list without codes, with countries by name, telephone numbers as copied from web pages, and long addresses. */
const foreignList = [
  'Shop\tOwner\tArea\tGroup\tAddress\tTown\tCountry\tTime zone\tPhone',
  ...Array.from({ length: 207 }, (_, index) => {
    const [country, zone, phone] = countries[index % countries.length]!;
    return `Kite ${index}\tKite Outdoor\t${country} ${index % 2}\tGroup ${index % 10}\t${longAddress}\tTown ${index}\t${country}\t${zone}\t${phone}`;
  }),
];

test('a list of foreign shops without codes is imported as other programs write it', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/import');
  let clicks = 1;
  const click = async (target: ReturnType<Page['getByRole']>) => {
    clicks += 1;
    await target.click();
  };
  const choose = async (column: string, heading: string) => {
    await click(page.getByRole('combobox', { name: column, exact: true }));
    await click(page.getByRole('option', { name: heading, exact: true }));
  };
  await chooseFile(page, foreignList, 'shops.txt');
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Country', exact: true })).toHaveValue('Country');
  await expect(page.getByRole('combobox', { name: 'Phone', exact: true })).toHaveValue('Phone');
  await choose(phrase('nodes.import.type'), phrase('imports.columns.sameForAll'));
  await choose(phrase('imports.columns.value', { column: phrase('nodes.import.type') }), 'Store');
  await choose('Code', phrase('imports.columns.series'));
  await click(page.getByRole('textbox', { name: phrase('imports.columns.firstOfSeries', { column: 'Code' }) }));
  await page.keyboard.type('KITE-001');
  await choose('Company', 'Owner');
  await choose('Trading region', 'Area');
  await click(page.getByRole('button', { name: 'Check file' }));

  await expect(page.getByText('Checked, not imported')).toBeVisible();
  await expect(figure(page, 'rows have errors')).toHaveText('0');
  await click(page.getByRole('button', { name: /^Import \d+ locations$/ }));
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  expect(clicks).toBeLessThan(15);

  const run = page.url();
  await page.goto(new URL('/structure/hierarchy?search=KITE-207', run).href);
  await page.getByRole('link', { name: 'Kite 206' }).click();
  for (const text of ['Germany', longAddress, 'Europe/Berlin', '+49 30'])
    await expect(page.getByRole('main')).toContainText(text);

  await page.goto(run);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
});
