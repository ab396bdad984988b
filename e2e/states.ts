import type { Page } from '@playwright/test';
import { type AccountName, expect } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

/** A state of a screen for accessibility checks: account, path, and the steps to reach it. */
export type ScreenState = {
  readonly name: string;
  readonly account?: AccountName;
  readonly path: string;
  readonly open: (page: Page, isPhone: boolean) => Promise<void>;
};

const openEditForm = async (page: Page) => {
  await page.locator('tbody a, main li a').first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
};

/** States of sign-in, recovery, shell, users and profile. */
export const generalStates: readonly ScreenState[] = [
  {
    name: 'the sign-in page',
    path: '/login',
    open: (page) => expect(page.getByRole('button', { name: 'Login' })).toBeVisible(),
  },
  {
    name: 'a rejected sign-in',
    path: '/login',
    async open(page) {
      await page.getByRole('textbox', { name: 'Username' }).fill('nobody');
      await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'an empty sign-in form after submit',
    path: '/login',
    async open(page) {
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByText(phrase('errors.field.required'))).toHaveCount(2);
    },
  },
  {
    name: 'the choice of recovery methods',
    path: '/forgot-password',
    open: (page) => expect(page.getByRole('button', { name: 'Email', exact: true })).toBeVisible(),
  },
  {
    name: 'an unknown e-mail address',
    path: '/forgot-password/email',
    async open(page) {
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@kestrelsports.com');
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'an empty secret word form after submit',
    path: '/forgot-password/secret-word',
    async open(page) {
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByText(phrase('errors.field.required'))).toHaveCount(2);
    },
  },
  {
    name: 'an invalid reset link',
    path: '/resetPassword/unknown',
    open: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'a new password that is too short',
    path: '/forgot-password/email',
    async open(page) {
      await page.route('**/reset-password/validation/*', (route) =>
        route.fulfill({ json: { result: { valid: true, minimum: 6, spaces: false } } }),
      );
      await page.goto(page.url().replace('forgot-password/email', 'resetPassword/any'));
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('five5');
      await page.getByRole('textbox', { name: 'Confirm password' }).fill('fiv');
      await expect(page.getByText('at least six characters')).toBeVisible();
    },
  },
  {
    name: 'the dashboard',
    account: 'org.admin',
    path: '/dashboard',
    open: (page) => expect(page.getByText('Dashboard is coming')).toBeVisible(),
  },
  {
    name: 'the profile menu',
    account: 'org.admin',
    path: '/dashboard',
    async open(page) {
      await page.getByRole('button', { name: 'Your menu' }).click();
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    },
  },
  {
    name: 'the menu, collapsed or as a drawer',
    account: 'org.admin',
    path: '/dashboard',
    async open(page, isPhone) {
      await page.getByRole('button', { name: isPhone ? 'Open menu' : 'Collapse menu' }).click();
      await expect(page.getByRole('link', { name: 'User List' })).toBeVisible();
    },
  },
  {
    name: 'the user list',
    account: 'org.admin',
    path: '/users',
    open: (page) => expect(page.getByText('1–10 of 150')).toBeVisible(),
  },
  {
    name: 'a user list without results',
    account: 'org.admin',
    path: '/users?search=nobody-at-all',
    open: (page) => expect(page.getByRole('heading', { name: /^No users match/ })).toBeVisible(),
  },
  {
    name: 'a user list that could not be loaded',
    account: 'org.admin',
    path: '/nonsense',
    async open(page) {
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await page.route('**/user-management/users?*', (route) => route.abort());
      await page.evaluate(() => history.replaceState({}, '', '/users'));
      await page.reload();
      await expect(page.getByRole('alert').filter({ hasText: phrase('ui.list.failed') })).toBeVisible();
    },
  },
  {
    name: 'a denied screen',
    account: 'store.user',
    path: '/users',
    open: (page) => expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible(),
  },
  {
    name: 'an unknown URL',
    account: 'org.admin',
    path: '/nonsense',
    open: (page) => expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible(),
  },
  {
    name: 'the view of a user',
    account: 'org.admin',
    path: '/users?search=store.manager%40',
    async open(page) {
      await page.locator('tbody a, main li a').first().click();
      await expect(page.getByRole('region', { name: 'Sign-in' })).toBeVisible();
    },
  },
  {
    name: 'the confirmation of an impersonation',
    account: 'org.admin',
    path: '/users?search=store.manager%40',
    async open(page) {
      await page.locator('tbody a, main li a').first().click();
      await page.getByRole('button', { name: 'View as user' }).click();
      await page.getByRole('button', { name: 'Start viewing', exact: true }).click();
      await expect(page.getByText(phrase('errors.field.required'))).toBeVisible();
    },
  },
  {
    name: 'the portal during an impersonation',
    account: 'org.admin',
    path: '/users?search=store.manager%40',
    async open(page) {
      await page.locator('tbody a, main li a').first().click();
      await page.getByRole('button', { name: 'View as user' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('finds no price list');
      await page.getByRole('button', { name: 'Start viewing', exact: true }).click();
      await expect(page.getByRole('region', { name: phrase('app.impersonation.label') })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
    },
  },
  { name: 'the edit form of a user', account: 'org.admin', path: '/users?search=store.manager%40', open: openEditForm },
  {
    name: 'a form with errors and its save bar',
    account: 'org.admin',
    path: '/users?search=store.manager%40',
    async open(page) {
      await openEditForm(page);
      await page.getByRole('textbox', { name: 'First name' }).fill('');
      await page.getByRole('textbox', { name: 'Email' }).fill('a@');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('button', { name: '2 fields need attention' })).toBeVisible();
    },
  },
  {
    name: 'the confirmation before leaving',
    account: 'org.admin',
    path: '/users?search=store.manager%40',
    async open(page) {
      await openEditForm(page);
      await page.getByRole('textbox', { name: 'First name' }).fill('Somebody');
      await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    },
  },
  {
    name: 'the own profile while a secret is replaced',
    account: 'org.admin',
    path: '/profile',
    async open(page) {
      await page.getByRole('button', { name: 'Replace: Secret word' }).click();
      await page.getByRole('textbox', { name: 'Secret word', exact: true }).fill('orange juice');
      await expect(page.getByRole('textbox', { name: 'Your password' })).toBeVisible();
      await expect(page.getByText('This device', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'an image being cropped',
    account: 'org.admin',
    path: '/profile',
    async open(page) {
      await page.locator('input[type=file]').setInputFiles('docs/images/user-list.png');
      await expect(page.getByRole('group', { name: phrase('profile.picture.cropArea') })).toBeVisible();
    },
  },
];
