import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import { fillAndSend } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const photo = fileURLToPath(new URL('../docs/images/user-list.png', import.meta.url));
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const secret = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Your menu' });
const leftMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function choosePhoto(page: Page): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose picture' }).click(),
  ]);
  await chooser.setFiles(photo);
  await expect(page.getByRole('dialog', { name: 'Choose what is shown' })).toBeVisible();
}

test('the profile is opened by its button, and is no part of the left menu', async ({ enter }) => {
  const page = await enter('store.manager');
  await expect(leftMenu(page).getByRole('link', { name: 'Profile' })).toHaveCount(0);
  await menuButton(page).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page).toHaveTitle('Profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveCount(0);
});

test('what somebody changes of themselves is there after a reload, and place and role cannot be changed', async ({
  enter,
}) => {
  const page = await enter('company.admin', '/profile');
  await field(page, 'First name').fill('Ingeborg');
  await field(page, 'Phone optional').fill('+44 113 496 0127');
  await page.getByLabel('Date of birth optional').fill('03/02/1990');
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click();
  await page.getByRole('checkbox', { name: 'By text message (SMS)' }).check();
  await page.getByRole('button', { name: 'Replace: Secret word' }).click();
  await secret(page, 'Secret word').fill('orange juice');
  await page.getByRole('button', { name: 'Set: PIN' }).click();
  await secret(page, 'PIN').fill('4711');
  await save(page).click();
  await expect(page.getByText('Enter your password to make this change.')).toBeVisible();
  await secret(page, 'Your password').fill(demoPassword);
  await page.keyboard.press('ControlOrMeta+S');
  await expect(said(page, 'Your profile is saved')).toBeVisible();
  await expect(leftMenu(page).getByText(/^Ingeborg /)).toBeVisible();
  await page.reload();
  await expect(field(page, 'First name')).toHaveValue('Ingeborg');
  await expect(field(page, 'Phone optional')).toHaveValue('+44 113 496 0127');
  await expect(page.getByLabel('Date of birth optional')).toHaveValue('03/02/1990');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Asia\/Tokyo/);
  await expect(page.getByRole('checkbox', { name: 'By text message (SMS)' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Replace: PIN' })).toBeVisible();
  await expect(section(page, 'Place and role').getByRole('textbox')).toHaveCount(0);
  await expect(section(page, 'Place and role').getByRole('combobox')).toHaveCount(0);
  await expect(section(page, 'Place and role')).toContainText('Kestrel UK');
});

test('a day is typed with the day first whatever the browser, or chosen from its calendar', async ({ enter }) => {
  const page = await enter('company.admin', '/audit-trail');
  const from = page.getByRole('textbox', { name: 'From day' });
  await expect(from).toHaveAttribute('placeholder', 'DD/MM/YYYY');
  await from.fill('12/31/2025');
  await from.blur();
  await expect(page.getByText('Enter a day that exists, as DD/MM/YYYY')).toBeVisible();
  await expect(page).toHaveURL(/\/audit-trail$/);
  await from.fill('31/12/2025');
  await expect(page).toHaveURL(/[?&]from=2025-12-31/);
  await expect(page.getByText('Enter a day that exists, as DD/MM/YYYY')).toHaveCount(0);
  await page.locator('input[type="date"]').last().fill('2026-01-05');
  await expect(page.getByRole('textbox', { name: 'To day' })).toHaveValue('05/01/2026');
  await expect(page).toHaveURL(/to=2026-01-05/);
  await page.reload();
  await expect(from).toHaveValue('31/12/2025');
});

test('another language is spoken at once after saving, unless one was chosen on the device', async ({ enter }) => {
  const page = await enter('region.manager', '/profile');
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: /\(de\)/ }).click();
  await save(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profil', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('banner').getByRole('combobox').selectOption('Français');
  await expect(page.getByRole('heading', { level: 1, name: 'Profil', exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('combobox', { name: 'Langue' }).click();
  await page.getByRole('option', { name: /\(nl\)/ }).click();
  await page.getByRole('button', { name: /Enregistrer/ }).click();
  await expect(said(page, 'Votre profil est enregistré')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('a new picture appears at once in both menus, and is there after a reload', async ({ enter, product }) => {
  const page = await enter('store.manager', '/profile');
  const pictures = page.getByRole('banner').locator('img[src^="/files/"]');
  await choosePhoto(page);
  const part = page.getByRole('group', { name: 'Part of the picture' });
  await part.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowRight');
  await part.hover();
  await page.mouse.wheel(0, -200);
  await expect(page.getByRole('slider', { name: 'Zoom' })).not.toHaveAttribute('aria-valuenow', '1');
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(said(page, 'Your picture is saved')).toBeVisible();
  await expect(pictures).toHaveCount(1);
  await expect(leftMenu(page).locator('img[src^="/files/"]')).toHaveCount(1);
  await menuButton(page).click();
  await expect(page.getByRole('dialog').locator('img[src^="/files/"]')).toBeVisible();
  await page.reload();
  await expect(pictures).toHaveCount(1);
  await expect
    .poll(() =>
      leftMenu(page)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(512);
  await product.crashAndStart();
  await page.reload();
  await expect(leftMenu(page).locator('img[src^="/files/"]')).toBeVisible();
});

test('a picture does not disturb what is being typed, and both are kept', async ({ enter }) => {
  const page = await enter('group.manager', '/profile');
  await field(page, 'First name').fill('Typed');
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(said(page, 'Your picture is saved')).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue('Typed');
  await save(page).click();
  await expect(said(page, 'Your profile is saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Somebody else was faster' })).toHaveCount(0);
});

test('a picture that cannot be uploaded is told so, and what is no picture is not even tried', async ({ enter }) => {
  const page = await enter('subgroup.manager', '/profile');
  await page.route('**/profile-picture', (route) => route.abort());
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error uploading profile picture' })).toBeVisible();
  await expect(leftMenu(page).locator('img')).toHaveCount(0);
  const input = page.locator('input[type=file]');
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
  await input.setInputFiles(file('text.png', 'image/png', Buffer.from('I am a picture, believe me')));
  await expect(page.getByText('Invalid file format')).toBeVisible();
  await input.setInputFiles(file('large.png', 'image/png', Buffer.alloc(6_291_456)));
  await expect(page.getByText('Please add image of size below 6MB')).toBeVisible();
});

test('a save that fails is told to nobody, and what was typed can be saved again', async ({ enter }) => {
  const page = await enter('store.user', '/profile');
  await page.route('**/users/*/profile', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await field(page, 'First name').fill('Kept');
  const failed = page.waitForResponse((response) => response.request().method() === 'PUT');
  await save(page).click();
  await failed;
  await expect(save(page)).toBeEnabled();
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/users/*/profile');
  await save(page).click();
  await expect(said(page, 'Your profile is saved')).toBeVisible();
});

test('open sessions are told by device, and end one by one or all but this one', async ({
  enter,
  tokensOf,
  product,
}) => {
  // whoever signed in by this name in the journeys before is gone by now
  const { accessToken: first } = await tokensOf('org.admin');
  await product.ask({ host: 'kestrel.localhost', method: 'DELETE', path: '/user-management/sessions', token: first });
  await product.ask({ host: 'kestrel.localhost', method: 'POST', path: '/user-management/logout', token: first });
  const page = await enter('org.admin', '/profile');
  const sessions = section(page, 'Open sessions');
  await expect(sessions.getByText('This device')).toBeVisible();
  const others = [await tokensOf('org.admin'), await tokensOf('org.admin')];
  const alive = async () => {
    const path = '/user-management/sessions';
    const replies = others.map(({ accessToken: token }) => product.ask({ host: 'kestrel.localhost', path, token }));
    return (await Promise.all(replies)).map(({ status }) => status).toSorted((a, b) => a - b);
  };
  await page.reload();
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  const elsewhere = sessions.getByRole('listitem').filter({ hasNotText: 'This device' });
  await elsewhere
    .first()
    .getByRole('button', { name: /^End the session on/ })
    .click();
  const question = page.getByRole('dialog', { name: /^End the session on/ });
  await question.getByRole('button', { name: 'End', exact: true }).click();
  await expect(said(page, 'The session has ended')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  expect(await alive()).toEqual([200, 401]);
  await sessions.getByRole('button', { name: 'End 1 other session' }).click();
  await page
    .getByRole('dialog', { name: 'End the other session?' })
    .getByRole('button', { name: 'End', exact: true })
    .click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect(await alive()).toEqual([401, 401]);
  await expect(section(page, 'Sign-ins').getByText('Signed in').first()).toBeVisible();
});

test('the password is changed by the old one, and a wrong one is told as the server says it', async ({
  enter,
  product,
}) => {
  const page = await enter('org.admin of bramble', '/profile');
  const change = async (old: string, next: string) => {
    await secret(page, 'Old password').fill(old);
    await secret(page, 'New password').fill(next);
    await secret(page, 'Confirm password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('not-the-password', 'Other-portal-27');
  await expect(page.getByRole('alert').filter({ hasText: 'This password is not right.' })).toBeVisible();
  await change(demoPassword, 'Other-portal-27');
  await expect(said(page, 'Password is successfully updated')).toBeVisible();
  await page.goto(`${product.at('bramble.localhost')}/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await menuButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await fillAndSend(page, 'org.admin', 'Other-portal-27');
  await expect(page).toHaveURL(/\/(dashboard|profile)$/);
  // the journeys after this one find the account as it was
  await page.goto(`${product.at('bramble.localhost')}/profile`);
  await change('Other-portal-27', demoPassword);
  await expect(said(page, 'Password is successfully updated')).toBeVisible();
});

test('without the permission there is no button, and the address is denied', async ({ enter, page, product }) => {
  await page.route('**/user-management/users/*', async (route) => {
    const { 'accept-encoding': _, ...headers } = await route.request().allHeaders();
    const path = new URL(route.request().url()).pathname;
    const { status, body } = await product.ask({ host: 'kestrel.localhost', path, headers });
    await route.fulfill({ status, json: JSON.parse(JSON.stringify(body).replaceAll(/view_profile/gi, 'OTHER_RIGHT')) });
  });
  await enter('store.user', '/profile');
  await expect(page.getByText('It needs the right “See the own profile”')).toBeVisible();
  await menuButton(page).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveCount(0);
});
