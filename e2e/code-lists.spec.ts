import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type CodeListName, codeLists } from '../api/test/code-list-table.ts';
import { choose, offered, openModules, region, rowDrawer, setHere } from './settings-form.ts';
import { expect, test } from './test.ts';

const phrases = JSON.parse(
  readFileSync(new URL('../web/src/phrases/en/settings.json', import.meta.url), 'utf8'),
) as Record<string, string>;

/** The values of a list as the portal labels them; most are shown as they are. */
const labelsOf = (name: CodeListName): string[] =>
  codeLists[name].specified.map((value) => phrases[`settings.choice.${value}`] ?? String(value));

/** The choices of the module settings, by code list: section and label of the field. */
const choices: Readonly<Partial<Record<CodeListName, readonly [section: string, label: string]>>> = {
  saleFlows: ['Basket', 'Sale flow'],
  taxModes: ['Basket', 'Tax mode'],
  giftCardTypes: ['Basket', 'Gift card type'],
  fiscalCountries: ['Basket', 'Fiscal country'],
  customerRegions: ['Customer hub', 'Region'],
};
const columns: typeof choices = {
  paymentOptions: ['Payments and tenders', 'Payment option'],
  paymentSubTypes: ['Payments and tenders', 'External subtype'],
};

const checkboxes = (page: Page, section: string) => region(page, section).getByRole('checkbox');

test('the settings of modules offer the specified code lists completely and in order', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  for (const [name, [section, label]] of Object.entries(choices) as [CodeListName, [string, string]][]) {
    await setHere(region(page, section), label);
    const control = region(page, section).getByRole('combobox', { name: label, exact: true });
    expect([name, await offered(page, control)]).toEqual([name, labelsOf(name)]);
  }
  await setHere(region(page, 'Customer hub'), 'Customer actions');
  await expect(checkboxes(page, 'Customer hub')).toHaveCount(codeLists.customerActions.specified.length);
  for (const action of codeLists.customerActions.specified)
    await expect(region(page, 'Customer hub').getByRole('checkbox', { name: action })).toBeVisible();
  for (const way of codeLists.receiptWays.specified)
    await expect(
      region(page, 'Receipt delivery').getByRole('group', {
        name: phrases[`settings.receiptDelivery.${way}`]!,
        exact: true,
      }),
    ).toBeVisible();
  for (const promotion of codeLists.promotions.specified)
    await expect(
      region(page, 'Basket').getByRole('group', { name: phrases[`settings.basket.${promotion}`]!, exact: true }),
    ).toBeVisible();

  await region(page, 'Payments and tenders').getByRole('button', { name: 'Add row' }).click();
  for (const [name, [, label]] of Object.entries(columns) as [CodeListName, [string, string]][]) {
    const control = rowDrawer(page).getByRole('combobox', { name: label, exact: true });
    expect([name, await offered(page, control)]).toEqual([name, labelsOf(name)]);
  }
  await expect(rowDrawer(page).getByRole('checkbox')).toHaveCount(codeLists.fulfilmentTypes.specified.length);
  await rowDrawer(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Yes' }).click();
  await setHere(page.getByRole('main'), 'Provider');
  const providers = await offered(page, page.getByRole('combobox', { name: 'Provider', exact: true }));
  expect(providers).toHaveLength(codeLists.integrationProviders.specified.length);
  await choose(page, page.locator('main'), 'Provider', 'Netsuite');
});

test('devices, new users and the sign-in page offer the specified types and languages', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy?search=briggate');
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await page.getByRole('button', { name: 'Actions for Leeds Briggate' }).click();
  await page.getByRole('menuitem', { name: 'View' }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  const types = await offered(page, page.getByRole('dialog').getByRole('combobox', { name: 'Type' }));
  expect(types.map((type) => type.toLowerCase())).toEqual(codeLists.deviceTypes.specified);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(new URL('/user/create', page.url()).href);
  const languages = await offered(
    page,
    page.getByRole('main').getByRole('combobox', { name: 'Language', exact: true }),
  );
  expect(languages.map((label) => /\(([^()]+)\)$/.exec(label)?.[1] ?? '').toSorted()).toEqual(
    codeLists.languages.specified.toSorted(),
  );
});
