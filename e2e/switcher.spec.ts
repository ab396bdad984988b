import type { Page } from '@playwright/test';
import { accessRightsOf, type ModuleCode, moduleCodes } from '../contract/src/modules.ts';
import type { Product } from './product.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const storeRights = `update roles set access_rights = string_to_array($1, ','), version = version + 1
  where name = 'Store user' and org_id = (select org_id from portal_hosts where host = 'kestrel.localhost')`;
const globalRights = `update roles set access_rights = string_to_array($1, ','), version = version + 1
  where level = 'GLOBAL'`;

const rightsOf = (...codes: readonly ModuleCode[]) =>
  codes.flatMap((code) => accessRightsOf(code).map(({ shortName }) => shortName));
const icons = ['organisation_app_icon', 'module_app_icon', 'allow_to_view_module_icon'];
const grant = (product: Product, rights: readonly string[]) => product.executeSql(storeRights, [rights.join(',')]);

const tiles = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Applications' });
const names = (links: ReturnType<Page['locator']>) => links.locator('span > span:first-child:not(:has(*))');
const switcher = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });
const popup = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('list', { name: 'Applications' }) });
const session = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('AUTH') ?? '{}') as { module: string; permissions: readonly string[] },
  );

test('the dashboard has a tile for each module of the role by name, three in a row, 4 pixels apart, as 1 to 1.6', async ({
  openAs,
  product,
}) => {
  await grant(product, rightsOf('om', 'sotk', 'saga', 'ross', 'tm'));
  const page = await openAs('store.user');
  await expect(names(tiles(page).getByRole('link'))).toHaveText(['OM', 'Ross', 'SAGA', 'SOTK', 'TM']);
  const boxes = await tiles(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON() as DOMRect));
  for (const { width, height } of boxes) expect(height / width).toBeCloseTo(1.6, 1);
  const [first, second, third, fourth] = boxes;
  expect(second!.left - first!.right).toBeCloseTo(4, 1);
  expect([second!.top, third!.top]).toEqual([first!.top, first!.top]);
  expect(fourth!.left).toBe(first!.left);
  expect(fourth!.top - first!.bottom).toBeCloseTo(4, 1);
});

const cutTexts = (elements: Element[]) =>
  elements
    .flatMap((link) => [link, ...link.querySelectorAll('span')])
    .filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
    .flatMap((box) => (box.clientWidth > 0 ? [box.textContent] : []));

test('a tile shows its whole text, in German and on a phone too', async ({ openAs, product }) => {
  await grant(product, rightsOf(...moduleCodes));
  const page = await openAs('store.user');
  await page.getByRole('banner').getByRole('combobox', { name: 'Language' }).selectOption('de');
  const links = page.getByRole('main').getByRole('list', { name: 'Anwendungen' }).getByRole('link');
  await expect(links).toHaveCount(moduleCodes.length);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => links.evaluateAll(cutTexts)).toEqual([]);
  }
});

test('a click on the tile of a module reloads the user, limits the permissions to the module and keeps it over a reload', async ({
  openAs,
  product,
}) => {
  await grant(product, rightsOf('om', 'sotk'));
  const page = await openAs('store.user');
  await expect(tiles(page).getByRole('link', { name: 'OM' })).toHaveAttribute('aria-current', 'true');
  const userRequest = page.waitForRequest(/\/user-management\/users\/[0-9a-f-]{36}$/);
  await tiles(page).getByRole('link', { name: 'SOTK' }).click();
  await userRequest;
  await expect(page).toHaveURL(/\/sotk\/$/);
  await expect(page.getByRole('heading', { level: 1, name: 'SOTK' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Stock-take' }).first()).toBeVisible();
  const ofModule = accessRightsOf('sotk').flatMap(({ shortName, associatePermission }) => [
    shortName,
    associatePermission,
  ]);
  const limited = { module: 'sotk', permissions: ofModule.filter(Boolean) };
  expect(await session(page)).toMatchObject(limited);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Product List', 'Media Library']);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'SOTK' })).toBeVisible();
  expect(await session(page)).toMatchObject(limited);
  await switcher(page, 'SOTK').click();
  await popup(page).getByRole('link', { name: 'OM' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'User List' })).toBeVisible();
  const { module, permissions } = await session(page);
  expect([module, permissions.includes('LIST_USERS')]).toEqual(['om', true]);

  // the role was changed meanwhile; saving the profile loads the user again, with the permissions of all modules
  const [tmRight] = rightsOf('tm');
  await grant(product, rightsOf('om', 'sotk', 'tm'));
  await page.goto(`${product.urlOf('kestrel.localhost')}/profile`);
  await page.getByRole('textbox', { name: 'First name', exact: true }).fill('Thomasina');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect
    .poll(async () => (await session(page)).permissions)
    .toEqual(expect.arrayContaining([...rightsOf('sotk'), tmRight]));
});

test('a screen that the selected module does not open leaves the module', async ({ openAs, product }) => {
  await grant(product, rightsOf('om', 'sotk'));
  const page = await openAs('store.user', '/sotk/');
  await expect(page.getByRole('heading', { level: 1, name: 'SOTK' })).toBeVisible();
  await page.goto(`${product.urlOf('kestrel.localhost')}/users`);
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible();
  expect(await session(page)).toMatchObject({ module: 'om' });
});

test('the popup offers at most eight modules in their order, of those in the role', async ({ openAs, product }) => {
  await grant(product, rightsOf(...moduleCodes));
  const page = await openAs('store.user');
  await expect(tiles(page).getByRole('link')).toHaveCount(10);
  await switcher(page, 'Organisation management').click();
  await expect(names(popup(page).getByRole('link'))).toHaveText([
    'OM',
    'SOTK',
    'Kestrel Basket', // as the demo organisation calls its e-basket
    'TM',
    'T2S',
    'RJ',
    'Engage',
    'DOTI',
  ]);
  await page.keyboard.press('Escape');
  await expect(switcher(page, 'Organisation management')).toBeFocused();
  await grant(product, rightsOf('om', 'rj', 'saga'));
  await page.reload();
  await switcher(page, 'Organisation management').click();
  await expect(names(popup(page).getByRole('link'))).toHaveText(['OM', 'RJ']);
});

test('each of the ten modules has an address that opens a page', async ({ openAs, product }) => {
  await grant(product, rightsOf(...moduleCodes));
  const page = await openAs('store.user');
  for (const [code, heading, path] of [
    ['om', 'Store dashboard', '/dashboard'],
    ['ross', 'Store dashboard', '/dashboard'],
    ['saga', 'SAGA', '/saga/'],
    ['tm', 'TM', '/tm/'],
    ['rj', 'RJ', '/rj/'],
    ['ebasket', 'Kestrel Basket', '/ebasket/'],
    ['t2s', 'T2S', '/t2s/'],
    ['sotk', 'SOTK', '/sotk/'],
    ['engage', 'Engage', '/engage/'],
    ['doti', 'DOTI', '/doti/'],
  ] as const) {
    await test.step(code, async () => {
      await page.goto(`${product.urlOf('kestrel.localhost')}/dashboard`);
      await tiles(page).locator(`a[href="/${code}/"]`).click();
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
      const content = page.getByRole('main').locator('form, section');
      await expect(content.first()).toBeVisible();
    });
  }
});

test('the address of a module outside the role says so', async ({ openAs, product }) => {
  await grant(product, rightsOf('om'));
  const page = await openAs('store.user', '/sotk/');
  await expect(page.getByRole('heading', { name: phrase('app.modulePage.denied', { module: 'SOTK' }) })).toBeVisible();
  await page.getByRole('link', { name: 'Go to dashboard' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
});

for (const [missing, expectation] of [
  ['module_app_icon', 'neither icon nor popup'],
  ['allow_to_view_module_icon', 'the icon without popup'],
] as const) {
  test(`without ${missing} the header has ${expectation}, the dashboard all tiles, and the addresses still open`, async ({
    openAs,
    product,
  }) => {
    await grant(
      product,
      rightsOf('om', 'sotk').filter((right) => right !== missing),
    );
    const page = await openAs('store.user');
    await expect(tiles(page).getByRole('link')).toHaveCount(2);
    await expect(switcher(page, 'Organisation management')).toHaveCount(0);
    await expect(page.getByRole('banner').getByText('Organisation management')).toHaveCount(
      missing === 'module_app_icon' ? 0 : 1,
    );
    await tiles(page).getByRole('link', { name: 'SOTK' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'SOTK' })).toBeVisible();
  });
}

test('each icon of the header appears only with its permission, and the profile button only with that for the profile', async ({
  openAs,
  product,
}) => {
  const profile = (page: Page) =>
    page.getByRole('dialog', { name: 'Your menu' }).getByRole('link', { name: 'Profile', exact: true });
  for (const isGranted of [true, false]) {
    const rights = rightsOf('om').filter((right) => isGranted || ![...icons, 'view_profile'].includes(right));
    await grant(product, rights);
    const page = await openAs('store.user');
    await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
    await expect(switcher(page, 'Organisation management')).toHaveCount(isGranted ? 1 : 0);
    await page.getByRole('button', { name: 'Your menu' }).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(profile(page)).toHaveCount(isGranted ? 1 : 0);
  }
});

test('the header has a button for the menu, a switcher and a choice of language', async ({ openAs }) => {
  const page = await openAs('org.admin');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('button', { name: 'Collapse menu' })).toBeVisible();
  await expect(switcher(page, 'Organisation management')).toBeVisible();
  await expect(banner.getByRole('combobox', { name: 'Language' })).toBeVisible();
});

test('a global user gets tiles of organisations that open their portals, searched and with the last opened first', async ({
  openAs,
}) => {
  const requested: string[] = [];
  const organisations = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Organisations' });
  const page = await openAs('global.admin', '/nonsense');
  page.on('request', (request) => {
    if (request.url().includes('/node-management/organization')) requested.push(new URL(request.url()).search);
  });
  await page.getByRole('button', { name: 'Go to dashboard' }).click();
  const bramble = organisations(page).getByRole('link', { name: /Bramble Toys/ });
  await expect(bramble).toHaveAttribute('href', /^http:\/\/bramble\.localhost/);
  await expect(organisations(page).getByRole('listitem').filter({ hasText: 'Bramble Toys' })).toContainText('Enabled');
  expect(requested).toEqual(['?search=&sort=createdDate%3Adesc&page=0&size=100']);
  await expect(organisations(page).getByRole('link')).toHaveCount(2);
  const last = organisations(page).getByRole('link').last();
  const lastName = (await last.getAttribute('title'))!;
  const [portal] = await Promise.all([page.context().waitForEvent('page'), last.click()]);
  await portal.close();
  await page.reload();
  await expect(organisations(page).getByRole('link').first()).toHaveAttribute('title', lastName);
  await page.getByRole('searchbox', { name: 'Search organisations' }).fill('kestrel');
  await expect(organisations(page).getByRole('link')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search organisations' }).fill('nobody');
  await expect(page.getByText(phrase('app.switcher.noOrganisationFound', { search: 'nobody' }))).toBeVisible();
});

test('the popup with the organisations needs its permission, the tiles on the dashboard only that for the list', async ({
  openAs,
  product,
}) => {
  const page = await openAs('global.admin');
  await switcher(page, 'All organisations').click();
  const list = page.getByRole('dialog').filter({ has: page.getByRole('list', { name: 'Organisations' }) });
  await expect(list.getByRole('link', { name: /Kestrel Sports/ })).toHaveAttribute('href', /kestrel\.localhost/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await product.executeSql(globalRights, [
    rightsOf('om')
      .filter((right) => right !== 'organisation_app_icon')
      .join(','),
  ]);
  await page.reload();
  await expect(page.getByRole('main').getByRole('link', { name: /Kestrel Sports/ })).toBeVisible();
  await expect(switcher(page, 'All organisations')).toHaveCount(0);
  await product.executeSql(globalRights, [
    rightsOf('om')
      .filter((right) => right !== 'list_organisations')
      .join(','),
  ]);
  // the session of before would still ask for the list, which ends it
  await openAs('global.admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Global dashboard' })).toBeVisible();
  await expect(page.getByText('Dashboard is coming soon....')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /Kestrel Sports/ })).toHaveCount(0);
  // later tests use the role as it was
  await product.executeSql(globalRights, [rightsOf(...moduleCodes).join(',')]);
});

for (const [account, heading, group, icon] of [
  ['global.admin', 'Global dashboard', 'Administrator', 'All organisations'],
  ['org.admin', 'Organisation dashboard', 'Organisation', 'Organisation management'],
  ['company.admin', 'Company dashboard', 'Company', 'Organisation management'],
  ['region.manager', 'Trading region dashboard', 'Region', 'Organisation management'],
  ['group.manager', 'Store group dashboard', 'Group', 'Organisation management'],
  ['subgroup.manager', 'Sub Store Group store manager dashboard', 'Group', 'Organisation management'],
  ['store.manager', 'Store dashboard', 'Store users', 'Organisation management'],
] as const) {
  test(`the level of the root node gives the ${account} the menu ${group}, the ${heading} and the icon ${icon}`, async ({
    openAs,
  }) => {
    const page = await openAs(account);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByText(group, { exact: true })).toBeVisible();
    await expect(switcher(page, icon)).toBeVisible();
    const kind = account === 'global.admin' ? 'Organisations' : 'Applications';
    await expect(page.getByRole('main').getByRole('list', { name: kind, exact: true })).toBeVisible();
  });
}
