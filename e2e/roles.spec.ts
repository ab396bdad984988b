import type { Page } from '@playwright/test';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import type { Product } from './product.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const main = (page: Page) => page.getByRole('main');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const permissionCheckbox = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const chooseAction = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const deniedHeading = (page: Page) => page.getByRole('heading', { name: phrase('app.denied.title') });
const kestrelOrgId = `(select org_id from portal_hosts where host = 'kestrel.localhost')`;

/** Assigns a role to a user of Kestrel by its name. */
const assignRole = (product: Product, userName: string, role: string) =>
  product.executeSql(
    `update assignments set role_id = (select id from roles where org_id = ${kestrelOrgId} and name = $2 and deleted_date is null)
      where user_id = (select id from users where org_id = ${kestrelOrgId} and user_name = $1) and position = 0`,
    [userName, role],
  );

/** Sets the permissions of a role of Kestrel. */
const setPermissions = (product: Product, role: string, permissions: readonly string[]) =>
  product.executeSql(
    `update roles set access_rights = string_to_array($2, ','), version = version + 1 where org_id = ${kestrelOrgId} and name = $1`,
    [role, permissions.join(',')],
  );

const signIn = (product: Product, username: string) => {
  const credentials = { username, password: demoPassword, domainName: 'kestrel.localhost' };
  const body = Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, btoa(value)]));
  return product.request({ host: 'kestrel.localhost', path: '/user-management/login', method: 'POST', body });
};

test('roles are opened from the menu, searched, filtered, sorted, and listed with the number of their users', async ({
  openAs,
}) => {
  const page = await openAs('org.admin');
  await menu(page).getByRole('link', { name: 'Role List' }).click();
  await expect(page).toHaveURL(/\/role$/);
  await expect(page).toHaveTitle('Role List');
  await expect(main(page).getByRole('status').first()).toHaveText('7 roles');
  await expect(row(page, 'Region manager')).toContainText('Trading region');
  await page.getByRole('button', { name: 'Level' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Organisation administrator');
  await page.getByRole('searchbox', { name: phrase('roles.list.search') }).fill('one company');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox', { name: phrase('roles.list.search') }).fill('');
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'Store', exact: true }).click();
  await expect(page).toHaveURL(/level=STORE/);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Disabled' }).click();
  await expect(page.getByRole('heading', { name: 'No role matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all roles' }).click();
  await expect(main(page).getByRole('status').first()).toHaveText('7 roles');
});

test('a role with permissions of two modules is created, assigned, edited, disabled, enabled and deleted', async ({
  openAs,
  product,
  tokensFor,
}) => {
  test.slow(); // covers the whole life cycle of a role
  const page = await openAs('org.admin', '/role/create');
  await permissionCheckbox(page, phrase('app.right.LIST_USERS')).check();
  await page.getByRole('button', { name: /^SOTK/ }).click();
  await permissionCheckbox(page, 'Use SOTK').check();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(field(page, 'Name')).toHaveAccessibleDescription(containing('errors.field.required'));
  await field(page, 'Name').fill('Stock clerk');
  const createRequest = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/role-management/roles'),
  );
  await page.getByRole('button', { name: 'Create role' }).click();
  expect((await createRequest).postDataJSON()).toMatchObject({ name: 'Stock clerk', level: 'STORE' });
  await expect(page.getByText('Stock clerk created')).toBeVisible();

  await test.step('the created role is shown and persists', async () => {
    await expect(page).toHaveURL(/\/role\/.+\/view$/);
    await page.reload();
    for (const name of [phrase('app.right.LIST_USERS'), 'Use SOTK']) {
      await expect(permissionCheckbox(page, name)).toBeChecked();
      await expect(permissionCheckbox(page, name)).toBeDisabled();
    }
    await page.getByRole('checkbox', { name: 'Only selected' }).uncheck();
    await expect(permissionCheckbox(page, 'Edit users')).not.toBeChecked();
    await expect(main(page).getByRole('textbox')).toHaveCount(0);
  });

  await assignRole(product, 'store.user', 'Stock clerk');
  const { accessToken: token } = await tokensFor('store.user');
  const requestAsStoreUser = (path: string) => product.request({ host: 'kestrel.localhost', path, token });
  const claims = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string };
  const roleUrl = page.url();
  await test.step('its user has exactly its permissions', async () => {
    const { permissions } = (await requestAsStoreUser(`/user-management/users/${claims.sub}`)).body.result;
    expect(permissions.toSorted()).toEqual(['LIST_USERS', 'list_users', 'sotk_access']);
    const storeUserPage = await openAs('store.user', '/users');
    await expect(menu(storeUserPage).getByRole('link')).toHaveText(['User List', 'API Keys']);
    await expect(storeUserPage.getByRole('row').nth(1)).toBeVisible();
  });

  await test.step('a removed permission is denied on the next request', async () => {
    await openAs('org.admin', new URL(roleUrl).pathname);
    await expect(main(page)).toContainText('1 user');
    await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
    await permissionCheckbox(page, phrase('app.right.LIST_USERS')).uncheck();
    await permissionCheckbox(page, 'View users').check();
    await expect(main(page)).toContainText('1 added, 1 removed');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Stock clerk saved')).toBeVisible();
    expect((await requestAsStoreUser('/user-management/users')).status).toBe(403);
    await main(page).getByRole('link', { name: 'View', exact: true }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline).toContainText('Permissions added View users');
    await expect(timeline).toContainText('Permissions removed See the user list');
  });

  await test.step('its user cannot sign in while the role is disabled', async () => {
    await chooseAction(page, 'Stock clerk', 'Disable');
    await expect(page.getByRole('dialog')).toContainText('Assigned to 1 user.');
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('Stock clerk disabled')).toBeVisible();
    expect((await requestAsStoreUser('/user-management/sessions')).status).toBe(401);
    expect((await signIn(product, 'store.user@kestrelsports.com')).body.message).toContain('You are not allowed');
    await chooseAction(page, 'Stock clerk', 'Enable');
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('Stock clerk enabled')).toBeVisible();
    expect((await signIn(product, 'store.user@kestrelsports.com')).status).toBe(200);
  });

  await test.step('the role is deleted once no user has it', async () => {
    await chooseAction(page, 'Stock clerk', 'Delete');
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(
      page.getByText(phrase('roles.delete.failedInUse', { name: 'Stock clerk', held: '1 user' })),
    ).toBeVisible();
    await assignRole(product, 'store.user', 'Store user');
    await page.reload();
    await chooseAction(page, 'Stock clerk', 'Delete');
    await expect(page.getByRole('dialog')).toContainText(containing('roles.delete.text'));
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page).toHaveURL(/\/role$/);
    await expect(row(page, 'Company manager')).toBeVisible();
    await expect(row(page, 'Stock clerk')).toHaveCount(0);
  });
});

