import { integrationProviders } from '@storeward/contract/settings/sections/integration-providers';
import { bitmap } from './bitmap.ts';
import {
  applyRow,
  choose,
  expectSaved,
  offered,
  openModules,
  region,
  rowDrawer,
  save,
  setHere,
} from './settings-form.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

test('the basket of an organisation is set with its quoted messages, complete lists, and one save for two sections', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  const display = region(page, 'E-basket');
  const name = display.getByRole('textbox', { name: 'Display name' });
  await name.fill('Cola');
  await save(page);
  await expect(name).toHaveAccessibleDescription(/Enter atleast 5 characters/);
  await expect(name).toBeFocused();
  await name.fill('Colas');
  await setHere(display, 'Logo');
  await display
    .locator('input[type=file]')
    .setInputFiles({ name: 'basket.bmp', mimeType: 'image/bmp', buffer: bitmap(60, 60) });
  const logo = display.getByRole('group', { name: 'Logo', exact: true }).locator('img');
  await expect(logo).toHaveAttribute('src', /^\/files\//);

  const basket = region(page, 'Basket');
  await setHere(basket, 'Customer ID prefix', 'Customer ID sequence', 'Sale flow', 'Apply best promotion');
  await setHere(basket, phrase('settings.basket.applyStaffDiscount'));
  await setHere(basket, 'Tax mode', 'Gift card type', 'Fiscal country');
  const prefix = basket.getByRole('textbox', { name: 'Customer ID prefix' });
  const sequence = basket.getByRole('textbox', { name: 'Customer ID sequence' });
  const choices = {
    'Sale flow': ['Default', 'Custom ticketing'],
    'Tax mode': [phrase('settings.choice.INDEPENDENT_OF_PRICE'), phrase('settings.choice.INCLUDED_IN_PRICE')],
    'Gift card type': [phrase('settings.choice.PGC'), phrase('settings.choice.EGC')],
    'Fiscal country': ['France', 'Germany', 'Poland'],
  };
  for (const [label, choice] of Object.entries(choices)) {
    const control = basket.getByRole('combobox', { name: label });
    expect(await offered(page, control)).toEqual(choice);
    await choose(page, basket, label, choice.at(-1)!);
  }
  for (const label of ['Apply best promotion', phrase('settings.basket.applyStaffDiscount')])
    await basket.getByRole('switch', { name: label }).click();
  await prefix.fill('ABCDEF');
  await save(page);
  await expect(prefix).toHaveAccessibleDescription(/max length for prefix is 5/);
  await prefix.fill('ABCDE');
  await sequence.fill('00001');
  await save(page);
  await expect(sequence).toHaveAccessibleDescription(containing('errors.field.customerIdTooLong'));
  await sequence.fill('0001');
  const request = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/settings'));
  await save(page);
  expect(Object.keys((await request).postDataJSON().sections)).toEqual(['ebasketDisplay', 'basket']);
  await expectSaved(page);

  await page.reload();
  await expect(name).toHaveValue('Colas');
  await expect(prefix).toHaveValue('ABCDE');
  await expect(sequence).toHaveValue('0001');
  for (const [label, choice] of Object.entries(choices))
    await expect(basket.getByRole('combobox', { name: label })).toHaveValue(choice.at(-1)!);
  for (const label of ['Apply best promotion', phrase('settings.basket.applyStaffDiscount')])
    await expect(basket.getByRole('switch', { name: label })).toBeChecked();

  const { accessToken } = await tokensFor('org.admin');
  const [, id] = /structure\/([^/]+)\/edit/.exec(page.url()) ?? [];
  const refused = await product.request({
    host: 'kestrel.localhost',
    method: 'PUT',
    path: `/node-management/node/${id}/settings/basket`,
    headers: { authorization: `Bearer ${accessToken}` },
    body: { fields: { fiscalCountry: { value: 'Spain', mode: 'free' } } },
  });
  expect([refused.status, refused.body.errors[0].messageCode]).toEqual([400, 'field.invalid']);

  const logoUrl = (await logo.getAttribute('src'))!;
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const tile = page.getByRole('main').getByRole('link', { name: /^Colas/ });
  await expect(tile.locator('img')).toHaveAttribute('src', logoUrl);
  await tile.click();
  await expect(page.getByRole('main').locator('header img')).toHaveAttribute('src', logoUrl);
});

