import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Creates a key for the organisation with the role of its administrators; returns the key. */
async function createKey(page: Page, name: string): Promise<string> {
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'Organisation', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: /^Organisation administrator/ }).click();
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  const key = await dialog.locator('code').first().innerText();
  await dialog.getByRole('button', { name: phrase('api-keys.secret.close') }).click();
  return key;
}

const chooseAction = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

test('a key is shown once, works for a program, is rotated with an overlap, and stops once it is revoked', async ({
  openAs,
  product,
}) => {
  const page = await openAs('org.admin', '/api-keys');
  const own = { host: 'kestrel.localhost', path: '/user-management/api-keys/current' };
  const statusOf = async (key: string) => (await product.request({ ...own, token: key })).status;

  const key = await createKey(page, 'Stock import');
  expect(key).toMatch(/^swd_[0-9A-Za-z]{61}$/);
  await expect(page.getByText(key)).toHaveCount(0);
  const row = page.getByRole('row', { name: /Stock import/ });
  await expect(row).toContainText(key.slice(0, 16));
  await expect(row).toContainText('Never');
  expect(await statusOf(key)).toBe(200);

  await chooseAction(page, 'Stock import', 'Rotate');
  await dialogOf(page).getByRole('button', { name: 'Create new key' }).click();
  const next = await dialogOf(page).locator('code').first().innerText();
  await dialogOf(page)
    .getByRole('button', { name: phrase('api-keys.secret.close') })
    .click();
  await expect(row).toContainText('Rotating until');
  expect([await statusOf(key), await statusOf(next)]).toEqual([200, 200]);

  await chooseAction(page, 'Stock import', 'Revoke');
  await dialogOf(page).getByRole('button', { name: 'Yes' }).click();
  await expect(row).toContainText('Revoked');
  expect([await statusOf(key), await statusOf(next)]).toEqual([401, 401]);
});

test('an address that is none stays in the form with its error', async ({ openAs }) => {
  const page = await openAs('org.admin', '/api-keys');
  await createKey(page, 'Warehouse');
  await chooseAction(page, 'Warehouse', 'Edit');
  const addresses = dialogOf(page).getByRole('textbox', { name: 'Allowed addresses' });
  await addresses.fill('203.0.113.0/24\nwarehouse');
  await dialogOf(page).getByRole('button', { name: 'Save API key' }).click();
  await expect(addresses).toHaveAccessibleDescription(containing('errors.field.ipNetwork'));
  await addresses.fill('203.0.113.0/24');
  await dialogOf(page).getByRole('button', { name: 'Save API key' }).click();
  await expect(page.getByText('Warehouse saved')).toBeVisible();
});

test('users without the permission to list users do not have access', async ({ openAs }) => {
  const page = await openAs('store.user', '/api-keys');
  await expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible();
});
