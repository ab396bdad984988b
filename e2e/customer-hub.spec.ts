import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const field = (hub: Locator, name: string) =>
  hub.getByRole('group', { name, exact: true }).getByLabel(name, { exact: true });
const setHere = (hub: Locator, name: string) => hub.getByRole('button', { name: `${name}: Set here` }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

test('the customer hub needs nine fields, and phone and post code of the country', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules', exact: true }).click();
  await page.getByRole('button', { name: 'Customer hub', exact: true }).click();

  const hub = page.getByRole('region', { name: 'Customer hub', exact: true });
  const texts = {
    'First name': 'Walk-in',
    'Last name': 'Customer',
    Phone: '+49 30 901820',
    Email: 'nobody',
    Address: '1 Briggate',
    City: 'Leeds',
    'Post code': '04109',
  };
  for (const name of ['Customer actions', ...Object.keys(texts), 'Region', 'Country']) await setHere(hub, name);
  await save(page);
  for (const name of Object.keys(texts))
    await expect(field(hub, name)).toHaveAccessibleDescription(
      name === 'Email' ? /Email is mandatory field/ : containing('errors.field.required'),
    );
  for (const name of ['Region', 'Country'])
    await expect(hub.getByRole('group', { name, exact: true })).toContainText(phrase('errors.field.required'));

  for (const [name, text] of Object.entries(texts)) await field(hub, name).fill(text);
  await field(hub, 'Region').click();
  for (const region of ['US', 'CHINA', 'JAPAN', 'EMEA'])
    await expect(page.getByRole('option', { name: region, exact: true })).toBeVisible();
  await page.getByRole('option', { name: 'EMEA' }).click();
  await field(hub, 'Country').click();
  await field(hub, 'Country').fill('United Kingdom');
  await page.getByRole('option', { name: 'United Kingdom' }).click();
  for (const action of ['Create Customer', 'Update Customer']) await page.getByLabel(action, { exact: true }).click();
  await save(page);
  await expect(field(hub, 'Email')).toHaveAccessibleDescription(/Please enter a valid email address/);
  await field(hub, 'Email').fill('customers@kestrel.example');
  await save(page);
  await expect(field(hub, 'Phone')).toHaveAccessibleDescription(containing('errors.field.phoneOfCountry'));
  await expect(field(hub, 'Post code')).toHaveAccessibleDescription(containing('errors.field.postCode'));
  await field(hub, 'Phone').fill('0113 496 0127');
  const saved = { number: '+44 113 496 0127', country: 'United Kingdom' };
  await expect(hub.getByText(phrase('records.phone.savedAs', saved))).toBeVisible();
  await field(hub, 'Post code').fill('LS1 6HD');
  await save(page);
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel UK' })).first()).toBeVisible();
  await page.reload();
  await expect(field(hub, 'Phone')).toHaveValue('+44 113 496 0127');
  await expect(page.getByLabel('Update Customer', { exact: true })).toBeChecked();
});