test('stock-take, receipt delivery and sales export are set with their quoted messages and kept', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  const stockTake = region(page, 'Stock-take');
  const switches = ['Expected quantity', 'Location use', 'Mod 10', 'Mod 11'];
  const texts = { 'App name': 'counts', Username: 'counter', Host: 'counts.example.com', Port: '8089' };
  await setHere(stockTake, ...switches, ...Object.keys(texts), 'Password');
  for (const label of switches) await stockTake.getByRole('switch', { name: label }).click();
  for (const [label, value] of Object.entries(texts))
    await stockTake.getByRole('textbox', { name: label, exact: true }).fill(value);
  await stockTake.getByLabel('Password', { exact: true }).and(page.locator('input')).fill('not-to-be-told');
  for (const [button, search] of [
    ['Differences', 'stock_differences'],
    ['x'.repeat(31), 'stock_all'],
  ] as const) {
    await stockTake.getByRole('button', { name: 'Add row' }).click();
    await rowDrawer(page).getByRole('textbox', { name: 'Button name' }).fill(button);
    await rowDrawer(page).getByRole('textbox', { name: 'Saved search name' }).fill(search);
    await rowDrawer(page).getByRole('textbox', { name: 'Saved search name' }).press('Enter');
  }
  const longName = rowDrawer(page).getByRole('textbox', { name: 'Button name' });
  await expect(longName).toHaveAccessibleDescription(/Maximum 30 characters allowed for report button/);
  await longName.fill('x'.repeat(30));
  await applyRow(page);
  await save(page);
  await expectSaved(page);
  await stockTake.getByRole('button', { name: 'Remove Differences' }).click();
  await save(page);
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await page.reload();
  await expect(stockTake.getByRole('cell', { name: 'x'.repeat(30), exact: true })).toBeVisible();
  await expect(stockTake.getByRole('cell', { name: 'Differences', exact: true })).toHaveCount(0);
  for (const label of switches) await expect(stockTake.getByRole('switch', { name: label })).toBeChecked();
  for (const [label, value] of Object.entries(texts))
    await expect(stockTake.getByRole('textbox', { name: label, exact: true })).toHaveValue(value);
  await expect(stockTake.getByRole('group', { name: 'Password' })).toContainText('••••••');
  await expect(page.locator('body')).not.toContainText('not-to-be-told');

  const receipts = region(page, 'Receipt delivery');
  const ways = ['Print', 'Email', 'Gift card', 'WeChat'];
  await setHere(receipts, ...ways);
  for (const way of ways) await receipts.getByRole('switch', { name: way }).click();
  const salesExport = region(page, 'Sales export');
  await setHere(salesExport, 'FTP URL', 'Username', 'Password');
  await salesExport.getByRole('textbox', { name: 'FTP URL' }).fill('ftps://sales.example.com');
  await salesExport.getByRole('textbox', { name: 'Username' }).fill('export');
  await salesExport.getByLabel('Password', { exact: true }).and(page.locator('input')).fill('not-to-be-told');
  await save(page);
  const folder = salesExport.getByRole('group', { name: 'Folder name' });
  const version = salesExport.getByRole('group', { name: 'Version URL' });
  await expect(folder).toContainText('Folder name is mandatory field');
  await expect(version).toContainText('Version URL is mandatory field');
  await setHere(salesExport, 'Folder name', 'Version URL');
  await folder.getByRole('textbox').fill('outbound');
  await version.getByRole('textbox').fill('https://sales.example.com/version');
  await save(page);
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await page.reload();
  await expect(receipts.getByRole('switch', { name: 'Print' })).not.toBeChecked();
  for (const way of ways.slice(1)) await expect(receipts.getByRole('switch', { name: way })).toBeChecked();
  await expect(salesExport.getByRole('textbox', { name: 'FTP URL' })).toHaveValue('ftps://sales.example.com');
  await expect(folder.getByRole('textbox')).toHaveValue('outbound');
  await expect(version.getByRole('textbox')).toHaveValue('https://sales.example.com/version');
  await expect(salesExport.getByRole('group', { name: 'Password' })).toContainText('••••••');
});

