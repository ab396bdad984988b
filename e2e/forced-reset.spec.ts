import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { signInFields, fillAndSubmit, storageKeys } from './sign-in-form.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const resetButton = (page: Page) => page.getByRole('button', { name: 'Reset password' });
const newPassword = 'Kestrel-dawn-27';

test('a user with a password set by somebody else must choose a new one before any screen opens', async ({
  page,
  product,
}) => {
  const portalUrl = (path: string) => product.urlOf('kestrel.localhost') + path;
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto(portalUrl('/structure/hierarchy'));
  await expect(page).toHaveURL(/\/login$/);
  await fillAndSubmit(page, 'new.user');
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page).toHaveTitle('reset-password');
  await expect(field(page, 'Old password')).toBeVisible();
  const warning = page.getByRole('alert').filter({ hasText: /^Warning/ });
  await expect(warning).toContainText('Reset the password first to access the portal.');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const auth = await page.evaluate(() => JSON.parse(localStorage.getItem('AUTH') ?? '{}') as object);
  expect(auth).toMatchObject({ loggedIn: true, mustChange: true, permissions: [], userModules: [] });
  expect(requestedPaths.filter((path) => path.startsWith('/common/') || path.endsWith('/configuration'))).toEqual([]);
  await expectAccessible(page, 'the forced reset');

  for (const path of ['/dashboard', '/', '/login', '/nowhere']) {
    await page.goto(portalUrl(path));
    await expect(page).toHaveURL(/\/reset-password$/);
    await expect(field(page, 'Old password')).toBeVisible();
  }

  await field(page, 'New password').fill(newPassword);
  await field(page, 'Confirm password').fill(newPassword);
  await expect(resetButton(page)).toBeDisabled();
  await field(page, 'Old password').fill('not-this-one');
  await resetButton(page).click();
  const error = page.getByRole('alert').filter({ hasText: /^Error/ });
  await expect(error).toContainText(phrase('errors.password.oldWrong'));

  await field(page, 'Old password').fill('Demo-portal-26');
  await resetButton(page).click();
  await expect(page.getByRole('status')).toContainText('password');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await storageKeys(page)).toEqual(['APP_SETTING']);
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(signInFields(page).login).toBeVisible();
  await fillAndSubmit(page, 'new.user', newPassword);
  await expect(page).toHaveURL(/\/structure\/hierarchy$/);

  await page.goto(portalUrl('/reset-password'));
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the page for a first password redirects anonymous visitors to the sign-in page', async ({ page, product }) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/reset-password`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(signInFields(page).login).toBeVisible();
});