test('a new role starts from a preset or another role, and two roles are compared side by side', async ({ openAs }) => {
  const page = await openAs('org.admin', '/role/create');
  await page.getByRole('combobox', { name: 'Ready-made role' }).click();
  await page.getByRole('option', { name: 'Region manager' }).click();
  await expect(field(page, 'Name')).toHaveValue('Region manager');
  await expect(page.getByText(phrase('roles.template.applied', { name: 'Region manager' }))).toBeVisible();
  await field(page, 'Name').fill('Deputy');
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByText('Deputy created')).toBeVisible();

  await chooseAction(page, 'Deputy', phrase('roles.action.copy'));
  await expect(permissionCheckbox(page, 'View locations')).toBeChecked();
  await permissionCheckbox(page, 'View locations').uncheck();
  await field(page, 'Name').fill('Second deputy');
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByText('Second deputy created')).toBeVisible();

  await chooseAction(page, 'Second deputy', 'Compare with…');
  await page.getByRole('combobox', { name: 'Other role' }).fill('Deputy');
  await page.getByRole('option', { name: 'Deputy', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    /^Only Second deputy 0/,
    /^Both 14/,
    /^Only Deputy 1/,
  ]);
  await expect(dialog).toContainText('View locations');
});

test('permissions are found by name or code and selected by keyboard, several or a whole module at once', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/role/create');
  const status = main(page).getByRole('status').filter({ hasText: 'permissions' });
  await page.getByRole('searchbox', { name: 'Find a permission' }).fill('enabled_');
  await expect(permissionCheckbox(page, phrase('app.right.ENABLED_USER'))).toBeVisible();
  await expect(permissionCheckbox(page, phrase('app.right.LIST_USERS'))).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Find a permission' }).fill('');
  await permissionCheckbox(page, phrase('app.right.LIST_ROLES')).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(permissionCheckbox(page, 'View roles')).toBeChecked();
  await page.keyboard.press('Shift+Space');
  await expect(status).toHaveText('6 of 90 permissions');
  await page.getByRole('checkbox', { name: phrase('roles.rights.wholeModule', { module: 'TM' }) }).check();
  await expect(status).toHaveText('11 of 90 permissions');
  await page.getByRole('checkbox', { name: 'Only selected' }).check();
  await expect(page.getByRole('button', { name: /^Ross/ })).toHaveCount(0);
  await page.getByRole('checkbox', { name: phrase('roles.rights.wholeModule', { module: 'TM' }) }).uncheck();
  await expect(status).toHaveText('6 of 90 permissions');
});

