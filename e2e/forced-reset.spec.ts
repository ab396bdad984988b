import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { fields, fillAndSend, kept } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Reset password' });
const own = 'Kestrel-dawn-27';

test('whoever has a password from somebody else chooses one of their own before anything opens', async ({
  page,
  product,
}) => {
  const at = (path: string) => product.at('kestrel.localhost') + path;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(at('/structure/hierarchy'));
  await expect(page).toHaveURL(/\/login$/);
  await fillAndSend(page, 'new.user');
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page).toHaveTitle('reset-password');
  await expect(field(page, 'Old password')).toBeVisible();
  const warning = page.getByRole('alert').filter({ hasText: /^Warning/ });
  await expect(warning).toContainText('Reset the password first to access the portal.');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const auth = await page.evaluate(() => JSON.parse(localStorage.getItem('AUTH') ?? '{}') as object);
  expect(auth).toMatchObject({ loggedIn: true, mustChange: true, permissions: [], userModules: [] });
  expect(asked.filter((path) => path.startsWith('/common/') || path.endsWith('/configuration'))).toEqual([]);
  await expectAccessible(page, 'the forced reset');

  for (const path of ['/dashboard', '/', '/login', '/nowhere']) {
    await page.goto(at(path));
    await expect(page).toHaveURL(/\/reset-password$/);
    await expect(field(page, 'Old password')).toBeVisible();
  }

  await field(page, 'New password').fill(own);
  await field(page, 'Confirm password').fill(own);
  await expect(button(page)).toBeDisabled();
  await field(page, 'Old password').fill('not-this-one');
  await button(page).click();
  const error = page.getByRole('alert').filter({ hasText: /^Error/ });
  await expect(error).toContainText('This password is not right.');

  await field(page, 'Old password').fill('Demo-portal-26');
  await button(page).click();
  await expect(page.getByRole('status')).toContainText('password');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await kept(page)).toEqual(['APP_SETTING']);
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(fields(page).login).toBeVisible();
  await fillAndSend(page, 'new.user', own);
  await expect(page).toHaveURL(/\/structure\/hierarchy$/);

  await page.goto(at('/reset-password'));
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the page of a first password turns strangers away to the sign-in page', async ({ page, product }) => {
  await page.goto(`${product.at('kestrel.localhost')}/reset-password`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(fields(page).login).toBeVisible();
});
