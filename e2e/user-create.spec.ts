import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { fillAndSubmit } from './sign-in-form.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const form = (page: Page) => page.getByRole('main');
const comboboxInput = (page: Page, name: string) =>
  form(page)
    .locator('input')
    .and(page.getByLabel(name, { exact: true }));
const summaryValue = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

/** Types a search text into a combobox and selects the first matching option. */
async function selectOption(page: Page, label: string, text: string, option: string | RegExp = text) {
  await comboboxInput(page, label).click();
  await comboboxInput(page, label).fill(text);
  await page.getByRole('option', { name: option }).first().click();
}

/** Fills in the personal details of a new user. */
async function fillUserDetails(page: Page, userName: string) {
  await field(page, 'Username').fill(userName);
  await field(page, 'First name').fill('Grace');
  await field(page, 'Last name').fill('Hopper');
  await field(page, 'Email').fill(`${userName}@mail.example`);
  await comboboxInput(page, 'Language').click();
  await page.getByRole('option', { name: /\(en\)/ }).click();
  await selectOption(page, 'Time zone', 'London', /London/);
}

test('a new user gets a node and a role, receives a password by mail, signs in and chooses their own', async ({
  openAs,
  product,
}) => {
  const page = await openAs('org.admin', '/users');
  await page.getByRole('main').getByRole('link', { name: 'Create user' }).click();
  await expect(page).toHaveTitle(/Create User/);
  await page.getByRole('button', { name: 'Create user' }).click();
  for (const name of ['Username', 'First name', 'Last name', 'Email'])
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
  for (const name of ['Language', 'Time zone', 'Level', 'Role'])
    await expect(comboboxInput(page, name)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the form of a new user with missing fields marked');

  await fillUserDetails(page, 'grace.hopper');
  await comboboxInput(page, 'Level').click();
  await page.getByRole('option', { name: 'Store', exact: true }).click();
  await expect(comboboxInput(page, 'Trading region')).toBeDisabled();
  const companyRequest = page.waitForRequest(/\/common\/companies\?/);
  await selectOption(page, 'Company', 'Kestrel UK');
  const { searchParams } = new URL((await companyRequest).url());
  expect([searchParams.get('nodeType'), searchParams.get('orgId')]).toEqual([
    'COMPANY',
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  ]);
  await selectOption(page, 'Trading region', 'North', /North/);
  await selectOption(page, 'Store', 'Leeds', /Leeds/);
  await selectOption(page, 'Role', 'Store user', /Store user/);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText('Grace Hopper created.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Location and role' })).toContainText('Store user');

  await page.goto(new URL('/user/create', page.url()).href);
  await fillUserDetails(page, 'GRACE.hopper');
  await comboboxInput(page, 'Level').click();
  await page.getByRole('option', { name: 'Organisation', exact: true }).click();
  await selectOption(page, 'Role', 'Organisation', /Organisation administrator/);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(field(page, 'Username')).toHaveAccessibleDescription(phrase('errors.user.userNameTaken'));

  await expect.poll(() => product.mails('grace.hopper@mail.example')).toHaveLength(1);
  const { text } = (await product.mails('grace.hopper@mail.example'))[0]!;
  const [temporaryPassword] = /\b[a-z2-9]{5}(-[a-z2-9]{5}){3}\b/.exec(text)!;
  const signInPage = await (await page.context().browser()!.newContext()).newPage();
  await signInPage.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await fillAndSubmit(signInPage, 'grace.hopper', temporaryPassword);
  await expect(signInPage).toHaveURL(/reset-password/);
  await signInPage.close();
});

test('levels fixed by the editor’s own node are filled in, and each further level opens after the one above', async ({
  openAs,
}) => {
  const page = await openAs('company.admin', '/user/create');
  await comboboxInput(page, 'Level').click();
  await expect(page.getByRole('listbox', { name: 'Level' }).getByRole('option')).toHaveText([
    'Company',
    'Trading region',
    'Store group',
    'Sub store group',
    'Store',
  ]);
  await page.getByRole('option', { name: 'Store', exact: true }).click();
  const nodeSection = page.getByRole('region', { name: 'Location and role' });
  await expect(nodeSection.getByText('Kestrel UK')).toBeVisible();
  await expect(comboboxInput(page, 'Company')).toHaveCount(0);
  await selectOption(page, 'Trading region', 'North', /North/);
  await expect(comboboxInput(page, 'Store')).toBeEnabled();

  for (const [account, ownNode, openLevels] of [
    ['region.manager', 'North', ['Store group', 'Store']],
    ['group.manager', 'Yorkshire', ['Store']],
    ['store.manager', 'Leeds Briggate', []],
  ] as const) {
    await openAs(account, '/user/create');
    const level = comboboxInput(page, 'Level');
    await level.click();
    await page.getByRole('option', { name: 'Store', exact: true }).click();
    await expect(nodeSection.getByText(ownNode, { exact: true })).toBeVisible();
    for (const name of ['Company', 'Trading region', 'Store group', 'Store'] as const)
      await expect(nodeSection.getByRole('combobox', { name: new RegExp(`^${name}( optional)?$`) })).toHaveCount(
        openLevels.some((open) => open === name) ? 1 : 0,
      );
  }
});

