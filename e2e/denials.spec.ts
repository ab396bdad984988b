import { permissions } from '../contract/src/access.ts';
import type { Screen } from '../web/src/platform/screen.ts';
import { screens } from '../web/src/platform/site-map.ts';
import { expect, test } from './test.ts';
import { longTest } from '../api/test/limits.ts';
import { phrase } from '../web/test/phrase.ts';

const setPermissionsOf = (
  role: string,
) => `update roles set access_rights = string_to_array($1, ','), version = version + 1
  where name = '${role}' and org_id = (select org_id from portal_hosts where host = 'kestrel.localhost')`;
const setPermissionsSql = setPermissionsOf('Store user');
const allPermissions = permissions.map((name) => name.toLowerCase());
const unknownId = '01900000-0000-7000-8000-00000000dead';
const allScreens: readonly Screen[] = screens;
const storeScreens = allScreens.filter(({ level }) => level?.is !== 'equal');

/** Every third screen, each test beginning with another one; `npm run proof -- --only denials` opens all in each. */
const sampleOf = <T>(list: readonly T[], first: 0 | 1 | 2): readonly T[] =>
  list.filter((_, index) => process.env['FULL_MATRIX'] === '1' || index % 3 === first);

test('every screen is denied and missing from the menu with all permissions except its own', async ({
  openAs,
  product,
}) => {
  test.setTimeout(longTest.timeout); // a role for each screen
  for (const { path, permissions: requiredPermissions } of sampleOf(storeScreens, 0)) {
    await test.step(path, async () => {
      const otherPermissions = allPermissions.filter(
        (permission) => !requiredPermissions.map((name) => name.toLowerCase()).includes(permission),
      );
      await product.executeSql(setPermissionsSql, [otherPermissions.join(',')]);
      const page = await openAs('store.user', path.replace(/\{\w+\}/, unknownId));
      await expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible();
      await expect(page.getByRole('main').locator('code')).toHaveText(requiredPermissions.join(', '));
      await expect(page.getByRole('navigation').first().locator(`a[href="${path}"]`)).toHaveCount(0);
    });
  }
});

test('each screen opens with its permission in lower case, and none opens without permissions', async ({
  openAs,
  product,
}) => {
  test.setTimeout(longTest.timeout);
  await product.executeSql(setPermissionsSql, [allPermissions.join(',')]);
  const page = await openAs('store.user');
  for (const { path, menu } of sampleOf(storeScreens, 1)) {
    await page.goto(product.urlOf('kestrel.localhost') + path.replace(/\{\w+\}/, unknownId));
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: phrase('app.denied.title'), exact: true })).toHaveCount(0);
    if (menu) await expect(page.getByRole('navigation').first().locator(`a[href="${path}"]`)).toHaveCount(1);
  }
  await product.executeSql(setPermissionsSql, ['']);
  await openAs('store.user', '/profile');
  for (const { path } of sampleOf(allScreens, 2)) {
    await page.goto(product.urlOf('kestrel.localhost') + path.replace(/\{\w+\}/, unknownId));
    await expect(page.getByRole('heading', { name: phrase('app.denied.title'), exact: true })).toBeVisible();
  }
});

test('a menu entry that needs one of several permissions goes with the last of them, one that needs all with the first', async ({
  openAs,
  product,
}) => {
  const readMenu = async (...missing: readonly string[]) => {
    await product.executeSql(setPermissionsOf('Organisation administrator'), [
      allPermissions.filter((permission) => !missing.includes(permission)).join(','),
    ]);
    const page = await openAs('org.admin');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
    const paths = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    return ['/product/import', '/audit-trail'].filter((path) => paths.includes(path));
  };
  expect(await readMenu()).toEqual(['/product/import', '/audit-trail']);
  expect(await readMenu('create_setting')).toEqual(['/product/import', '/audit-trail']);
  expect(await readMenu('create_setting', 'edit_setting')).toEqual(['/audit-trail']);
  expect(await readMenu('view_node')).toEqual(['/product/import']);
});

