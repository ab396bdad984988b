import type { Page } from '@playwright/test';
import { type AccountName, expect } from './test.ts';

/** One state of one screen: who comes, where to, and how it is reached from there. */
export type State = {
  readonly what: string;
  readonly who?: AccountName;
  readonly path: string;
  readonly reach: (page: Page, phone: boolean) => Promise<void>;
};

const edit = async (page: Page) => {
  await page.locator('tbody a, main li a').first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
};

/** The states of the screens before and around signing in, and of people. */
export const statesOfPeople: readonly State[] = [
  {
    what: 'the sign-in page',
    path: '/login',
    reach: (page) => expect(page.getByRole('button', { name: 'Login' })).toBeVisible(),
  },
  {
    what: 'a refused sign-in',
    path: '/login',
    async reach(page) {
      await page.getByRole('textbox', { name: 'Username' }).fill('nobody');
      await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    what: 'an empty sign-in form that was sent',
    path: '/login',
    async reach(page) {
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByText('This field is required')).toHaveCount(2);
    },
  },
  {
    what: 'the choice of ways back in',
    path: '/forgot-password',
    reach: (page) => expect(page.getByRole('button', { name: 'Email', exact: true })).toBeVisible(),
  },
  {
    what: 'an address that is not known',
    path: '/forgot-password/email',
    async reach(page) {
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@kestrelsports.com');
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    what: 'an empty form for the secret word that was sent',
    path: '/forgot-password/secret-word',
    async reach(page) {
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByText('This field is required')).toHaveCount(2);
    },
  },
  {
    what: 'a reset link that leads nowhere',
    path: '/resetPassword/unknown',
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    what: 'a new password that is too short',
    path: '/forgot-password/email',
    async reach(page) {
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
    what: 'the dashboard',
    who: 'org.admin',
    path: '/dashboard',
    reach: (page) => expect(page.getByText('Dashboard is coming')).toBeVisible(),
  },
  {
    what: 'the profile menu',
    who: 'org.admin',
    path: '/dashboard',
    async reach(page) {
      await page.getByRole('button', { name: 'Your menu' }).click();
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    },
  },
  {
    what: 'the menu, closed or as a drawer',
    who: 'org.admin',
    path: '/dashboard',
    async reach(page, phone) {
      await page.getByRole('button', { name: phone ? 'Open menu' : 'Collapse menu' }).click();
      await expect(page.getByRole('link', { name: 'User List' })).toBeVisible();
    },
  },
  {
    what: 'the user list',
    who: 'org.admin',
    path: '/users',
    reach: (page) => expect(page.getByText('1–10 of 170')).toBeVisible(),
  },
  {
    what: 'a user list where nobody was found',
    who: 'org.admin',
    path: '/users?search=nobody-at-all',
    reach: (page) => expect(page.getByRole('heading', { name: /^Nobody found/ })).toBeVisible(),
  },
  {
    what: 'a user list that could not be loaded',
    who: 'org.admin',
    path: '/nonsense',
    async reach(page) {
      await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
      await page.route('**/user-management/users?*', (route) => route.abort());
      await page.evaluate(() => history.replaceState({}, '', '/users'));
      await page.reload();
      await expect(page.getByRole('alert').filter({ hasText: 'The list could not be loaded' })).toBeVisible();
    },
  },
  {
    what: 'a screen that is closed to its visitor',
    who: 'store.user',
    path: '/users',
    reach: (page) => expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible(),
  },
  {
    what: 'an address that leads nowhere',
    who: 'org.admin',
    path: '/nonsense',
    reach: (page) => expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible(),
  },
  {
    what: 'one user to be read',
    who: 'org.admin',
    path: '/users?search=store.manager%40',
    async reach(page) {
      await page.locator('tbody a, main li a').first().click();
      await expect(page.getByRole('region', { name: 'Sign-in' })).toBeVisible();
    },
  },
  {
    what: 'the question before seeing the portal as somebody else',
    who: 'org.admin',
    path: '/users?search=store.manager%40',
    async reach(page) {
      await page.locator('tbody a, main li a').first().click();
      await page.getByRole('button', { name: 'See the portal as …' }).click();
      await page.getByRole('button', { name: 'See the portal', exact: true }).click();
      await expect(page.getByText('This field is required')).toBeVisible();
    },
  },
  {
    what: 'the portal seen as somebody else',
    who: 'org.admin',
    path: '/users?search=store.manager%40',
    async reach(page) {
      await page.locator('tbody a, main li a').first().click();
      await page.getByRole('button', { name: 'See the portal as …' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('finds no price list');
      await page.getByRole('button', { name: 'See the portal', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Seeing as somebody else' })).toBeVisible();
    },
  },
  { what: 'one user to be changed', who: 'org.admin', path: '/users?search=store.manager%40', reach: edit },
  {
    what: 'a form with faults and its save bar',
    who: 'org.admin',
    path: '/users?search=store.manager%40',
    async reach(page) {
      await edit(page);
      await page.getByRole('textbox', { name: 'First name' }).fill('');
      await page.getByRole('textbox', { name: 'E-mail' }).fill('a@');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('button', { name: '2 fields need attention' })).toBeVisible();
    },
  },
  {
    what: 'the question before leaving',
    who: 'org.admin',
    path: '/users?search=store.manager%40',
    async reach(page) {
      await edit(page);
      await page.getByRole('textbox', { name: 'First name' }).fill('Somebody');
      await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    },
  },
  {
    what: 'the own profile with a secret to be replaced',
    who: 'org.admin',
    path: '/profile',
    async reach(page) {
      await page.getByRole('button', { name: 'Replace: Secret word' }).click();
      await page.getByRole('textbox', { name: 'Secret word', exact: true }).fill('orange juice');
      await expect(page.getByRole('textbox', { name: 'Your password' })).toBeVisible();
      await expect(page.getByText('This device', { exact: true })).toBeVisible();
    },
  },
  {
    what: 'a picture of which a part is chosen',
    who: 'org.admin',
    path: '/profile',
    async reach(page) {
      await page.locator('input[type=file]').setInputFiles('docs/images/user-list.png');
      await expect(page.getByRole('group', { name: 'Part of the picture' })).toBeVisible();
    },
  },
];
