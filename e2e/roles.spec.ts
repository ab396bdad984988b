import type { Page } from '@playwright/test';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import type { Product } from './product.ts';
import { expect, test } from './test.ts';

const main = (page: Page) => page.getByRole('main');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const right = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const denied = (page: Page) => page.getByRole('heading', { name: 'You may not open this screen' });
const kestrel = `(select org_id from portal_hosts where host = 'kestrel.localhost')`;

/** Gives somebody of Kestrel a role by its name. */
const give = (product: Product, person: string, role: string) =>
  product.plant(
    `update assignments set role_id = (select id from roles where org_id = ${kestrel} and name = $2 and deleted_date is null)
      where user_id = (select id from users where org_id = ${kestrel} and user_name = $1) and position = 0`,
    [person, role],
  );

/** Gives a role of Kestrel just these rights. */
const grant = (product: Product, role: string, rights: readonly string[]) =>
  product.plant(
    `update roles set access_rights = string_to_array($2, ','), version = version + 1 where org_id = ${kestrel} and name = $1`,
    [role, rights.join(',')],
  );

const signIn = (product: Product, username: string) => {
  const words = { username, password: demoPassword, domainName: 'kestrel.localhost' };
  const body = Object.fromEntries(Object.entries(words).map(([name, word]) => [name, btoa(word)]));
  return product.ask({ host: 'kestrel.localhost', path: '/user-management/login', method: 'POST', body });
};

test('the roles are found in the menu, searched, filtered, sorted and counted, with the people who hold them', async ({
  enter,
}) => {
  const page = await enter('org.admin');
  await menu(page).getByRole('link', { name: 'Role List' }).click();
  await expect(page).toHaveURL(/\/role$/);
  await expect(page).toHaveTitle('Role List');
  await expect(main(page).getByRole('status').first()).toHaveText('7 roles');
  await expect(row(page, 'Region manager')).toContainText('Trading region');
  await page.getByRole('button', { name: 'Level' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Organisation administrator');
  await page.getByRole('searchbox', { name: 'Search name and description' }).fill('one company');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search name and description' }).fill('');
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

test('a role is made of rights over two modules, held by somebody, changed, closed, opened and deleted', async ({
  enter,
  product,
  tokensOf,
}) => {
  test.slow(); // a whole life
  const page = await enter('org.admin', '/role/create');
  await right(page, 'See the user list').check();
  await page.getByRole('button', { name: /^SOTK/ }).click();
  await right(page, 'Use SOTK').check();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(field(page, 'Name')).toHaveAccessibleDescription(/This field is required/);
  await field(page, 'Name').fill('Stock clerk');
  const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/role-management/roles'));
  await page.getByRole('button', { name: 'Create role' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ name: 'Stock clerk', level: 'STORE' });
  await expect(page.getByText('Stock clerk is created')).toBeVisible();

  await test.step('it is looked at, and kept', async () => {
    await expect(page).toHaveURL(/\/role\/.+\/view$/);
    await page.reload();
    for (const name of ['See the user list', 'Use SOTK']) {
      await expect(right(page, name)).toBeChecked();
      await expect(right(page, name)).toBeDisabled();
    }
    await page.getByRole('checkbox', { name: 'Only what is ticked' }).uncheck();
    await expect(right(page, 'Edit users')).not.toBeChecked();
    await expect(main(page).getByRole('textbox')).toHaveCount(0);
  });

  await give(product, 'store.user', 'Stock clerk');
  const { accessToken: token } = await tokensOf('store.user');
  const theirs = (path: string) => product.ask({ host: 'kestrel.localhost', path, token });
  const claims = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string };
  const address = page.url();
  await test.step('whoever has it may do just what it says', async () => {
    const { permissions } = (await theirs(`/user-management/users/${claims.sub}`)).body.result;
    expect(permissions.toSorted()).toEqual(['LIST_USERS', 'list_users', 'sotk_access']);
    const other = await enter('store.user', '/users');
    await expect(menu(other).getByRole('link')).toHaveText(['User List']);
    await expect(other.getByRole('row').nth(1)).toBeVisible();
  });

  await test.step('a right that is taken away is gone with their next request', async () => {
    await enter('org.admin', new URL(address).pathname);
    await expect(main(page)).toContainText('1 user');
    await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
    await right(page, 'See the user list').uncheck();
    await right(page, 'View users').check();
    await expect(main(page)).toContainText('1 added, 1 taken away');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Stock clerk is saved')).toBeVisible();
    expect((await theirs('/user-management/users')).status).toBe(403);
    await main(page).getByRole('link', { name: 'View', exact: true }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline).toContainText('Rights added View users');
    await expect(timeline).toContainText('Rights taken away See the user list');
  });

  await test.step('while it is closed nobody signs in by it', async () => {
    await act(page, 'Stock clerk', 'Disable');
    await expect(page.getByRole('dialog')).toContainText('Held by 1 user.');
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('Stock clerk is disabled')).toBeVisible();
    expect((await theirs('/user-management/sessions')).status).toBe(401);
    expect((await signIn(product, 'store.user@kestrelsports.com')).body.message).toContain('You are not allowed');
    await act(page, 'Stock clerk', 'Enable');
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('Stock clerk is enabled')).toBeVisible();
    expect((await signIn(product, 'store.user@kestrelsports.com')).status).toBe(200);
  });

  await test.step('it is deleted once nobody has it any more', async () => {
    await act(page, 'Stock clerk', 'Delete');
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('Stock clerk was not deleted: it is held by 1 user.')).toBeVisible();
    await give(product, 'store.user', 'Store user');
    await page.reload();
    await act(page, 'Stock clerk', 'Delete');
    await expect(page.getByRole('dialog')).toContainText('Nobody holds it.');
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page).toHaveURL(/\/role$/);
    await expect(row(page, 'Company manager')).toBeVisible();
    await expect(row(page, 'Stock clerk')).toHaveCount(0);
  });
});