test('Salesforce is kept; all nineteen providers are offered, one is named freely, and its secret is deleted', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  const salesforce = region(page, 'Salesforce');
  const texts = { 'Client ID': 'kestrel', Version: 'v24_5', 'Site ID': 'KestrelGB', URL: 'https://shop.example.com' };
  await setHere(salesforce, 'Grant type', ...Object.keys(texts), 'Client secret');
  await choose(page, salesforce, 'Grant type', 'client_credentials');
  for (const [label, value] of Object.entries(texts))
    await salesforce.getByRole('textbox', { name: label, exact: true }).fill(value);
  await salesforce.getByLabel('Client secret', { exact: true }).and(page.locator('input')).fill('not-to-be-told');
  await save(page);
  await expectSaved(page);
  await page.reload();
  for (const [label, value] of Object.entries(texts))
    await expect(salesforce.getByRole('textbox', { name: label, exact: true })).toHaveValue(value);
  await expect(salesforce.getByRole('group', { name: 'Client secret' })).toContainText('••••••');

  await page.getByRole('tab', { name: 'Configuration' }).click();
  const integration = region(page, 'Integration');
  await setHere(integration, 'Provider', 'Secret');
  // the portal's own host stands for {host}, and another provider is named
  const labels = integrationProviders.map((one) =>
    one === '{host}' ? 'kestrel.localhost' : one === 'others' ? 'Another provider' : one,
  );
  expect(await offered(page, integration.getByRole('combobox', { name: 'Provider' }))).toEqual(labels);
  await choose(page, integration, 'Provider', 'Another provider');
  await integration.getByLabel('Secret', { exact: true }).and(page.locator('input')).fill('not-to-be-told');
  await setHere(integration, phrase('settings.integration.otherName'));
  await integration.getByRole('textbox', { name: phrase('settings.integration.otherName') }).fill('Till service');
  await save(page);
  await expectSaved(page);
  await page.reload();
  await expect(integration.getByRole('textbox', { name: phrase('settings.integration.otherName') })).toHaveValue(
    'Till service',
  );
  await integration.getByRole('button', { name: 'Secret: Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(integration.getByRole('group', { name: 'Secret', exact: true })).toContainText('Not set');
});

test('a setting is found by its name, and the index follows the page and counts own values', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  const index = page.getByRole('navigation', { name: 'Sections' });
  await index.getByRole('button', { name: 'Salesforce' }).click();
  await expect(page.getByRole('heading', { name: 'Salesforce' })).toBeInViewport();
  await expect(index.getByRole('button', { name: 'Salesforce' })).toHaveAttribute('aria-current', 'location');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Salesforce' })).toBeInViewport();
  await page.keyboard.press('/');
  const search = index.getByRole('searchbox', { name: 'Find a setting' });
  await expect(search).toBeFocused();
  await search.fill('customer prefix');
  await index.getByRole('button', { name: 'Customer ID prefix Basket' }).click();
  await expect(page.getByRole('group', { name: 'Customer ID prefix' })).toBeInViewport();
  await search.press('Escape');
  const entry = index.getByRole('button', { name: 'SKU selection' });
  const before = await entry.innerText();
  await setHere(region(page, 'SKU selection'), 'Shorts, men', 'Shorts, women');
  await save(page);
  await expectSaved(page);
  await expect(entry).not.toHaveText(before);
});
