import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const main = (page: Page) => page.getByRole('main');
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const expectText = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const review = (page: Page) => page.getByRole('button', { name: 'Review changes' }).click();
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const save = (page: Page) => saveButton(page).click();
const removePermissionSql =
  'update roles set access_rights = array_remove(access_rights, $1) where access_rights @> array[$1]';

/** Finds a node by its code and opens its page. */
async function openNode(page: Page, code: string) {
  await page.goto(`${new URL(page.url()).origin}/structure/hierarchy?search=${code}`);
  await page.getByRole('list', { name: 'Locations found' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/node=/);
  const nodeUrl = new URL(page.url());
  await page.goto(`${nodeUrl.origin}/structure/${nodeUrl.searchParams.get('node')}/view`);
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
}

/** Waits until a change at a node is saved: the notice is shown and no unsaved change is left. */
async function expectSaved(page: Page, nodeName: string) {
  await expectText(page, phrase('settings.saved.now', { name: nodeName }));
  await expect(saveButton(page)).toHaveCount(0);
}

/** Selects a node in the tree and opens its edit form. */
async function openEditForm(page: Page, nodeName: string) {
  await page.getByRole('treeitem', { name: new RegExp(`^${nodeName}`) }).click();
  await expect(main(page).getByRole('heading', { level: 2, name: nodeName })).toBeVisible();
  await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
}

/** Opens a tab and section of a node's page. */
async function openSection(page: Page, tab: string, section?: string) {
  await page.getByRole('tab', { name: tab, exact: true }).click();
  if (section) await page.getByRole('button', { name: section }).click();
}

test('stores inherit the organisation’s settings; a company’s override applies to its own stores only, until it is reverted', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openEditForm(page, 'Kestrel Sports');
  await openSection(page, 'Configuration', 'Session');
  await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('00:35:00');
  await save(page);
  await expectSaved(page, 'Kestrel Sports');
  await openSection(page, 'Modules');
  await page.getByRole('textbox', { name: 'Display name' }).fill('Basket of Kestrel');
  await save(page);
  await expectSaved(page, 'Kestrel Sports');

  await openNode(page, 'UK-102');
  await openSection(page, 'Configuration');
  await expect(group(page, 'Idle sign-out')).toContainText('Inherited from Kestrel Sports');
  await expect(page.getByRole('textbox', { name: 'Idle sign-out' })).toHaveValue('00:35:00');
  await openSection(page, 'Modules');
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Basket of Kestrel');
  const storeUrl = page.url();

  await openAs('company.admin', '/structure/hierarchy');
  await openEditForm(page, 'Kestrel UK');
  await openSection(page, 'Modules');
  await region(page, 'E-basket').getByRole('switch', { name: 'Override' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Basket of Britain');
  await review(page);
  await page.getByRole('textbox', { name: 'Reason' }).fill('British spelling');
  await expect(main(page)).toContainText(/Affects \d+ stores below\. \d+ have overrides|Affects all \d+ stores below/);
  await save(page);
  await expectSaved(page, 'Kestrel UK');
  const companyUrl = page.url();
  await page.goto(storeUrl);
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Basket of Britain');
  await expect(group(page, 'Display name')).toContainText('Inherited from Kestrel UK');

  // the chain lists the values of all ancestors
  await group(page, 'Display name')
    .getByRole('button', { name: /Inherited from/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText(
    /Kestrel Sports.*Basket of Kestrel.*Kestrel UK.*Basket of Britain/s,
  );
  await page.keyboard.press('Escape');

  await page.goto(companyUrl);
  await region(page, 'E-basket').getByRole('switch', { name: 'Override' }).click();
  await save(page);
  await expectSaved(page, 'Kestrel UK');
  await page.goto(storeUrl);
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Basket of Kestrel');

  // the history lists both changes and restores the previous value
  await page.goto(companyUrl);
  await region(page, 'E-basket').getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'E-basket at Kestrel UK' });
  await expect(history).toContainText('British spelling');
  await history
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click();
  const restore = page.getByRole('dialog', { name: phrase('settings.history.restoreTitle') });
  await restore.getByRole('button', { name: 'Yes' }).click();
  await expect(history.getByRole('listitem').first()).toContainText('inherited → Basket of Britain');
});

test('a locked setting is read-only for descendants; one that may only be tightened accepts no longer time', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openEditForm(page, 'Kestrel UK');
  await openSection(page, 'Configuration');
  await page.getByRole('button', { name: 'Idle sign-out: Set here' }).click();
  await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('00:20:00');
  await page.getByRole('button', { name: 'Idle sign-out: Can be changed below' }).click();
  await page.getByRole('menuitem', { name: phrase('settings.mode.less') }).click();
  await save(page);
  await expectSaved(page, 'Kestrel UK');
  const companyUrl = page.url();

  await openNode(page, 'UK-102');
  await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
  await openSection(page, 'Configuration');
  await expect(group(page, 'Idle sign-out')).toContainText(
    phrase('settings.origin.bound', { name: 'Kestrel UK', value: '00:20:00' }),
  );
  await page.getByRole('button', { name: 'Idle sign-out: Set here' }).click();
  await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('soon');
  await save(page);
  await expectText(page, phrase('errors.field.duration'));
  await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('01:00:00');
  await save(page);
  await expectText(page, phrase('errors.setting.looser'));
  await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('00:10:00');
  await save(page);
  await expectText(page, /Settings of .* saved/);
  const storeUrl = page.url();

  await page.goto(companyUrl);
  await page.getByRole('button', { name: 'Idle sign-out: Only shorter values below' }).click();
  await page.getByRole('menuitem', { name: 'Locked below' }).click();
  await save(page);
  await expectSaved(page, 'Kestrel UK');
  await page.goto(storeUrl);
  await expect(group(page, 'Idle sign-out')).toContainText(phrase('settings.origin.overruled', { name: 'Kestrel UK' }));
});

test('a change is scheduled in the node’s time zone and withdrawn before it starts', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openEditForm(page, 'Kestrel USA');
  await openSection(page, 'Modules');
  await page.getByRole('button', { name: 'Display name: Set here' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Holiday basket');
  await review(page);
  await page.getByRole('textbox', { name: 'Starts' }).fill('24/12/2035');
  await page.getByRole('textbox', { name: 'Time' }).fill('06:00');
  await expect(main(page)).toContainText('America/New_York time');
  await save(page);
  await expectText(page, phrase('settings.saved.planned', { name: 'Kestrel USA' }));
  await expect(group(page, 'Display name')).toContainText(/Holiday basket from 24 Dec 2035/);

  // future values can be viewed, but not edited
  await page.getByRole('button', { name: phrase('settings.asOf.choose') }).click();
  await page.getByRole('textbox', { name: 'Day' }).fill('24/12/2035');
  await page.getByRole('textbox', { name: 'Time' }).first().fill('06:00');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: phrase('settings.asOf.readOnly') })).toContainText(
    'Effective 24 Dec 2035, 06:00 (America/New_York time)',
  );
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Holiday basket');
  await expect(page.getByRole('textbox', { name: 'Display name' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'Override' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.getByRole('textbox', { name: 'Display name' })).not.toHaveValue('Holiday basket');
  await page.reload();
  await group(page, 'Display name').getByRole('button', { name: 'Withdraw' }).click();
  await expect(group(page, 'Display name')).not.toContainText('Holiday basket');
});

test('a secret is entered once, shown as dots, and deleted after confirmation', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openEditForm(page, 'Kestrel UK');
  await openSection(page, 'Configuration', 'Integration');
  await page.getByRole('button', { name: 'Provider: Set here', exact: true }).click();
  await page.getByRole('combobox', { name: 'Provider' }).fill('Ady');
  await page.getByRole('option', { name: 'Adyen' }).click();
  await page.getByRole('button', { name: 'Secret: Set here' }).click();
  await page.getByLabel('Secret', { exact: true }).and(page.locator('input')).fill('not-to-be-told');
  await save(page);
  await expectSaved(page, 'Kestrel UK');
  await page.reload();
  await expect(group(page, 'Secret')).toContainText('••••••');
  await expect(page.locator('body')).not.toContainText('not-to-be-told');

  const deleteRequest = page.waitForRequest((request) => request.url().endsWith('/node-management/deleteAwsSecrets'));
  await page.getByRole('button', { name: 'Secret: Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this secret?' }).getByRole('button', { name: 'Yes' }).click();
  expect((await deleteRequest).postDataJSON()).toMatchObject({
    authenticationDetailsKey: 'integration.secret',
    nodeId: expect.stringMatching(/[0-9a-f-]{36}$/),
  });
  await expectText(page, 'Secret deleted');
  await page.reload();
  await expect(group(page, 'Secret')).toContainText('Not set');
  await expect(page.getByRole('combobox', { name: 'Provider' })).toHaveValue('Adyen');
});