test('a user’s role is changed, then the user is deleted after confirmation and can no longer sign in', async ({
  openAs,
  product,
}) => {
  const page = await openAs('org.admin', '/users?search=store.user');
  await page
    .getByRole('link', { name: 'Edit', exact: true })
    .or(page.getByRole('table').getByRole('link').first())
    .first()
    .click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await selectOption(page, 'Role', 'Store manager', /Store manager/);
  await field(page, 'Short name optional').fill('SU');
  await comboboxInput(page, 'Language').click();
  await page.getByRole('option', { name: /\(de\)/ }).click();
  await comboboxInput(page, 'Dashboard optional').click();
  await page.getByRole('option', { name: 'Ross dashboard' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/ saved$/)).toBeVisible();
  await page.reload();
  await expect(comboboxInput(page, 'Role')).toHaveValue('Store manager');
  await expect(field(page, 'Short name optional')).toHaveValue('SU');
  await expect(comboboxInput(page, 'Language')).toHaveValue(/\(de\)/);

  const signInAs = async (userName: string) => {
    const userPage = await (await page.context().browser()!.newContext()).newPage();
    await userPage.goto(`${product.urlOf('kestrel.localhost')}/login`);
    await fillAndSubmit(userPage, userName);
    return userPage;
  };
  const userPage = await signInAs('store.user');
  await expect(userPage.locator('html')).toHaveAttribute('lang', 'de');
  await expect(userPage.getByRole('heading', { level: 1, name: /Ross/ })).toBeVisible();
  await userPage.close();

  await page.getByRole('link', { name: 'View', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'No' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText(/ deleted/)).toBeVisible();
  await expect(page).toHaveURL(/\/users/);
  await expect(page.getByText('store.user', { exact: true })).toHaveCount(0);
  const refusedPage = await signInAs('store.user');
  await expect(refusedPage.getByRole('alert').first()).toHaveText('Incorrect username or password.');
  await refusedPage.close();
});

test('users are imported from a file: the template is downloaded, valid rows are created and invited, the others reported', async ({
  openAs,
  product,
}) => {
  const page = await openAs('org.admin', '/users');
  await page.getByRole('navigation').getByRole('link', { name: 'Import Users' }).click();
  await page.getByRole('button', { name: 'Sample file' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV file' }).click();
  const template = await download;
  expect(template.suggestedFilename()).toBe('Users.csv');
  const [header] = readFileSync(await template.path(), 'utf8')
    .replace('\uFEFF', '')
    .split('\r\n');

  const png = Buffer.from('iVBORw0KGgo=', 'base64');
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'Users.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByRole('alert')).toContainText('Invalid file format');

  const csvRow = (userName: string, role = 'Store user', email = `${userName}@mail.example`) =>
    [userName, 'Ann', 'Example', email, '', role, 'Kestrel UK', '', 'en', 'Europe/London', 'GB', ''].join(',');
  const validRows = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((suffix) =>
    csvRow(`new.${suffix}`, 'Company manager'),
  );
  const rows = [
    header,
    ...validRows,
    csvRow('new.eight', 'Nobody knows'),
    csvRow('new.nine', 'Company manager', 'none'),
    csvRow('new.one', 'Company manager'),
    csvRow('new.ten', 'Company manager').replace('Kestrel UK', 'Bramble Toys'),
  ];
  await input.setInputFiles({ name: 'People.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
  await expect(summaryValue(page, 'will be created')).toHaveText('6');
  await expect(summaryValue(page, 'rows have errors')).toHaveText('5');
  await page.getByRole('button', { name: 'Import 6 users' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await expect.poll(() => product.mails('new.seven@mail.example')).toHaveLength(1);
  await page.goto(new URL('/users?search=example%20new', page.url()).href);
  await expect(page.getByRole('table', { name: 'User List' }).locator('tbody tr')).toHaveCount(6);

  // template and upload each need their permission
  for (const [right, button] of [
    ['allow_download_user_import_csv_template', 'Sample file'],
    ['allow_upload_user_import_csv', 'Choose file'],
  ] as const) {
    await openAs('org.admin', '/user/import');
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    await product.executeSql(
      'update roles set access_rights = array_remove(access_rights, $1), version = version + 1',
      [right],
    );
    await openAs('org.admin', '/user/import');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: button })).toHaveCount(0);
  }
});

test('the user import is hidden and denied on the platform', async ({ openAs }) => {
  const page = await openAs('global.admin', '/user/import');
  await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Import Users' })).toHaveCount(0);
});
