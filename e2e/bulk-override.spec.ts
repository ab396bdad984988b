import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const summaryValue = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

test('a bulk override copies settings of a node to three stores only, and is undone with one click', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await page.getByRole('link', { name: 'Bulk override' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk override' })).toBeVisible();
  await expect(page.getByText(phrase('settings.bulk.recent.empty'))).toBeVisible();
  await page.getByRole('checkbox', { name: 'E-basket (1 value)' }).check();
  for (const store of ['Leeds Briggate', 'Preston Fishergate']) {
    await page.getByLabel('Add a location').fill(store);
    await page.getByRole('option', { name: store }).click();
  }
  // the third one is checked in the tree, where its neighbour is already
  const treeItem = (name: string) =>
    page.getByRole('tree', { name: 'Locations' }).getByRole('treeitem', { name: new RegExp(`^${name}`) });
  for (const name of ['Kestrel UK', 'North', 'Yorkshire', 'Leeds City']) {
    await expect(treeItem(name)).toHaveAttribute('aria-checked', 'mixed');
    await treeItem(name).locator('svg').first().click();
  }
  await expect(treeItem('Leeds Briggate')).toHaveAttribute('aria-checked', 'true');
  await treeItem('Leeds Kirkgate').click();
  await expect(treeItem('Leeds Kirkgate')).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('button', { name: 'Review changes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Change 3 locations?' })).toBeVisible();
  await expect(dialog).toContainText('3 locations will change (stores: 3).');
  await expect(dialog).toContainText(phrase('settings.bulk.confirm.storesAffected', { count: 0 }));
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/structure\/bulk-override\/[\w-]+$/);
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(summaryValue(page, 'locations changed')).toHaveText('3');
  await expect(page.getByRole('row', { name: /UK-104/ })).toContainText('Changed');

  // York and China had their own values before
  await page.goto(new URL(`/structure/radar/${await readRootNodeId(page)}`, page.url()).href);
  const ebasketSection = page.getByRole('region', { name: 'E-basket' });
  await expect(ebasketSection).toContainText('5 locations override');
  await ebasketSection.getByRole('button', { name: 'Show locations: Display name' }).click();
  const changedStores = ['Leeds Briggate', 'Leeds Kirkgate', 'Preston Fishergate'];
  await expect(ebasketSection.getByRole('link')).toHaveText([
    'Apply these values',
    'Remove overrides',
    'Kestrel China',
    ...changedStores,
    'York Coppergate',
  ]);
  await page.goBack();

  await page.getByRole('button', { name: phrase('settings.bulk.undo.confirm') }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
  await expect(summaryValue(page, 'undone')).toHaveText('3');
});

test('unknown codes are listed before a bulk override starts', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/bulk-override');
  await page.getByRole('checkbox', { name: /E-basket/ }).check();
  await page.getByRole('radio', { name: 'Pasted codes' }).check();
  await page.getByLabel('Codes', { exact: true }).fill('UK-101, UK-102\nNOWHERE-1');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByRole('alert')).toContainText('NOWHERE-1');
  await page.getByLabel('Codes', { exact: true }).fill('UK-101, UK-102\nuk-101');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Change 2 locations?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'No' }).click();
});

test('bulk overrides are hidden without their permission', async ({ openAs, product }) => {
  const page = await openAs('store.manager', '/structure/bulk-override');
  await expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bulk override' })).toHaveCount(0);
  // with the permission for the list alone, the runs are listed and none can be started
  await product.executeSql(
    `update roles set access_rights = access_rights || '{list_bulk_override}'::text[], version = version + 1 where name = $1`,
    ['Store manager'],
  );
  await openAs('store.manager', '/structure/bulk-override');
  await expect(page.getByText(phrase('settings.bulk.recent.empty'))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review changes' })).toHaveCount(0);
});

test('the radar shows which descendants override a setting, and links to the bulk override', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await page.goto(new URL(`/structure/radar/${await readRootNodeId(page)}`, page.url()).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Kestrel Sports' })).toBeVisible();
  const ebasketSection = page.getByRole('region', { name: 'E-basket' });
  await expect(ebasketSection).toContainText('2 locations override');
  await ebasketSection.getByRole('button', { name: 'Show locations: Display name' }).click();
  await expect(ebasketSection.getByRole('link', { name: 'Kestrel China' })).toBeVisible();
  await ebasketSection.getByRole('link', { name: 'Apply these values' }).click();
  await expect(page.getByRole('checkbox', { name: /E-basket/ })).toBeChecked();
});

test('in the radar, overrides with one value are reviewed with old and new values, removed, and restored by undoing', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await page.goto(new URL(`/structure/radar/${await readRootNodeId(page)}`, page.url()).href);
  const section = page.getByRole('region', { name: 'E-basket' });
  const nodes = section.getByRole('checkbox', { name: /^Select (?!all|\d)/ });
  await section.getByRole('button', { name: /York.* × 1$/ }).click();
  await expect(nodes).toHaveCount(1);
  const actions = section.getByRole('group', { name: phrase('settings.radar.actions') });
  await expect(actions.getByRole('button', { name: 'Remove overrides' })).toBeDisabled();
  await section.getByRole('checkbox', { name: 'Select 1 location', exact: true }).check();
  await expect(nodes).toBeChecked();
  await actions.getByRole('button', { name: 'Remove overrides' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Change 1 location?' })).toBeVisible();
  await expect(dialog.getByRole('list', { name: phrase('settings.bulk.confirm.differences') })).toContainText(
    'Display name: ',
  );
  await expect(dialog.getByRole('list', { name: 'First changes' })).toContainText(' → ');
  await expect(dialog).toContainText('Effective values change at 1 store.');
  await dialog.getByLabel(/^Reason/).fill('One name for all');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/structure\/bulk-override\/[\w-]+$/);
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(summaryValue(page, 'Reason')).toHaveText('One name for all');
  await page.getByRole('button', { name: phrase('settings.bulk.undo.confirm') }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
});

/** The root node id of the signed-in user. */
const readRootNodeId = (page: Page) =>
  page.evaluate(() => {
    const { accessToken, idToken } = JSON.parse(localStorage.getItem('SESSION') ?? '{}') as Record<string, string>;
    const claims = [accessToken, idToken].map((token) => atob((token ?? '..').split('.')[1] ?? '')).join(' ');
    return /NODE::([\w-]+)/.exec(claims)?.[1] ?? '';
  });
