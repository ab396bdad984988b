import type { Page } from '@playwright/test';
import { saveBar } from './settings-form.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const nameCells = (page: Page) => page.getByRole('table', { name: 'User List' }).locator('tbody tr td:first-child');
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save changes' });

/** Opens a user's edit form from the list. */
async function openEditForm(page: Page, name: string) {
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(field(page, 'First name')).toBeVisible();
}

test('a name is changed by keyboard, appears in the list, and survives a server crash', async ({ openAs, product }) => {
  test.slow();
  const page = await openAs('org.admin', '/users?search=wisniewska');
  await page.getByRole('link', { name: 'Agnieszka Wiśniewska' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Edit', exact: true }).focus();
  await page.keyboard.press('Enter');
  await field(page, 'First name').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Agnès');
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByRole('status').filter({ hasText: 'Agnès Wiśniewska saved' })).toBeVisible();
  await expect(saveButton(page)).toHaveCount(0);
  await expect(heading(page, 'Agnès Wiśniewska')).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'User List' }).click();
  await expect(nameCells(page)).toHaveText([/Agnès Wiśniewska/]);
  await product.crashAndRestart();
  await page.reload();
  await expect(nameCells(page)).toHaveText([/Agnès Wiśniewska/]);
});

test('concurrent edits of a user show both versions, and no input is lost', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?search=agnieszka.petrovic');
  const otherPage = await page.context().newPage();
  await otherPage.goto(page.url());
  await openEditForm(page, 'Agnieszka Petrović');
  await openEditForm(otherPage, 'Agnieszka Petrović');
  await field(otherPage, 'First name').fill('Agneta');
  await saveButton(otherPage).click();
  await expect(heading(otherPage, 'Agneta Petrović')).toBeVisible();
  await field(page, 'First name').fill('Ines');
  await field(page, 'Phone optional').fill('+44 113 496 0127');
  await saveButton(page).click();
  const conflict = page.getByRole('region', { name: phrase('records.form.conflictTitle') });
  await expect(conflict).toBeFocused();
  const firstNameChoice = conflict.getByRole('radiogroup', { name: 'First name' });
  await expect(firstNameChoice.getByRole('radio')).toHaveText(['YoursInes', 'TheirsAgneta']);
  await expect(field(page, 'First name')).toHaveValue('Ines');
  await expect(field(page, 'Phone optional')).toHaveValue('+44 113 496 0127');
  await firstNameChoice.getByRole('radio', { name: 'Theirs' }).click();
  await expect(field(page, 'First name')).toHaveValue('Agneta');
  await firstNameChoice.getByRole('radio', { name: 'Yours' }).click();
  await expect(field(page, 'First name')).toHaveValue('Ines');
  await saveButton(page).click();
  await expect(heading(page, 'Ines Petrović')).toBeVisible();
  await expect(conflict).toHaveCount(0);
  await otherPage.reload();
  await expect(field(otherPage, 'First name')).toHaveValue('Ines');
  await expect(field(otherPage, 'Phone optional')).toHaveValue('+44 113 496 0127');
});

test('different fields of a user edited by two people are both saved, and the second sees the change of the first', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/users?search=penhaligon');
  const otherPage = await page.context().newPage();
  await otherPage.goto(page.url());
  await openEditForm(page, 'Amelia Penhaligon');
  await openEditForm(otherPage, 'Amelia Penhaligon');
  await field(otherPage, 'First name').fill('Amalia');
  await saveButton(otherPage).click();
  await expect(heading(otherPage, 'Amalia Penhaligon')).toBeVisible();
  await field(page, 'Phone optional').fill('+44 113 496 0128');
  await saveButton(page).click();
  const notice = page.getByRole('alert').filter({ hasText: containing('records.form.mergedTitle') });
  await expect(notice).toContainText('Your input is kept: Phone.');
  await expect(field(page, 'First name')).toHaveValue('Amalia');
  // later tests expect the name unchanged
  await field(page, 'First name').fill('Amelia');
  await saveButton(page).click();
  await expect(heading(page, 'Amelia Penhaligon')).toBeVisible();
  await expect(field(page, 'Phone optional')).toHaveValue('+44 113 496 0128');
  // what is saved already is no change
  await field(otherPage, 'Phone optional').fill('+44 113 496 0128');
  await saveButton(otherPage).click();
  const info = otherPage.getByRole('status').filter({ hasText: /^Info/ });
  await expect(info).toContainText(phrase('records.form.alreadySaved'));
});

test('leaving with unsaved changes asks for confirmation, and staying keeps all input', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?search=penhaligon');
  await openEditForm(page, 'Amelia Penhaligon');
  await field(page, 'Last name').fill('Pen-typed');
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const confirmation = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(confirmation).toContainText('1 unsaved change');
  await expect(confirmation.getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmation).toHaveCount(0);
  await expect(field(page, 'Last name')).toHaveValue('Pen-typed');
  await page.goBack();
  await confirmation.getByRole('button', { name: 'Yes' }).click();
  await expect(heading(page, 'Amelia Penhaligon')).toBeVisible();
  await expect(saveButton(page)).toHaveCount(0);
});

test('an invalid field is named and focused, and nothing is sent', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?search=penhaligon');
  await openEditForm(page, 'Amelia Penhaligon');
  const sentRequests: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sentRequests.push(request.url()));
  await field(page, 'First name').fill('   ');
  await field(page, 'Email').fill('nowhere@');
  await saveButton(page).click();
  await expect(page.getByText(phrase('errors.field.required'))).toBeVisible();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByRole('button', { name: '2 fields need attention' })).toBeVisible();
  await expect(field(page, 'First name')).toBeFocused();
  expect(sentRequests).toEqual([]);
  await saveBar(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('form')).toBeFocused();
  await expect(field(page, 'First name')).toHaveValue('Amelia');
  await expect(saveButton(page)).toHaveCount(0);
});

test('a failed save shows no notice and keeps the input, and the next save succeeds', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?search=simoes');
  await openEditForm(page, 'Álvaro Simões');
  await page.route('**/user-management/users/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await field(page, 'Last name').fill('Simões Lima');
  await saveButton(page).click();
  await expect(saveButton(page)).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(field(page, 'Last name')).toHaveValue('Simões Lima');
  await page.unroute('**/user-management/users/*');
  await saveButton(page).click();
  await expect(heading(page, 'Álvaro Simões Lima')).toBeVisible();
});

test('a user with view permission only is offered no way to edit users', async ({ openAs, tokensFor, product }) => {
  const { accessToken } = await tokensFor('org.admin');
  const path = '/user-management/users?search=store.user%40&size=1';
  const { body } = await product.request({ host: 'kestrel.localhost', path, token: accessToken });
  const page = await openAs('store.user', `/user/${body.result[0].id}/edit`);
  await expect(page.getByText('This page needs the permission “Edit users” at Leeds Briggate.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});
