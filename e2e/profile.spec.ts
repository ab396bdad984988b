import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import { fillAndSubmit } from './sign-in-form.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const imagePath = fileURLToPath(new URL('../docs/images/user-list.png', import.meta.url));
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const secretField = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const statusMessage = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Your menu' });
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function chooseImage(page: Page): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose picture' }).click(),
  ]);
  await chooser.setFiles(imagePath);
  await expect(page.getByRole('dialog', { name: 'Crop the picture' })).toBeVisible();
}

test('the profile is opened from the user menu and is not in the main menu', async ({ openAs }) => {
  const page = await openAs('store.manager');
  await expect(mainMenu(page).getByRole('link', { name: 'Profile' })).toHaveCount(0);
  await menuButton(page).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page).toHaveTitle('Profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveCount(0);
});

test('changes of the own profile persist after a reload, and node and role are read-only', async ({ openAs }) => {
  const page = await openAs('company.admin', '/profile');
  await field(page, 'First name').fill('Ingeborg');
  await field(page, 'Phone optional').fill('+44 113 496 0127');
  const dateOfBirth = page.getByLabel('Date of birth optional');
  for (const noDay of ['12/31/1990', '00/05/1990', '10/13/1990']) {
    await dateOfBirth.fill(noDay);
    await dateOfBirth.blur();
    await expect(page.getByText(phrase('ui.date.invalid', { pattern: 'DD/MM/YYYY' }))).toBeVisible();
    await expect(dateOfBirth).toHaveValue(noDay);
  }
  await dateOfBirth.fill('31/12/1990');
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click();
  await page.getByRole('checkbox', { name: phrase('profile.marketing.sms') }).check();
  await page.getByRole('button', { name: 'Replace: Secret word' }).click();
  await secretField(page, 'Secret word').fill('orange juice');
  await page.getByRole('button', { name: 'Set: PIN' }).click();
  await secretField(page, 'PIN').fill('4711');
  await saveButton(page).click();
  await expect(page.getByText(phrase('errors.password.needed'))).toBeVisible();
  await secretField(page, 'Your password').fill(demoPassword);
  await page.keyboard.press('ControlOrMeta+S');
  await expect(statusMessage(page, 'Profile saved')).toBeVisible();
  await expect(mainMenu(page).getByText(/^Ingeborg /)).toBeVisible();
  await page.reload();
  await expect(field(page, 'First name')).toHaveValue('Ingeborg');
  await expect(field(page, 'Phone optional')).toHaveValue('+44 113 496 0127');
  await expect(dateOfBirth).toHaveValue('31/12/1990');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Asia\/Tokyo/);
  await expect(page.getByRole('checkbox', { name: phrase('profile.marketing.sms') })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Replace: PIN' })).toBeVisible();
  await expect(section(page, 'Location and role').getByRole('textbox')).toHaveCount(0);
  await expect(section(page, 'Location and role').getByRole('combobox')).toHaveCount(0);
  await expect(section(page, 'Location and role')).toContainText('Kestrel UK');
});

test('a date is typed day first in any browser, or chosen from the calendar', async ({ openAs }) => {
  const page = await openAs('company.admin', '/audit-trail');
  const fromField = page.getByRole('textbox', { name: 'From day' });
  await page.getByRole('combobox', { name: 'When' }).click();
  await page.getByRole('option', { name: 'Choose days' }).click();
  await expect(fromField).toHaveAttribute('placeholder', 'DD/MM/YYYY');
  await fromField.fill('12/31/2025');
  await fromField.blur();
  await expect(page.getByText(phrase('ui.date.invalid', { pattern: 'DD/MM/YYYY' }))).toBeVisible();
  await expect(page).toHaveURL(/\/audit-trail$/);
  await fromField.fill('31/12/2025');
  await expect(page).toHaveURL(/[?&]from=2025-12-31/);
  await expect(page.getByText(phrase('ui.date.invalid', { pattern: 'DD/MM/YYYY' }))).toHaveCount(0);
  await page.locator('input[type="date"]').last().fill('2026-01-05');
  await expect(page.getByRole('textbox', { name: 'To day' })).toHaveValue('05/01/2026');
  await expect(page).toHaveURL(/to=2026-01-05/);
  await page.reload();
  await expect(fromField).toHaveValue('31/12/2025');
});

