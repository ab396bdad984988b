import type { Page } from '@playwright/test';
import { integrationProviders } from '../contract/src/settings/sections/integration-providers.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const field = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const input = (page: Page, name: string) => field(page, name).getByLabel(name, { exact: true });
const setHere = (page: Page, name: string) => page.getByRole('button', { name: `${name}: Set here` }).click();

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel UK' })).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
}

test('a provider is one of nineteen, or another one by its name, and has a secret that can be deleted', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Configuration', exact: true }).click();
  await page.getByRole('button', { name: 'Integration', exact: true }).click();
  await setHere(page, 'Provider');
  await input(page, 'Provider').click();
  const { hostname } = new URL(page.url());
  const labels = integrationProviders.map(
    (provider) => ({ '{host}': hostname, others: 'Another provider' })[provider as string] ?? provider,
  );
  expect(labels).toHaveLength(19);
  // without the options of native selects
  await expect(page.locator('[role=listbox]:visible [role=option]')).toHaveText(labels);

  await page.getByRole('option', { name: 'Another provider' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(field(page, phrase('settings.integration.otherName'))).toContainText(phrase('errors.field.required'));
  await setHere(page, phrase('settings.integration.otherName'));
  await input(page, phrase('settings.integration.otherName')).fill('Northwind Ledger');
  await setHere(page, 'Secret');
  await input(page, 'Secret').fill('a secret of the ledger');
  await save(page);
  await page.reload();
  await expect(input(page, phrase('settings.integration.otherName'))).toHaveValue('Northwind Ledger');
  await expect(field(page, 'Secret')).toContainText('••••••');
  await page.getByRole('button', { name: 'Secret: Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Secret deleted').first()).toBeVisible();
  await expect(field(page, 'Secret')).not.toContainText('••••••');

  // the name counts for another provider only
  await input(page, 'Provider').click();
  await page.getByRole('option', { name: hostname, exact: true }).click();
  await expect(field(page, phrase('settings.integration.otherName'))).toHaveCount(0);
  await save(page);
  await page.reload();
  await expect(input(page, 'Provider')).toHaveValue(hostname);
});
