import type { Page } from '@playwright/test';
import { normalised } from '@storeward/contract/fields';
import { type AccountName, expect, test, type Tokens } from './test.ts';
import type { Product } from './product.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'User List' }).locator('tbody tr:not([aria-hidden])');
const names = (page: Page) => rows(page).locator('td:first-child a');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search name, e-mail or user name' });
const count = (page: Page) => page.getByRole('status');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const sorted = (found: readonly string[]) =>
  found.toSorted((one, other) => (normalised(one) < normalised(other) ? -1 : 1));

async function idOf(
  product: Product,
  { accessToken }: Tokens,
  userName: string,
  host = 'kestrel.localhost',
): Promise<string> {
  const path = `/user-management/users?search=${encodeURIComponent(userName)}&size=1`;
  const { body } = await product.ask({ host, path, token: accessToken });
  return body.result[0].id as string;
}

/** Loading is over and what is shown belongs to the address. */
const settled = (page: Page) =>
  expect(page.getByRole('table', { name: 'User List' })).toHaveAttribute('aria-busy', 'false');

test('a search finds people with and without their accents, and names what was found nowhere', async ({ enter }) => {
  const page = await enter('org.admin', '/users');
  await expect(count(page)).toHaveText('170 users');
  for (const words of ['zolkiewski', 'ŻÓŁKIEWSKI', 'store.manager@kestrel']) {
    await search(page).fill(words);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(words);
    await settled(page);
    await expect(count(page)).toHaveText('1 user');
    await expect(names(page)).toHaveText([/Jarek Żółkiewski/]);
  }
  await search(page).fill('jarek.or.store.manager');
  await expect(page).toHaveURL(/\/users\?search=jarek\.or\.store\.manager$/);
  await page.reload();
  await expect(search(page)).toHaveValue('jarek.or.store.manager');
  await search(page).fill('nobody-is-called-this');
  await expect(page.getByRole('heading', { name: 'Nobody found for “nobody-is-called-this”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(count(page)).toHaveText('170 users');
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL(/\/users$/);
});

test('a column sorts the whole list both ways, not only the rows in sight', async ({ enter }) => {
  const page = await enter('org.admin', '/users?size=100');
  await expect(rows(page)).toHaveCount(100);
  const upwards = await names(page).allInnerTexts();
  expect(upwards).toEqual(sorted(upwards));
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'descending');
  await settled(page);
  const downwards = await names(page).allInnerTexts();
  expect(downwards).toEqual(sorted(downwards).toReversed());
  expect(normalised(downwards[0] ?? '') > normalised(upwards.at(-1) ?? '')).toBe(true);
  await page.getByRole('button', { name: 'E-mail' }).click();
  await expect(page).toHaveURL(/sort=emailId%3Aasc/);
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveAttribute('aria-sort', 'ascending');
  await settled(page);
  await expect(rows(page).first().locator('td').nth(1)).toHaveText(/^a/);
});

test('a page holds 5, 10, 25, 50 or 100 people, and the choice is kept on this device', async ({ enter }) => {
  const page = await enter('org.admin', '/users');
  await expect(rows(page)).toHaveCount(10);
  const sizes = page.getByRole('combobox', { name: 'Rows' });
  await expect(sizes.getByRole('option')).toHaveText(['5', '10', '25', '50', '100']);
  for (const size of ['5', '25', '50', '100']) {
    await sizes.selectOption(size);
    await expect(rows(page)).toHaveCount(Number(size));
    await expect(page.getByText(`1–${size} of 170`)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('link', { name: 'User List' }).click();
  await expect(rows(page)).toHaveCount(100);
});

test('search, order and page stand in the address: a reload and the way back show the same', async ({ enter }) => {
  const page = await enter('org.admin', '/users?size=5&sort=name%3Adesc');
  await expect(rows(page)).toHaveCount(5);
  const first = await names(page).allInnerTexts();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('6–10 of 170')).toBeVisible();
  await settled(page);
  const second = await names(page).allInnerTexts();
  expect(second).not.toEqual(first);
  await page.reload();
  await expect(names(page)).toHaveText(second);
  await expect(page.getByText('6–10 of 170')).toBeVisible();
  await names(page).first().click();
  await expect(heading(page, second[0] ?? '')).toBeVisible();
  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'User List' }).click();
  await expect(names(page)).toHaveText(second);
  await page.goBack();
  await expect(heading(page, second[0] ?? '')).toBeVisible();
  await page.goBack();
  await expect(names(page)).toHaveText(second);
  await page.goBack();
  await expect(names(page)).toHaveText(first);
});

test('an address with nonsense in it shows the list all the same', async ({ enter }) => {
  const page = await enter('org.admin', '/users?size=7000&sort=password%3Aasc&page=-3&search=jarek&other=1');
  await expect(names(page)).toHaveText([/Jarek Żółkiewski/]);
});

test('a list that cannot be loaded says so, and one more try brings it', async ({ enter, page, product }) => {
  await page.route('**/user-management/users?*', (route) => route.abort());
  await enter('org.admin', '/users');
  await expect(page.getByRole('alert').filter({ hasText: 'The list could not be loaded' })).toBeVisible();
  await page.unroute('**/user-management/users?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.route('**/user-management/users/*', (route) =>
    route.fulfill({ status: 503, json: { messageCode: 'service.unavailable' } }),
  );
  await page.goto(`${product.at('kestrel.localhost')}/users`);
  await names(page).nth(3).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This user could not be loaded' })).toBeVisible();
  await page.unroute('**/user-management/users/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Person' })).toBeVisible();
});

test('whoever may not see the list is told which right is missing, where, and who can grant it', async ({ enter }) => {
  const page = await enter('store.user', '/users');
  await expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible();
  await expect(page.getByText('It needs the right “See the user list” at Leeds Briggate.')).toBeVisible();
  await expect(page.getByText('LIST_USERS', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'User List' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/users$/);
  await page.getByRole('main').getByRole('button').click();
  await expect(heading(page, 'Store dashboard')).toBeVisible();
});

const north = [
  'North',
  'Yorkshire',
  'Leeds City',
  'Leeds Briggate',
  'Leeds Kirkgate',
  'York Coppergate',
  'Preston Fishergate',
];
const areas: readonly (readonly [AccountName, number, readonly string[]])[] = [
  ['region.manager', 25, north],
  ['group.manager', 19, north.filter((place) => !/North|Preston/.test(place))],
  ['subgroup.manager', 13, ['Leeds City', 'Leeds Briggate', 'Leeds Kirkgate']],
  ['store.manager', 7, ['Leeds Briggate']],
];
for (const [name, total, places] of areas) {
  test(`the ${name} sees the people of the own area and nobody else`, async ({ enter }) => {
    const page = await enter(name, '/users?size=100');
    await expect(count(page)).toHaveText(`${total} users`);
    await expect(rows(page)).toHaveCount(total);
    const shown = await rows(page).locator('td:nth-child(4)').allInnerTexts();
    expect(new Set(shown.map((place) => place.split(' · ')[0]?.trim()))).toEqual(new Set(places));
  });
}

test('somebody outside the own area, or of another organisation, is as absent as nobody at all', async ({
  enter,
  tokensOf,
  product,
}) => {
  const boss = await idOf(product, await tokensOf('org.admin'), 'org.admin');
  const foreigner = await idOf(product, await tokensOf('org.admin of bramble'), 'org.admin', 'bramble.localhost');
  const page = await enter('company.admin');
  for (const id of [boss, foreigner, '0199a000-0000-7000-8000-000000000009', 'no-id']) {
    await page.goto(`${product.at('kestrel.localhost')}/user/${id}/view`);
    await expect(page.getByRole('heading', { name: 'No user at this address' })).toBeVisible();
    await expect(page.getByText('This user does not exist, or lies outside your area.', { exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to the user list' }).click();
  await expect(count(page)).toHaveText('37 users');
});

test('one user opens to be read, without a secret in the answer', async ({ enter }) => {
  const page = await enter('org.admin', '/users?search=store.manager%40');
  const answered = page.waitForResponse(/\/user-management\/users\/[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'Jarek Żółkiewski' }).click();
  await expect(heading(page, 'Jarek Żółkiewski')).toBeVisible();
  await expect(page).toHaveTitle('Jarek Żółkiewski · View User');
  await expect(page.getByRole('region', { name: 'Place and role' })).toContainText(
    'Kestrel Sports › Kestrel UK › North › Yorkshire › Leeds City › Leeds Briggate',
  );
  await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText('Secret wordSet');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const told = await (await answered).text();
  for (const secret of ['bluebird', '$argon2', 'Demo-portal-26']) expect(told).not.toContain(secret);
});
