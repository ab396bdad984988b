import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { normalised } from '@storeward/contract/fields';
import { type AccountName, expect, test, type Tokens } from './test.ts';
import type { Product } from './product.ts';
import { phrase } from '../web/test/phrase.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'User List' }).locator('tbody tr:not([aria-hidden])');
const nameLinks = (page: Page) => rows(page).locator('td:first-child a');
const search = (page: Page) => page.getByRole('searchbox', { name: phrase('users.list.search') });
const count = (page: Page) => page.getByRole('status');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const sortByName = (userNames: readonly string[]) =>
  userNames.toSorted((first, second) => (normalised(first) < normalised(second) ? -1 : 1));

async function findUserId(
  product: Product,
  { accessToken }: Tokens,
  userName: string,
  host = 'kestrel.localhost',
): Promise<string> {
  const path = `/user-management/users?search=${encodeURIComponent(userName)}&size=1`;
  const { body } = await product.request({ host, path, token: accessToken });
  return body.result[0].id as string;
}

/** Waits until the list has loaded for the current URL. */
const waitUntilLoaded = (page: Page) =>
  expect(page.getByRole('table', { name: 'User List' })).toHaveAttribute('aria-busy', 'false');

test('the search finds users regardless of accents, and names a search without results', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users');
  await expect(count(page)).toHaveText('150 users');
  for (const text of ['zolkiewski', 'ŻÓŁKIEWSKI', 'store.manager@kestrel']) {
    await search(page).fill(text);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(text);
    await waitUntilLoaded(page);
    await expect(count(page)).toHaveText('1 user');
    await expect(nameLinks(page)).toHaveText([/Jarek Żółkiewski/]);
  }
  await search(page).fill('jarek.or.store.manager');
  await expect(page).toHaveURL(/\/users\?search=jarek\.or\.store\.manager$/);
  await page.reload();
  await expect(search(page)).toHaveValue('jarek.or.store.manager');
  await search(page).fill('nobody-is-called-this');
  await expect(
    page.getByRole('heading', { name: phrase('users.list.nothingFound', { search: 'nobody-is-called-this' }) }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(count(page)).toHaveText('150 users');
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL(/\/users$/);
});

test('a column sorts the whole list in both directions, not only the visible rows', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?size=100');
  await expect(rows(page)).toHaveCount(100);
  const ascending = await nameLinks(page).allInnerTexts();
  expect(ascending).toEqual(sortByName(ascending));
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'descending');
  await waitUntilLoaded(page);
  const descending = await nameLinks(page).allInnerTexts();
  expect(descending).toEqual(sortByName(descending).toReversed());
  expect(normalised(descending[0] ?? '') > normalised(ascending.at(-1) ?? '')).toBe(true);
  await page.getByRole('button', { name: 'Email' }).click();
  await expect(page).toHaveURL(/sort=emailId%3Aasc/);
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending');
  await waitUntilLoaded(page);
  await expect(rows(page).first().locator('td').nth(1)).toHaveText(/^a/);
});

test('a page shows 5, 10, 25, 50 or 100 users, and the choice is stored on the device', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users');
  await expect(rows(page)).toHaveCount(10);
  const sizes = page.getByRole('combobox', { name: 'Rows' });
  await expect(sizes.getByRole('option')).toHaveText(['5', '10', '25', '50', '100']);
  for (const size of ['5', '25', '50', '100']) {
    await sizes.selectOption(size);
    await expect(rows(page)).toHaveCount(Number(size));
    await expect(page.getByText(`1–${size} of 150`)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('link', { name: 'User List' }).click();
  await expect(rows(page)).toHaveCount(100);
});

test('search, order and page are in the URL: reload and browser back show the same', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?size=5&sort=name%3Adesc');
  await expect(rows(page)).toHaveCount(5);
  const firstPage = await nameLinks(page).allInnerTexts();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('6–10 of 150')).toBeVisible();
  await waitUntilLoaded(page);
  const secondPage = await nameLinks(page).allInnerTexts();
  expect(secondPage).not.toEqual(firstPage);
  await page.reload();
  await expect(nameLinks(page)).toHaveText(secondPage);
  await expect(page.getByText('6–10 of 150')).toBeVisible();
  await nameLinks(page).first().click();
  await expect(heading(page, secondPage[0] ?? '')).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'User List' }).click();
  await expect(nameLinks(page)).toHaveText(secondPage);
  await page.goBack();
  await expect(heading(page, secondPage[0] ?? '')).toBeVisible();
  await page.goBack();
  await expect(nameLinks(page)).toHaveText(secondPage);
  await page.goBack();
  await expect(nameLinks(page)).toHaveText(firstPage);
});

test('a URL with invalid parameters still shows the list', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?size=7000&sort=password%3Aasc&page=-3&search=jarek&other=1');
  await expect(nameLinks(page)).toHaveText([/Jarek Żółkiewski/]);
});

