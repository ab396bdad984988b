import { permissions } from '../contract/src/access.ts';
import type { Screen } from '../web/src/platform/screen.ts';
import { screens } from '../web/src/platform/site-map.ts';
import { expect, test } from './test.ts';

const setPermissionsSql = `update roles set access_rights = string_to_array($1, ','), version = version + 1
  where name = 'Store user' and org_id = (select org_id from portal_hosts where host = 'kestrel.localhost')`;
const allPermissions = permissions.map((name) => name.toLowerCase());
const unknownId = '01900000-0000-7000-8000-00000000dead';
const allScreens: readonly Screen[] = screens;
const storeScreens = allScreens.filter(({ level }) => level?.is !== 'equal');

test('every screen is denied and missing from the menu with all permissions except its own', async ({
  openAs,
  product,
}) => {
  test.setTimeout(900_000); // a role for each screen
  for (const { path, permissions: requiredPermissions } of storeScreens) {
    await test.step(path, async () => {
      const otherPermissions = allPermissions.filter(
        (permission) => !requiredPermissions.map((name) => name.toLowerCase()).includes(permission),
      );
      await product.executeSql(setPermissionsSql, [otherPermissions.join(',')]);
      const page = await openAs('store.user', path.replace(/\{\w+\}/, unknownId));
      await expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible();
      await expect(page.getByRole('main').locator('code')).toHaveText(requiredPermissions.join(', '));
      await expect(page.getByRole('navigation').first().locator(`a[href="${path}"]`)).toHaveCount(0);
    });
  }
});

test('each screen opens with its permission in lower case, and none opens without permissions', async ({
  openAs,
  product,
}) => {
  test.setTimeout(900_000);
  await product.executeSql(setPermissionsSql, [allPermissions.join(',')]);
  const page = await openAs('store.user');
  for (const { path, menu } of storeScreens) {
    await page.goto(product.urlOf('kestrel.localhost') + path.replace(/\{\w+\}/, unknownId));
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByText('You may not open this screen')).toHaveCount(0);
    if (menu) await expect(page.getByRole('navigation').first().locator(`a[href="${path}"]`)).toHaveCount(1);
  }
  await product.executeSql(setPermissionsSql, ['']);
  await openAs('store.user', '/profile');
  for (const { path } of allScreens) {
    await page.goto(product.urlOf('kestrel.localhost') + path.replace(/\{\w+\}/, unknownId));
    await expect(page.getByText('You may not open this screen')).toBeVisible();
  }
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
  await expect(page.getByRole('heading', { name: 'No organisation at this address' })).toBeVisible();
});
