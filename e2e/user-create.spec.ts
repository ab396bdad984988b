import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { fillAndSend } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

/** Takes the one option that a typed word finds. */
async function choose(page: Page, label: string, word: string, option: string | RegExp = word) {
  await choice(page, label).click();
  await choice(page, label).fill(word);
  await page.getByRole('option', { name: option }).first().click();
}

/** Fills in who a new user is. */
async function describe(page: Page, userName: string) {
  await field(page, 'User name').fill(userName);
  await field(page, 'First name').fill('Grace');
  await field(page, 'Last name').fill('Hopper');
  await field(page, 'E-mail').fill(`${userName}@mail.example`);
  await page.getByRole('combobox', { name: 'Language', exact: true }).click();
  await page.getByRole('option', { name: /\(en\)/ }).click();
  await choose(page, 'Time zone', 'London', /London/);
}

test('a new user is given a place and a role, is mailed a password, signs in by it and chooses their own', async ({
  enter,
  product,
}) => {
  const page = await enter('org.admin', '/users');
  await page.getByRole('main').getByRole('link', { name: 'Create user' }).click();
  await expect(page).toHaveTitle(/Create User/);
  await page.getByRole('button', { name: 'Create user' }).click();
  for (const name of ['User name', 'First name', 'Last name', 'E-mail'])
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
  for (const name of ['Language', 'Time zone', 'Level', 'Role'])
    await expect(choice(page, name)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'a form about a new user with what is missing marked');

  await describe(page, 'grace.hopper');
  await choice(page, 'Level').click();
  await page.getByRole('option', { name: 'Store', exact: true }).click();
  await choose(page, 'Company', 'Kestrel UK');
  await choose(page, 'Store', 'Leeds', /Leeds/);
  await choose(page, 'Role', 'Store user', /Store user/);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText('Grace Hopper is created.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Place and role' })).toContainText('Store user');

  await page.goto(new URL('/user/create', page.url()).href);
  await describe(page, 'GRACE.hopper');
  await choice(page, 'Level').click();
  await page.getByRole('option', { name: 'Organisation', exact: true }).click();
  await choose(page, 'Role', 'Organisation', /Organisation administrator/);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(field(page, 'User name')).toHaveAccessibleDescription('This user name is taken');

  await expect.poll(() => product.mails('grace.hopper@mail.example')).toHaveLength(1);
  const { text } = product.mails('grace.hopper@mail.example')[0]!;
  const [given] = /\b[a-z2-9]{5}(-[a-z2-9]{5}){3}\b/.exec(text)!;
  const own = await (await page.context().browser()!.newContext()).newPage();
  await own.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(own, 'grace.hopper', given);
  await expect(own).toHaveURL(/reset-password/);
  await own.close();
});

test('each level of place that the maker’s own settles is there already, and below it one opens after the other', async ({
  enter,
}) => {
  const page = await enter('company.admin', '/user/create');
  await choice(page, 'Level').click();
  await expect(page.getByRole('option')).toHaveText([
    'Company',
    'Trading region',
    'Store group',
    'Sub store group',
    'Store',
  ]);
  await page.getByRole('option', { name: 'Store', exact: true }).click();
  const place = page.getByRole('region', { name: 'Place and role' });
  await expect(place.getByText('Kestrel UK')).toBeVisible();
  await expect(choice(page, 'Company')).toHaveCount(0);
  await choose(page, 'Trading region', 'North', /North/);
  await expect(choice(page, 'Store')).toBeEnabled();
});

test('a user is given another role, then deleted after a question, and the sign-in is shut', async ({
  enter,
  product,
}) => {
  const page = await enter('org.admin', '/users?search=store.user');
  await page
    .getByRole('link', { name: 'Edit', exact: true })
    .or(page.getByRole('table').getByRole('link').first())
    .first()
    .click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await choose(page, 'Role', 'Store manager', /Store manager/);
  await field(page, 'Short name optional').fill('SU');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/is saved/)).toBeVisible();
  await page.reload();
  await expect(choice(page, 'Role')).toHaveValue('Store manager');
  await expect(field(page, 'Short name optional')).toHaveValue('SU');

  await page.getByRole('link', { name: 'View', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'No, keep' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByText(/is deleted/)).toBeVisible();
  await expect(page).toHaveURL(/\/users/);
  await expect(page.getByText('store.user', { exact: true })).toHaveCount(0);
  const own = await (await page.context().browser()!.newContext()).newPage();
  await own.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(own, 'store.user', 'Demo-portal-26');
  await expect(own.getByRole('alert').first()).toHaveText(/.+/);
  await own.close();
});

test('users come in from a file: the template is taken, the sound rows are made and invited, the others told', async ({
  enter,
  product,
}) => {
  const page = await enter('org.admin', '/users');
  await page.getByRole('navigation').getByRole('link', { name: 'Import Users' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download sample' }).click();
  const template = await download;
  expect(template.suggestedFilename()).toBe('Users.csv');
  const [head] = readFileSync(await template.path(), 'utf8')
    .replace('\uFEFF', '')
    .split('\r\n');

  const png = Buffer.from('iVBORw0KGgo=', 'base64');
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'Users.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByRole('alert')).toContainText('Invalid file format');

  const cells = (userName: string, role = 'Store user', mail = `${userName}@mail.example`) =>
    [userName, 'Ann', 'Example', mail, '', role, 'Kestrel UK', '', 'en', 'Europe/London', 'GB', ''].join(',');
  const sound = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((word) =>
    cells(`new.${word}`, 'Company manager'),
  );
  const rows = [
    head,
    ...sound,
    cells('new.eight', 'Nobody knows'),
    cells('new.nine', 'Company manager', 'none'),
    cells('new.one', 'Company manager'),
  ];
  await input.setInputFiles({ name: 'People.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
  await expect(figure(page, 'will be created')).toHaveText('7');
  await expect(figure(page, 'rows have errors')).toHaveText('3');
  await page.getByRole('button', { name: 'Import 7 users' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await expect.poll(() => product.mails('new.seven@mail.example')).toHaveLength(1);
  await page.goto(new URL('/users?search=new.', page.url()).href);
  await expect(page.getByRole('table', { name: 'User List' }).locator('tbody tr')).toHaveCount(7);
});

test('the import of users is neither shown nor reachable on the platform', async ({ enter }) => {
  const page = await enter('global.admin', '/user/import');
  await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Import Users' })).toHaveCount(0);
});
