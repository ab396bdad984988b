import type { Browser, Page } from '@playwright/test';
import type { Product } from './product.ts';
import { fillAndSubmit } from './sign-in-form.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'User List' }).locator('tbody tr:not([aria-hidden])');
const nameCells = (page: Page) => rows(page).locator('td:first-child');

/** A page with the sign-in form in a separate browser context. */
async function openSignIn(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  return page;
}

/** Expects an error in red. */
async function expectRedError(page: Page, text: string) {
  const notice = page.getByRole('alert').filter({ hasText: text });
  await expect(notice).toHaveText(text);
  const [red = 0, green = 0, blue = 0] = await notice
    .locator('p')
    .evaluate((paragraph) => getComputedStyle(paragraph).color.match(/\d+/g)?.map(Number) ?? []);
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
}

test('a user locked by failed sign-ins is marked in the list and unlocked from there', async ({
  openAs,
  product,
  browser,
}) => {
  const badCredentials = {
    username: 'store.user@kestrelsports.com',
    password: 'not-the-one',
    domainName: 'kestrel.localhost',
  };
  const body = Object.fromEntries(Object.entries(badCredentials).map(([field, value]) => [field, btoa(value)]));
  for (let attempt = 0; attempt < 10; attempt += 1)
    await product.request({ host: 'kestrel.localhost', method: 'POST', path: '/user-management/login', body });
  const userPage = await openSignIn(browser, product);
  await fillAndSubmit(userPage, 'store.user');
  await expectRedError(userPage, 'User Lock! Please contact Administrator');

  const page = await openAs('org.admin', '/users?search=store.user');
  const row = rows(page).first();
  await expect(row).toContainText(/Enabled\s*Locked/);
  await row.hover();
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Unlock' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(phrase('users.status.unlockText'));
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).not.toContainText('Locked');
  // the list updates optimistically; the notice confirms the response
  await expect(page.getByText('Tamsin Ollerenshaw unlocked')).toBeVisible();
  await page.reload();
  await expect(rows(page).first()).not.toContainText('Locked');

  await fillAndSubmit(userPage, 'store.user');
  await expect(userPage).toHaveURL(/\/dashboard$/);
  await userPage.context().close();
});

test('a disabled user is signed out at once, and can sign in again when enabled', async ({
  openAs,
  product,
  browser,
}) => {
  const userPage = await openSignIn(browser, product);
  await fillAndSubmit(userPage, 'subgroup.manager');
  await expect(userPage).toHaveURL(/\/dashboard$/);

  const page = await openAs('org.admin', '/users?search=subgroup.manager');
  await nameCells(page).first().getByRole('link').click();
  await page.getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(containing('users.status.disableText'));
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  // the page updates optimistically; the notice confirms the response
  await expect(page.getByText(phrase('users.status.disableDone', { name: 'Ffion Prosser' }))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText('StatusDisabled');

  await userPage.getByRole('link', { name: 'User List' }).click();
  await expect(userPage).toHaveURL(/\/login/);
  await fillAndSubmit(userPage, 'subgroup.manager');
  await expectRedError(userPage, 'You are not allowed to logged in, please contact system admin');

  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Ffion Prosser enabled')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText('StatusEnabled');
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible();
  await fillAndSubmit(userPage, 'subgroup.manager');
  await expect(userPage).toHaveURL(/\/users$/);
  await expect(rows(userPage)).toHaveCount(10);
  await userPage.context().close();
});

test('a user whose sessions are ended must sign in again; the list and the user’s page both offer it', async ({
  openAs,
  product,
  browser,
}) => {
  const userPage = await openSignIn(browser, product);
  await fillAndSubmit(userPage, 'subgroup.manager');
  await expect(userPage).toHaveURL(/\/dashboard$/);

  const page = await openAs('org.admin', '/users?search=subgroup.manager');
  const row = rows(page).first();
  await row.hover();
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'End sessions' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(containing('users.status.endSessionsText'));
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText(/^\d+ sessions? of .+ ended$/)).toBeVisible();

  await userPage.getByRole('link', { name: 'User List' }).click();
  await expect(userPage).toHaveURL(/\/login/);
  await fillAndSubmit(userPage, 'subgroup.manager');
  await expect(userPage).toHaveURL(/\/users$/);

  await nameCells(page).first().getByRole('link').click();
  await page.getByRole('button', { name: 'End sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText(/^1 session of .+ ended$/)).toBeVisible();
  await userPage.context().close();
});

test('users are not offered to disable their own account', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?search=org.admin');
  const row = rows(page).first();
  await row.hover();
  await row.getByRole('button').click();
  await expect(page.getByRole('menuitem')).toHaveText(['View', 'Edit']);
  await page.getByRole('menuitem', { name: 'View' }).click();
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Enable|Disable|Unlock)$/ })).toHaveCount(0);
});