test('a user below the organisation’s root views the organisation only if their role allows it', async ({
  openAs,
  product,
}) => {
  await product.executeSql(setPermissionsSql, ['om_dashboard,view_organisation']);
  const page = await openAs('store.user');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('link', { name: 'Organisation', exact: true })).toHaveCount(0);
  await product.executeSql(setPermissionsSql, ['om_dashboard,view_organisation,access_organisation_level']);
  await openAs('store.user');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('link', { name: 'Organisation', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kestrel Sports' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('kestrelsports.com');
  const organisationUrl = page.url();
  await product.executeSql(setPermissionsSql, ['om_dashboard,view_organisation']);
  await page.goto(organisationUrl);
  await expect(page.getByRole('heading', { name: 'Organisation not found' })).toBeVisible();
});

type Control = readonly ['link' | 'button' | 'menuitem' | 'term', string];

/** The screens with controls, and the control that each permission shows there. */
const controls: readonly {
  readonly path: string;
  readonly menu?: string;
  readonly shown: Readonly<Record<string, Control>>;
}[] = [
  { path: '/users', shown: { create_user: ['link', 'Create user'] } },
  {
    path: '/user/{user}/view',
    shown: {
      edit_user: ['link', 'Edit'],
      enabled_user: ['button', 'Disable'],
      delete_user: ['button', 'Delete'],
      allow_access_marketing_opt_in_preference: ['term', 'Marketing'],
    },
  },
  {
    path: '/structure/hierarchy?node={node}',
    menu: 'Actions for North',
    shown: {
      create_node: ['link', 'Create location'],
      edit_node: ['link', 'Edit'],
      enabled_node: ['menuitem', 'Disable'],
      delete_node: ['menuitem', 'Delete'],
    },
  },
  { path: '/role', shown: { create_role: ['link', 'Create role'] } },
];

test('each control for users and nodes is shown with its permission and missing without it', async ({
  openAs,
  tokensFor,
  product,
}) => {
  test.slow(); // opens each screen once per control
  const host = 'kestrel.localhost';
  const { accessToken: token } = await tokensFor('org.admin');
  const listOf = async (path: string) => (await product.request({ host, path, token })).body.result;
  const ids = {
    '{user}': (await listOf('/user-management/users?search=store.user&size=1'))[0].id,
    '{node}': (await listOf('/node-management/node/search?search=UK-NORTH&size=1'))[0].nodeId,
  };
  const page = await openAs('company.admin');
  const rounds = Math.max(...controls.map(({ shown }) => Object.keys(shown).length));
  for (let round = -1; round < rounds; round += 1) {
    const missing = controls.map(({ shown }) => Object.keys(shown)[round]);
    await test.step(round < 0 ? 'with all permissions' : `without ${missing.filter(Boolean).join(', ')}`, async () => {
      const granted = allPermissions.filter((permission) => !missing.includes(permission));
      await product.executeSql(setPermissionsOf('Company manager'), [granted.join(',')]);
      await openAs('company.admin');
      for (const [index, { path, menu, shown }] of controls.entries()) {
        if (round >= 0 && missing[index] === undefined) continue;
        await page.goto(product.urlOf(host) + path.replace(/\{\w+\}/, (name) => ids[name as keyof typeof ids]));
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        if (menu) await page.getByRole('button', { name: menu }).click();
        const controlOf = ([role, name]: Control) =>
          (role === 'menuitem' ? page : page.getByRole('main'))
            .getByRole(role, role === 'term' ? {} : { name, exact: true }) // terms have no accessible name
            .filter({ hasText: name });
        for (const [permission, control] of Object.entries(shown))
          if (permission !== missing[index]) await expect(controlOf(control).first(), permission).toBeVisible();
        const hidden = shown[missing[index] ?? ''];
        if (hidden) await expect(controlOf(hidden), missing[index]).toHaveCount(0);
      }
    });
  }
});

test('a user without a location opens the screens of the role and finds no data there', async ({ openAs, product }) => {
  await product.executeSql(setPermissionsSql, [allPermissions.join(',')]);
  const storeUser = `user_name = $1 and org_id = (select org_id from portal_hosts where host = 'kestrel.localhost')`;
  // as for users who belong to the organisation only
  const noLocation = (table: string) =>
    `update ${table} set node_id = null, tpath = (select tpath from nodes where nodes.id = ${table}.org_id)`;
  for (const statement of [
    `${noLocation('assignments')} where user_id = (select id from users where ${storeUser})`,
    `${noLocation('users')} where ${storeUser}`,
  ])
    await product.executeSql(statement, ['store.user']);
  const page = await openAs('store.user', '/users');
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible();
  await expect(page.getByText('No users yet')).toBeVisible();
  await page.goto(`${product.urlOf('kestrel.localhost')}/structure/hierarchy`);
  await expect(page.getByText('No location assigned')).toBeVisible();
  await expect(page.getByRole('treeitem')).toHaveCount(0);
});