test('a new role begins as a ready-made one, or as another one is, and two are laid side by side', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/role/create');
  await page.getByRole('combobox', { name: 'Ready-made role' }).click();
  await page.getByRole('option', { name: 'Region manager' }).click();
  await expect(field(page, 'Name')).toHaveValue('Region manager');
  await expect(page.getByText('Taken over from Region manager.')).toBeVisible();
  await field(page, 'Name').fill('Deputy');
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByText('Deputy is created')).toBeVisible();

  await act(page, 'Deputy', 'Copy to a new role');
  await expect(right(page, 'View nodes')).toBeChecked();
  await right(page, 'View nodes').uncheck();
  await field(page, 'Name').fill('Second deputy');
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByText('Second deputy is created')).toBeVisible();

  await act(page, 'Second deputy', 'Compare with…');
  await page.getByRole('combobox', { name: 'Other role' }).fill('Deputy');
  await page.getByRole('option', { name: 'Deputy', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    /^Only Second deputy 0/,
    /^Both 14/,
    /^Only Deputy 1/,
  ]);
  await expect(dialog).toContainText('View nodes');
});

test('rights are found by their name or permission, ticked by the keyboard, a handful or a module at once', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/role/create');
  const status = main(page).getByRole('status').filter({ hasText: 'rights' });
  await page.getByRole('searchbox', { name: 'Find a right' }).fill('enabled_');
  await expect(right(page, 'Enable and disable users')).toBeVisible();
  await expect(right(page, 'See the user list')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Find a right' }).fill('');
  await right(page, 'See the role list').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(right(page, 'View roles')).toBeChecked();
  await page.keyboard.press('Shift+Space');
  await expect(status).toHaveText('6 of 90 rights');
  await page.getByRole('checkbox', { name: 'All rights of TM' }).check();
  await expect(status).toHaveText('11 of 90 rights');
  await page.getByRole('checkbox', { name: 'Only what is ticked' }).check();
  await expect(page.getByRole('button', { name: /^Ross/ })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'All rights of TM' }).uncheck();
  await expect(status).toHaveText('6 of 90 rights');
});

