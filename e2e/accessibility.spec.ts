import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { type AccountName, expect, test } from './test.ts';

/** One state of one screen: who comes, where to, and how it is reached from there. */
type State = {
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

const states: readonly State[] = [
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
  {
    what: 'the tree',
    who: 'org.admin',
    path: '/structure/hierarchy',
    reach: (page) => expect(page.getByRole('treeitem', { name: /^Kestrel USA/ })).toBeVisible(),
  },
  {
    what: 'places found in the tree',
    who: 'org.admin',
    path: '/structure/hierarchy?search=leeds',
    reach: (page) => expect(page.getByRole('list', { name: 'Nodes found' })).toBeVisible(),
  },
  {
    what: 'a new place',
    who: 'org.admin',
    path: '/structure/create',
    reach: (page) => expect(page.getByRole('textbox', { name: 'Below' })).toHaveValue('Kestrel Sports'),
  },
  {
    what: 'a new place that lacks what is needed',
    who: 'org.admin',
    path: '/structure/create',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Create node' }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    },
  },
  {
    what: 'a place to be changed',
    who: 'org.admin',
    path: '/structure/hierarchy?search=briggate',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Leeds Briggate' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Edit' }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Leeds Briggate');
    },
  },
  {
    what: 'the question where a place is to stand',
    who: 'org.admin',
    path: '/structure/hierarchy?search=lancashire',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Lancashire', exact: true }).click();
      await page.getByRole('button', { name: 'Actions for Lancashire' }).click();
      await page.getByRole('menuitem', { name: 'Move' }).click();
      await page.getByRole('textbox', { name: 'New place below' }).fill('south');
      await expect(page.getByRole('option', { name: /South/ }).first()).toBeVisible();
    },
  },
  {
    what: 'a place that is not there',
    who: 'org.admin',
    path: '/structure/hierarchy?node=0199a000-0000-7000-8000-000000000009',
    reach: (page) =>
      expect(page.getByText('This place does not exist, or lies outside your area.', { exact: true })).toBeVisible(),
  },
  {
    what: 'the list of organisations',
    who: 'global.admin',
    path: '/organisation',
    reach: (page) => expect(page.getByText('2 organisations')).toBeVisible(),
  },
  {
    what: 'an empty form for an organisation that was sent',
    who: 'global.admin',
    path: '/organisation/create',
    async reach(page) {
      await page.getByRole('button', { name: 'Add domain' }).click();
      await page.getByRole('button', { name: 'Create organisation' }).click();
      await expect(page.getByText('This field is required')).toHaveCount(4);
    },
  },
  {
    what: 'one organisation to be read',
    who: 'global.admin',
    path: '/organisation?search=kestrel',
    async reach(page) {
      await page.locator('tbody a, main li a').first().click();
      await expect(page.getByText('#1A81C5').or(page.getByText('kestrel.example')).first()).toBeVisible();
    },
  },
  {
    what: 'one organisation to be changed',
    who: 'global.admin',
    path: '/organisation?search=kestrel',
    async reach(page) {
      await page.locator('tbody a, main li a').first().click();
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Domain 2' })).toBeVisible();
      await expect(page.getByText('Automatic logout')).toBeVisible();
    },
  },
  {
    what: 'the question before an organisation is deleted',
    who: 'global.admin',
    path: '/organisation?search=bramble',
    async reach(page) {
      await page.locator('tbody a, main li a').first().click();
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

for (const { what, who, path, reach } of states) {
  test(`${what} is open to everybody at a desk, in light and in dark`, async ({ page, enter, product }) => {
    await (who ? enter(who, path) : page.goto(product.at('kestrel.localhost') + path));
    await reach(page, false);
    await expectAccessible(page, what);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  for (const { what, who, path, reach } of states) {
    test(`${what} is open to everybody on a phone, and fits into 320 pixels without sideways scrolling`, async ({
      page,
      enter,
      product,
    }) => {
      await (who ? enter(who, path) : page.goto(product.at('kestrel.localhost') + path));
      await reach(page, true);
      await expectAccessible(page, what);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => tooWide(page)).toEqual([]);
    });
  }
});

/** What would have to be scrolled sideways: the page itself, or a box in it. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter((box) => box === document.documentElement || /auto|scroll/.test(getComputedStyle(box).overflowX))
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.tagName} ${box.className}: ${box.scrollWidth} in ${box.clientWidth}`),
  );