test('a saved language applies at once, unless the device has its own', async ({ openAs }) => {
  const page = await openAs('region.manager', '/profile');
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: /\(de\)/ }).click();
  await saveButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profil', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('banner').getByRole('combobox').selectOption('Français');
  await expect(page.getByRole('heading', { level: 1, name: 'Profil', exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('combobox', { name: 'Langue' }).click();
  await page.getByRole('option', { name: /\(nl\)/ }).click();
  await page.getByRole('button', { name: /Enregistrer/ }).click();
  await expect(statusMessage(page, 'Profil enregistré')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('a new profile image appears at once in both menus and persists after a reload', async ({ openAs, product }) => {
  const page = await openAs('store.manager', '/profile');
  const headerImages = page.getByRole('banner').locator('img[src^="/files/"]');
  await chooseImage(page);
  const cropArea = page.getByRole('group', { name: phrase('profile.picture.cropArea') });
  await cropArea.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowRight');
  await cropArea.hover();
  await page.mouse.wheel(0, -200);
  await expect(page.getByRole('slider', { name: 'Zoom' })).not.toHaveAttribute('aria-valuenow', '1');
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(statusMessage(page, 'Picture saved')).toBeVisible();
  await expect(headerImages).toHaveCount(1);
  await expect(mainMenu(page).locator('img[src^="/files/"]')).toHaveCount(1);
  await menuButton(page).click();
  await expect(page.getByRole('dialog').locator('img[src^="/files/"]')).toBeVisible();
  await page.reload();
  await expect(headerImages).toHaveCount(1);
  await expect
    .poll(() =>
      mainMenu(page)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(512);
  await product.crashAndRestart();
  await page.reload();
  await expect(mainMenu(page).locator('img[src^="/files/"]')).toBeVisible();
});

test('an image upload keeps unsaved input, and both are saved', async ({ openAs }) => {
  const page = await openAs('group.manager', '/profile');
  await field(page, 'First name').fill('Typed');
  await chooseImage(page);
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(statusMessage(page, 'Picture saved')).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue('Typed');
  await saveButton(page).click();
  await expect(statusMessage(page, 'Profile saved')).toBeVisible();
  await expect(page.getByRole('region', { name: phrase('records.form.conflictTitle') })).toHaveCount(0);
});

test('a failed image upload shows an error, and a file that is not an image is not uploaded', async ({ openAs }) => {
  const page = await openAs('subgroup.manager', '/profile');
  await page.route('**/profile-picture', (route) => route.abort());
  await chooseImage(page);
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error uploading profile picture' })).toBeVisible();
  await expect(mainMenu(page).locator('img')).toHaveCount(0);
  const fileInput = page.locator('input[type=file]');
  const createFile = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
  await fileInput.setInputFiles(createFile('text.png', 'image/png', Buffer.from('I am a picture, believe me')));
  await expect(page.getByText('Invalid file format')).toBeVisible();
  await fileInput.setInputFiles(createFile('large.png', 'image/png', Buffer.alloc(6_291_456)));
  await expect(page.getByText('Please add image of size below 6MB')).toBeVisible();
});

test('a failed save shows no notice, and the input can be saved again', async ({ openAs }) => {
  const page = await openAs('store.user', '/profile');
  await page.route('**/users/*/profile', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await field(page, 'First name').fill('Kept');
  const failedResponse = page.waitForResponse((response) => response.request().method() === 'PUT');
  await saveButton(page).click();
  await failedResponse;
  await expect(saveButton(page)).toBeEnabled();
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/users/*/profile');
  await saveButton(page).click();
  await expect(statusMessage(page, 'Profile saved')).toBeVisible();
});

test('open sessions are listed by device and ended one by one or all except the current one', async ({
  openAs,
  tokensFor,
  product,
}) => {
  // sessions of this account from earlier tests have ended
  const { accessToken: initialToken } = await tokensFor('org.admin');
  await product.request({
    host: 'kestrel.localhost',
    method: 'DELETE',
    path: '/user-management/sessions',
    token: initialToken,
  });
  await product.request({
    host: 'kestrel.localhost',
    method: 'POST',
    path: '/user-management/logout',
    token: initialToken,
  });
  const page = await openAs('org.admin', '/profile');
  const sessions = section(page, 'Open sessions');
  await expect(sessions.getByText('This device')).toBeVisible();
  const otherTokens = [await tokensFor('org.admin'), await tokensFor('org.admin')];
  const readSessionStatuses = async () => {
    const path = '/user-management/sessions';
    const responses = otherTokens.map(({ accessToken: token }) =>
      product.request({ host: 'kestrel.localhost', path, token }),
    );
    return (await Promise.all(responses)).map(({ status }) => status).toSorted((a, b) => a - b);
  };
  await page.reload();
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  const otherSessionItem = sessions.getByRole('listitem').filter({ hasNotText: 'This device' });
  await otherSessionItem
    .first()
    .getByRole('button', { name: containing('profile.sessions.endDevice') })
    .click();
  const confirmation = page.getByRole('dialog', { name: containing('profile.sessions.endTitle') });
  await confirmation.getByRole('button', { name: 'Yes' }).click();
  await expect(statusMessage(page, 'Session ended')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  expect(await readSessionStatuses()).toEqual([200, 401]);
  await sessions.getByRole('button', { name: 'End 1 other session' }).click();
  await page
    .getByRole('dialog', { name: phrase('profile.sessions.endOthersTitle', { count: 1 }) })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect(await readSessionStatuses()).toEqual([401, 401]);
  await expect(section(page, 'Sign-ins').getByText('Signed in').first()).toBeVisible();
});

test('the password is changed with the current one, and a wrong one shows the server’s text', async ({
  openAs,
  product,
}) => {
  const page = await openAs('org.admin of bramble', '/profile');
  const changePassword = async (currentPassword: string, newPassword: string) => {
    await secretField(page, 'Old password').fill(currentPassword);
    await secretField(page, 'New password').fill(newPassword);
    await secretField(page, 'Confirm password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await changePassword('not-the-password', 'Other-portal-27');
  await expect(page.getByRole('alert').filter({ hasText: phrase('errors.password.oldWrong') })).toBeVisible();
  await changePassword(demoPassword, 'Other-portal-27');
  await expect(statusMessage(page, 'Password is successfully updated')).toBeVisible();
  await page.goto(`${product.urlOf('bramble.localhost')}/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await menuButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await fillAndSubmit(page, 'org.admin', 'Other-portal-27');
  await expect(page).toHaveURL(/\/(dashboard|profile)$/);
  // later tests expect the account unchanged
  await page.goto(`${product.urlOf('bramble.localhost')}/profile`);
  await changePassword('Other-portal-27', demoPassword);
  await expect(statusMessage(page, 'Password is successfully updated')).toBeVisible();
});

test('without the permission the button is hidden and the URL is denied', async ({ openAs, page, product }) => {
  await page.route('**/user-management/users/*', async (route) => {
    const { 'accept-encoding': _, ...headers } = await route.request().allHeaders();
    const path = new URL(route.request().url()).pathname;
    const { status, body } = await product.request({ host: 'kestrel.localhost', path, headers });
    await route.fulfill({ status, json: JSON.parse(JSON.stringify(body).replaceAll(/view_profile/gi, 'OTHER_RIGHT')) });
  });
  await openAs('store.user', '/profile');
  await expect(page.getByText('This page needs the permission “View own profile”')).toBeVisible();
  await menuButton(page).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveCount(0);
});