test('nobody gives what they do not hold: it is not offered, and refused past the screen', async ({
  enter,
  product,
  tokensOf,
}) => {
  const page = await enter('org.admin', '/role/create');
  await expect(right(page, 'See the user list')).toBeVisible();
  await expect(right(page, 'Create organisations')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Level' }).click();
  await expect(page.getByRole('option', { name: 'Global' })).toHaveCount(0);
  const { accessToken: token } = await tokensOf('org.admin');
  const modules = [{ shortName: 'om', accessRights: [{ shortName: 'create_organisation' }] }];
  const body = { name: 'Too much', level: 'STORE', modules };
  const host = 'kestrel.localhost';
  const reply = await product.ask({ host, path: '/role-management/roles', method: 'POST', token, body });
  expect([reply.status, reply.body.messageCode]).toEqual([409, 'role.beyondYourOwn']);

  await page.goto(`${product.at(host)}/role?search=organisation administrator`);
  await page.getByRole('link', { name: 'Organisation administrator' }).click();
  await expect(main(page)).toContainText('Nobody changes a role that they hold themselves.');
  await expect(main(page).getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
});

test('whoever may only see the list sees no way to do anything with a role', async ({ enter, product }) => {
  await grant(product, 'Store user', ['list_roles']);
  const page = await enter('store.user', '/role');
  await expect(row(page, 'Store manager')).toBeVisible();
  await expect(row(page, 'Company manager')).toHaveCount(0);
  await expect(main(page).getByRole('link')).toHaveCount(0);
  await expect(main(page).getByRole('button', { name: /Actions|Create/ })).toHaveCount(0);
  for (const path of ['/role/create', '/role/01900000-0000-7000-8000-000000000000/view']) {
    await page.goto(product.at('kestrel.localhost') + path);
    await expect(denied(page)).toBeVisible();
  }
});

test('the platform has roles of its own, which nobody of an organisation sees', async ({ enter, product }) => {
  const page = await enter('global.admin');
  await menu(page).getByRole('link', { name: 'Ross Role List' }).click();
  await expect(page).toHaveURL(/\/roles$/);
  await expect(page).toHaveTitle('Ross Role List');
  await expect(row(page, 'Global administrator')).toContainText('Global');
  await menu(page).getByRole('link', { name: 'Create Ross role' }).click();
  await field(page, 'Name').fill('Looks on');
  await right(page, 'See the organisations').check();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page).toHaveURL(/\/roles\/.+\/view$/);
  await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(/\/roles\/.+\/edit$/);
  await right(page, 'View organisations').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Looks on is saved')).toBeVisible();

  await test.step('whoever of the platform has it may do just what it says', async () => {
    await product.plant(
      `update assignments set role_id = (select id from roles where name = 'Looks on')
        where user_id = (select id from users where user_name = 'global.admin')`,
      [],
    );
    await enter('global.admin', '/organisation');
    await expect(menu(page).getByRole('link')).toHaveText(['Organisation List']);
    await product.plant(
      `update assignments set role_id = (select id from roles where name = 'Global administrator')
        where user_id = (select id from users where user_name = 'global.admin')`,
      [],
    );
  });

  await test.step('the two areas are closed to each other', async () => {
    await enter('global.admin', '/role');
    await expect(denied(page)).toBeVisible();
    await enter('org.admin', '/roles');
    await expect(denied(page)).toBeVisible();
    await page.goto(`${product.at('kestrel.localhost')}/role?search=looks`);
    await expect(page.getByRole('heading', { name: 'No role matches' })).toBeVisible();
  });
});