test('module settings require their own permissions to view, edit and list, and changing them signs nobody out', async ({
  openAs,
  page,
  product,
}) => {
  await openAs('company.admin', '/structure/hierarchy');
  await openEditForm(page, 'Kestrel UK');
  const tabs = page.getByRole('tab');
  await openSection(page, 'Modules');
  await expect(page.getByRole('textbox', { name: 'Display name' })).toBeVisible();
  const editPath = new URL(page.url()).pathname;
  const openModulesTab = async (path: string) => {
    await openAs('company.admin', path);
    await openSection(page, 'Modules');
  };

  await product.executeSql(removePermissionSql, ['view_setting']);
  await openAs('company.admin', editPath);
  await expect(page.getByRole('tab', { name: 'Configuration' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Modules' })).toHaveCount(0);

  await product.executeSql(`update roles set access_rights = access_rights || '{view_setting}'::text[]`, []);
  await product.executeSql(removePermissionSql, ['create_setting']);
  await product.executeSql(removePermissionSql, ['edit_setting']);
  await openAs('company.admin', editPath);
  await expect(tabs).toHaveText(['Details', 'Configuration', 'Theme']);
  await openModulesTab(editPath.replace('/edit', '/view'));
  await expect(page.getByRole('textbox', { name: 'Display name' })).toBeDisabled();

  await product.executeSql(removePermissionSql, ['list_setting']);
  await openAs('company.admin', editPath.replace('/edit', '/view'));
  await expect(tabs).toHaveText(['Details', 'Configuration', 'Theme']);
  await openAs('company.admin', editPath.replace(/^\/structure\/(.*)\/edit$/, '/structure/radar/$1'));
  await expect(page.getByRole('region', { name: 'Session' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'E-basket' })).toHaveCount(0);
  await product.executeSql(
    `update roles set access_rights = access_rights || '{list_setting, create_setting, edit_setting}'::text[]`,
    [],
  );
});

test('each part of a node is editable only with its permission, and read-only without any', async ({
  openAs,
  page,
  product,
}) => {
  await openAs('company.admin', '/structure/hierarchy');
  await openEditForm(page, 'Kestrel UK');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Details', 'Configuration', 'Theme', 'Modules']);
  const editPath = new URL(page.url()).pathname;
  for (const [permission, remainingTabs] of [
    ['edit_node_configuration', ['Details', 'Theme', 'Modules']],
    ['edit_node_module', ['Details', 'Theme']],
    ['edit_node_details', ['Theme']],
  ] as const) {
    await product.executeSql(removePermissionSql, [permission]);
    await openAs('company.admin', editPath);
    if (remainingTabs.length > 1) await expect(tabs).toHaveText([...remainingTabs]);
    else await expect(page.getByRole('heading', { name: 'Brand' })).toBeVisible();
  }
  await product.executeSql(removePermissionSql, ['edit_node_theme']);
  await openAs('company.admin', editPath.replace('/edit', '/view'));
  await expect(tabs).toHaveText(['Details', 'Configuration', 'Theme', 'Modules']);
  await openSection(page, 'Configuration');
  await expect(page.getByRole('textbox', { name: 'Idle sign-out' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Idle sign-out: Set here' })).toHaveCount(0);
});

test('each part of an organisation is editable only with its permission', async ({ openAs, page, product }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openEditForm(page, 'Kestrel Sports');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Details', 'Configuration', 'Theme', 'Modules']);
  const editPath = new URL(page.url()).pathname;
  for (const [permission, remainingTabs] of [
    ['update_organisation_config', ['Details', 'Theme', 'Modules']],
    ['update_organisation_module', ['Details', 'Theme']],
    ['update_organisation_details', []],
  ] as const) {
    await product.executeSql(removePermissionSql, [permission]);
    await openAs('org.admin', editPath);
    if (remainingTabs.length > 0) await expect(tabs).toHaveText([...remainingTabs]);
    else await expect(page.getByRole('heading', { name: 'Brand' })).toBeVisible();
  }
});