test('a list that cannot be loaded shows an error, and a retry loads it', async ({ openAs, page, product }) => {
  await page.route('**/user-management/users?*', (route) => route.abort());
  await openAs('org.admin', '/users');
  await expect(page.getByRole('alert').filter({ hasText: phrase('ui.list.failed') })).toBeVisible();
  await page.unroute('**/user-management/users?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.route('**/user-management/users/*', (route) =>
    route.fulfill({ status: 503, json: { messageCode: 'service.unavailable' } }),
  );
  await page.goto(`${product.urlOf('kestrel.localhost')}/users`);
  await nameLinks(page).nth(3).click();
  await expect(page.getByRole('alert').filter({ hasText: phrase('users.page.failed') })).toBeVisible();
  await page.unroute('**/user-management/users/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Person' })).toBeVisible();
});

test('without permission for the list the missing permission, its scope and who can grant it are shown', async ({
  openAs,
}) => {
  const page = await openAs('store.user', '/users');
  await expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible();
  await expect(page.getByText('This page needs the permission “See the user list” at Leeds Briggate.')).toBeVisible();
  await expect(page.getByText('LIST_USERS', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'User List' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/users$/);
  await page.getByRole('main').getByRole('button').click();
  await expect(heading(page, 'Store dashboard')).toBeVisible();
});

const northNodes = [
  'North',
  'Yorkshire',
  'Leeds City',
  'Leeds Briggate',
  'Leeds Kirkgate',
  'York Coppergate',
  'Preston Fishergate',
];
const areas: readonly (readonly [AccountName, number, readonly string[]])[] = [
  ['region.manager', 25, northNodes],
  ['group.manager', 19, northNodes.filter((nodeName) => !/North|Preston/.test(nodeName))],
  ['subgroup.manager', 13, ['Leeds City', 'Leeds Briggate', 'Leeds Kirkgate']],
  ['store.manager', 7, ['Leeds Briggate']],
];
for (const [name, total, nodeNames] of areas) {
  test(`the ${name} sees only the users of the own area`, async ({ openAs }) => {
    const page = await openAs(name, '/users?size=100');
    await expect(count(page)).toHaveText(`${total} users`);
    await expect(rows(page)).toHaveCount(total);
    const nodeCells = await rows(page).locator('td:nth-child(4)').allInnerTexts();
    expect(new Set(nodeCells.map((nodeName) => nodeName.split(' · ')[0]?.trim()))).toEqual(new Set(nodeNames));
  });
}

test('a user outside the own area or of another organisation is reported as not found', async ({
  openAs,
  tokensFor,
  product,
}) => {
  const administratorId = await findUserId(product, await tokensFor('org.admin'), 'org.admin');
  const otherAdministratorId = await findUserId(
    product,
    await tokensFor('org.admin of bramble'),
    'org.admin',
    'bramble.localhost',
  );
  const page = await openAs('company.admin');
  for (const id of [administratorId, otherAdministratorId, '0199a000-0000-7000-8000-000000000009', 'no-id']) {
    await page.goto(`${product.urlOf('kestrel.localhost')}/user/${id}/view`);
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
    await expect(page.getByText(phrase('errors.user.unknown'), { exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: phrase('users.page.toList') }).click();
  await expect(count(page)).toHaveText('37 users');
});

test('a user is viewed without any secret in the response', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?search=store.manager%40');
  const response = page.waitForResponse(/\/user-management\/users\/[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'Jarek Żółkiewski' }).click();
  await expect(heading(page, 'Jarek Żółkiewski')).toBeVisible();
  await expect(page).toHaveTitle('Jarek Żółkiewski · View User');
  await expect(page.getByRole('region', { name: 'Location and role' })).toContainText(
    'Kestrel Sports › Kestrel UK › North › Yorkshire › Leeds City › Leeds Briggate',
  );
  await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText('Secret wordSet');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const body = await (await response).text();
  for (const secret of ['bluebird', '$argon2', 'Demo-portal-26']) expect(body).not.toContain(secret);
});

test('a global administrator works on the users, audit and roles of an organisation, which the address names', async ({
  openAs,
}) => {
  const page = await openAs('global.admin', '/users');
  const organisation = page
    .getByRole('main')
    .locator('input')
    .and(page.getByLabel('Organisation', { exact: true }));
  await organisation.click();
  await organisation.fill('Kestrel Sp');
  await page.getByRole('option', { name: 'Kestrel Sports', exact: true }).click();
  await expect(page).toHaveURL(/\/users\?.*orgId=[\w-]{36}/);
  await expect(rows(page)).toHaveCount(10);
  await expectAccessible(page, 'the users of an organisation for a global administrator');
  await page.reload();
  await expect(organisation).toHaveValue('Kestrel Sports');

  // the form and the audit go on with the same organisation
  await page.getByRole('main').getByRole('link', { name: 'Create user' }).click();
  await expect(page).toHaveURL(/\/user\/create\?orgId=/);
  await expect(organisation).toHaveValue('Kestrel Sports');
  await page.goto(new URL('/audit-trail', page.url()).href);
  await expect(page).toHaveURL(/orgId=/);
  await expect(organisation).toHaveValue('Kestrel Sports');
  await page.goto(new URL('/roles', page.url()).href);
  await expect(page.getByText('Store user').first()).toBeVisible();
  await organisation.click();
  await page.getByRole('option', { name: 'The platform' }).click();
  await expect(page).not.toHaveURL(/orgId=/);

  // what belongs to organisations alone stays closed
  for (const path of ['/role', '/structure/hierarchy', '/structure/create', '/user/import']) {
    await page.goto(new URL(path, page.url()).href);
    await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  }
});