test('permissions that the editor lacks are not offered, and rejected by the API', async ({
  openAs,
  product,
  tokensFor,
}) => {
  const page = await openAs('org.admin', '/role/create');
  await expect(permissionCheckbox(page, phrase('app.right.LIST_USERS'))).toBeVisible();
  await expect(permissionCheckbox(page, 'Create organisations')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Level' }).click();
  await expect(page.getByRole('option', { name: 'Global' })).toHaveCount(0);
  const { accessToken: token } = await tokensFor('org.admin');
  const modules = [{ shortName: 'om', accessRights: [{ shortName: 'create_organisation' }] }];
  const body = { name: 'Too much', level: 'STORE', modules };
  const host = 'kestrel.localhost';
  const response = await product.request({ host, path: '/role-management/roles', method: 'POST', token, body });
  expect([response.status, response.body.messageCode]).toEqual([409, 'role.beyondYourOwn']);

  await page.goto(`${product.urlOf(host)}/role?search=organisation administrator`);
  await page.getByRole('link', { name: 'Organisation administrator' }).click();
  await expect(main(page)).toContainText(phrase('errors.role.own'));
  await expect(main(page).getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
});

test('a user who may only list roles is offered no actions', async ({ openAs, product }) => {
  await setPermissions(product, 'Store user', ['list_roles']);
  const page = await openAs('store.user', '/role');
  await expect(row(page, 'Store manager')).toBeVisible();
  await expect(row(page, 'Company manager')).toHaveCount(0);
  await expect(main(page).getByRole('link')).toHaveCount(0);
  await expect(main(page).getByRole('button', { name: /Actions|Create/ })).toHaveCount(0);
  for (const path of ['/role/create', '/role/01900000-0000-7000-8000-000000000000/view']) {
    await page.goto(product.urlOf('kestrel.localhost') + path);
    await expect(deniedHeading(page)).toBeVisible();
  }
});

test('roles of the platform are invisible to users of organisations', async ({ openAs, product }) => {
  const page = await openAs('global.admin');
  await menu(page).getByRole('link', { name: 'Ross Role List' }).click();
  await expect(page).toHaveURL(/\/roles$/);
  await expect(page).toHaveTitle('Ross Role List');
  await expect(row(page, 'Global administrator')).toContainText('Global');
  await menu(page).getByRole('link', { name: 'Create Ross role' }).click();
  await field(page, 'Name').fill('Looks on');
  await permissionCheckbox(page, 'See the organisations').check();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page).toHaveURL(/\/roles\/.+\/view$/);
  await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(/\/roles\/.+\/edit$/);
  await permissionCheckbox(page, 'View organisations').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Looks on saved')).toBeVisible();

  await test.step('its platform user has exactly its permissions', async () => {
    await product.executeSql(
      `update assignments set role_id = (select id from roles where name = 'Looks on')
        where user_id = (select id from users where user_name = 'global.admin')`,
      [],
    );
    await openAs('global.admin', '/organisation');
    await expect(menu(page).getByRole('link')).toHaveText(['Organisation List']);
    await product.executeSql(
      `update assignments set role_id = (select id from roles where name = 'Global administrator')
        where user_id = (select id from users where user_name = 'global.admin')`,
      [],
    );
  });

  await test.step('platform and organisation role lists deny each other’s users', async () => {
    await openAs('global.admin', '/role');
    await expect(deniedHeading(page)).toBeVisible();
    await openAs('org.admin', '/roles');
    await expect(deniedHeading(page)).toBeVisible();
    await page.goto(`${product.urlOf('kestrel.localhost')}/role?search=looks`);
    await expect(page.getByRole('heading', { name: 'No role matches' })).toBeVisible();
  });
});
