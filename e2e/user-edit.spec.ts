import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const names = (page: Page) => page.getByRole('table', { name: 'User List' }).locator('tbody tr td:first-child');
const saveBar = (page: Page) => page.getByRole('button', { name: 'Save changes' });

/** Opens the form of one user out of the list. */
async function edit(page: Page, name: string) {
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(field(page, 'First name')).toBeVisible();
}

test('a name is changed with the keyboard, is in the list, and is still there after the server was killed', async ({
  enter,
  product,
}) => {
  test.slow();
  const page = await enter('org.admin', '/users?search=wisniewska');
  await page.getByRole('link', { name: 'Agnieszka Wiśniewska' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Edit', exact: true }).focus();
  await page.keyboard.press('Enter');
  await field(page, 'First name').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Agnès');
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByRole('status').filter({ hasText: 'Agnès Wiśniewska is saved' })).toBeVisible();
  await expect(saveBar(page)).toHaveCount(0);
  await expect(heading(page, 'Agnès Wiśniewska')).toBeVisible();
  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'User List' }).click();
  await expect(names(page)).toHaveText([/Agnès Wiśniewska/]);
  await product.crashAndStart();
  await page.reload();
  await expect(names(page)).toHaveText([/Agnès Wiśniewska/]);
});

test('two who change the same user are shown both versions, and nothing that was typed is lost', async ({ enter }) => {
  const page = await enter('org.admin', '/users?search=agnieszka.petrovic');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await edit(page, 'Agnieszka Petrović');
  await edit(other, 'Agnieszka Petrović');
  await field(other, 'First name').fill('Agneta');
  await saveBar(other).click();
  await expect(heading(other, 'Agneta Petrović')).toBeVisible();
  await field(page, 'First name').fill('Ines');
  await field(page, 'Phone optional').fill('+44 113 496 0127');
  await saveBar(page).click();
  const question = page.getByRole('region', { name: 'Somebody else was faster' });
  await expect(question).toBeFocused();
  const first = question.getByRole('radiogroup', { name: 'First name' });
  await expect(first.getByRole('radio')).toHaveText(['YoursInes', 'TheirsAgneta']);
  await expect(field(page, 'First name')).toHaveValue('Ines');
  await expect(field(page, 'Phone optional')).toHaveValue('+44 113 496 0127');
  await first.getByRole('radio', { name: 'Theirs' }).click();
  await expect(field(page, 'First name')).toHaveValue('Agneta');
  await first.getByRole('radio', { name: 'Yours' }).click();
  await expect(field(page, 'First name')).toHaveValue('Ines');
  await saveBar(page).click();
  await expect(heading(page, 'Ines Petrović')).toBeVisible();
  await expect(question).toHaveCount(0);
  await other.reload();
  await expect(field(other, 'First name')).toHaveValue('Ines');
  await expect(field(other, 'Phone optional')).toHaveValue('+44 113 496 0127');
});

test('leaving with unsaved changes asks first, and staying keeps every letter', async ({ enter }) => {
  const page = await enter('org.admin', '/users?search=penhaligon');
  await edit(page, 'Amelia Penhaligon');
  await field(page, 'Last name').fill('Pen-typed');
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toContainText('1 unsaved change');
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(field(page, 'Last name')).toHaveValue('Pen-typed');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(heading(page, 'Amelia Penhaligon')).toBeVisible();
  await expect(saveBar(page)).toHaveCount(0);
});

test('a field that is not right is named, gets the focus, and nothing is sent', async ({ enter }) => {
  const page = await enter('org.admin', '/users?search=penhaligon');
  await edit(page, 'Amelia Penhaligon');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
  await field(page, 'First name').fill('   ');
  await field(page, 'E-mail').fill('nowhere@');
  await saveBar(page).click();
  await expect(page.getByText('This field is required')).toBeVisible();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByRole('button', { name: '2 fields need attention' })).toBeVisible();
  await expect(field(page, 'First name')).toBeFocused();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'First name')).toHaveValue('Amelia');
  await expect(saveBar(page)).toHaveCount(0);
});

test('a save that fails is told to nobody and keeps what was typed, and the next one goes through', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/users?search=simoes');
  await edit(page, 'Álvaro Simões');
  await page.route('**/user-management/users/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await field(page, 'Last name').fill('Simões Lima');
  await saveBar(page).click();
  await expect(saveBar(page)).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(field(page, 'Last name')).toHaveValue('Simões Lima');
  await page.unroute('**/user-management/users/*');
  await saveBar(page).click();
  await expect(heading(page, 'Álvaro Simões Lima')).toBeVisible();
});

test('whoever may only look at users is offered no way to change one', async ({ enter, tokensOf, product }) => {
  const { accessToken } = await tokensOf('org.admin');
  const path = '/user-management/users?search=store.user%40&size=1';
  const { body } = await product.ask({ host: 'kestrel.localhost', path, token: accessToken });
  const page = await enter('store.user', `/user/${body.result[0].id}/edit`);
  await expect(page.getByText('It needs the right “Edit users” at Leeds Briggate.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});
