import { permissions } from '../contract/src/access.ts';
import { type Screen, screens } from '../web/src/platform/site-map.ts';
import { expect, test } from './test.ts';

const grant = `update roles set access_rights = string_to_array($1, ','), version = version + 1
  where name = 'Store user' and org_id = (select org_id from portal_hosts where host = 'kestrel.localhost')`;
const everything = permissions.map((name) => name.toLowerCase());
const nothing = '01900000-0000-7000-8000-00000000dead';
const all: readonly Screen[] = screens;
const forStores = all.filter(({ level }) => level?.is !== 'equal');

test('every screen is closed, and not in the menu, to whoever holds all but what it asks for', async ({
  enter,
  product,
}) => {
  test.setTimeout(300_000); // each screen with a role of its own
  for (const { path, permissions: wanted } of forStores) {
    await test.step(path, async () => {
      const lacking = everything.filter((right) => !wanted.map((name) => name.toLowerCase()).includes(right));
      await product.plant(grant, [lacking.join(',')]);
      const page = await enter('store.user', path.replace(/\{\w+\}/, nothing));
      await expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible();
      await expect(page.getByRole('main').locator('code')).toHaveText(wanted.join(', '));
      await expect(page.getByRole('navigation').first().locator(`a[href="${path}"]`)).toHaveCount(0);
    });
  }
});

test('with its right, by its name in small letters, each opens; without any right none does', async ({
  enter,
  product,
}) => {
  test.setTimeout(240_000);
  await product.plant(grant, [everything.join(',')]);
  const page = await enter('store.user');
  for (const { path, menu } of forStores) {
    await page.goto(product.at('kestrel.localhost') + path.replace(/\{\w+\}/, nothing));
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByText('You may not open this screen')).toHaveCount(0);
    if (menu) await expect(page.getByRole('navigation').first().locator(`a[href="${path}"]`)).toHaveCount(1);
  }
  await product.plant(grant, ['']);
  await enter('store.user', '/profile');
  for (const { path } of all) {
    await page.goto(product.at('kestrel.localhost') + path.replace(/\{\w+\}/, nothing));
    await expect(page.getByText('You may not open this screen')).toBeVisible();
  }
});

test('whoever works below the top of their organisation looks at it only where their role says so', async ({
  enter,
  product,
}) => {
  await product.plant(grant, ['om_dashboard,view_organisation']);
  const page = await enter('store.user');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('link', { name: 'Organisation', exact: true })).toHaveCount(0);
  await product.plant(grant, ['om_dashboard,view_organisation,access_organisation_level']);
  await enter('store.user');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('link', { name: 'Organisation', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kestrel Sports' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('kestrelsports.com');
  const address = page.url();
  await product.plant(grant, ['om_dashboard,view_organisation']);
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'No organisation at this address' })).toBeVisible();
});
