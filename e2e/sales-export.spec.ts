import type { Page } from '@playwright/test';
import { integrationProviders } from '@storeward/contract/settings/sections/integration-providers';
import { expectSaved, openModules, region, save, setHere } from './settings-form.ts';
import { expect, test } from './test.ts';
import { containing } from '../web/test/phrase.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const salesExport = (page: Page) => region(page, 'Sales export');
const select = (page: Page, field: string) =>
  salesExport(page).getByRole('button', { name: `${field}: Select`, exact: true });

async function openTab(page: Page, name: string) {
  await page.getByRole('tab', { name, exact: true }).click();
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
}

test('the API of a sales export is that of the provider of its location, and is selected in a dialog', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  await setHere(salesExport(page), 'Folder name', 'Version URL', 'API', 'Queue');
  await salesExport(page).getByRole('textbox', { name: 'Folder name' }).fill('outbound');
  await salesExport(page).getByRole('textbox', { name: 'Version URL' }).fill('https://sales.example.com/version');

  await select(page, 'API').click();
  const api = dialog(page, 'Select API');
  await expect(api.getByText(containing('settings.selectApi.none'))).toBeVisible();
  await expect(api.getByRole('radio')).toHaveCount(integrationProviders.length);
  for (const option of await api.getByRole('radio').all()) await expect(option).toBeDisabled();
  await api.getByRole('button', { name: 'Cancel' }).click();
  await expect(select(page, 'API')).toBeFocused();

  await select(page, 'Queue').click();
  const queue = dialog(page, 'Select queue');
  await expect(queue.getByRole('radio', { name: 'Sales Export Queue' })).toBeChecked();
  await expect(queue.getByRole('radio')).toHaveValue('salesExportQueue');
  await queue.getByRole('button', { name: 'Cancel' }).click();
  await expect(salesExport(page).getByRole('group', { name: 'Queue', exact: true })).toContainText('Not set');
  await select(page, 'Queue').click();
  await queue.getByRole('button', { name: 'OK' }).click();
  await expect(salesExport(page).getByRole('group', { name: 'Queue', exact: true })).toContainText(
    'Sales Export Queue',
  );
  // none can be selected yet, so the node sets none
  await salesExport(page).getByRole('button', { name: 'API: Revert', exact: true }).click();
  await save(page);
  await expectSaved(page);

  await openTab(page, 'Configuration');
  const integration = region(page, 'Integration');
  await setHere(integration, 'Provider');
  await integration.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'Netsuite', exact: true }).click();
  await save(page);
  await expectSaved(page);

  await openTab(page, 'Modules');
  await setHere(salesExport(page), 'API');
  await select(page, 'API').click();
  await expect(api.getByRole('radio', { name: 'Netsuite' })).toBeFocused();
  for (const provider of ['AX', 'Salesforce', 'Adyen'])
    await expect(api.getByRole('radio', { name: provider, exact: true })).toBeDisabled();
  const message = api.getByText('Please select an API', { exact: true });
  await expect(message).toHaveCount(0);
  await api.getByRole('button', { name: 'OK' }).click();
  await expect(message).toBeVisible();
  await api.getByRole('radio', { name: 'Netsuite' }).check();
  await expect(message).toHaveCount(0);
  await api.getByRole('button', { name: 'OK' }).click();
  const field = salesExport(page).getByRole('group', { name: 'API', exact: true });
  await expect(field).toContainText('Netsuite');
  const request = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/settings'));
  await save(page);
  expect((await request).postDataJSON().sections.salesExport.fields).toEqual({
    api: { value: 'Netsuite', mode: 'free' },
  });
  await expectSaved(page);

  await page.reload();
  await expect(field).toContainText('Netsuite');
  await select(page, 'API').click();
  await expect(api.getByRole('radio', { name: 'Netsuite' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(api).toHaveCount(0);
  await expect(field).toContainText('Netsuite');
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
});

test('a location below inherits the API and the queue of the sales export', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Kestrel UK' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await openTab(page, 'Modules');
  for (const [field, value] of [
    ['API', 'Netsuite'],
    ['Queue', 'Sales Export Queue'],
  ] as const) {
    const group = salesExport(page).getByRole('group', { name: field, exact: true });
    await expect(group).toContainText(value);
    await expect(group).toContainText('Inherited from Kestrel Sports');
    await expect(select(page, field)).toBeDisabled();
  }
});
