import type { Page } from '@playwright/test';
import { moduleCodes } from '../contract/src/modules.ts';
import { screens } from '../web/src/platform/site-map.ts';
import { type AccountName, expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const splitList = (text: string) => text.split(', ');
const managerScreens = splitList(
  'Dashboard, User List, Create User, API Keys, Role List, Hierarchy, Compare, Change Calendar, Product List, Media Library, Audit',
);
const administratorScreens =
  'Dashboard, User List, Create User, Import Users, API Keys, Role List, Create Role, Hierarchy, Create Node';
const expectedMenus: readonly (readonly [AccountName, string, readonly string[]])[] = [
  [
    'global.admin',
    'Administrator',
    splitList(
      'Dashboard, User List, Create User, Organisation List, Create Organisation, Ross Role List, Create Ross Role, Audit',
    ),
  ],
  [
    'org.admin',
    'Organisation',
    splitList(
      `${administratorScreens}, Bulk Override, Compare, Change Calendar, Product List, Media Library, Create Product, Import Products, Audit`,
    ),
  ],
  [
    'company.admin',
    'Company',
    splitList(
      'Dashboard, User List, Create User, Import Users, API Keys, Role List, Hierarchy, Compare, Change Calendar, Product List, Media Library, Audit',
    ),
  ],
  ['region.manager', 'Region', managerScreens],
  ['group.manager', 'Group', managerScreens],
  ['subgroup.manager', 'Group', managerScreens],
  ['store.manager', 'Store users', managerScreens],
  ['store.user', 'Store users', ['Dashboard']],
];
for (const [name, group, links] of expectedMenus) {
  test(`the menu of the ${name} is titled ${group}, lists the screens this account may open, and every entry opens`, async ({
    openAs,
  }) => {
    const page = await openAs(name);
    await expect(menu(page).getByText(group, { exact: true })).toBeVisible();
    await expect(menu(page).getByRole('link')).toHaveText([...links]);
    for (const link of links) {
      await menu(page).getByRole('link', { name: link, exact: true }).click();
      await expect(menu(page).getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: phrase('app.denied.title'), exact: true })).toHaveCount(0);
    }
  });
}

test('each screen has its own title', async ({ openAs }) => {
  const page = await openAs('org.admin');
  await expect(page).toHaveTitle('Dashboard');
  // nothing opens the panel for overlays yet, and the banner with the name of the installation is off
  await expect(page.locator('aside[hidden]')).toBeEmpty();
  await expect(page.locator('aside')).toBeHidden();
  await expect(page.getByText(/^(pre-)?production$/i)).toHaveCount(0);
  await menu(page).getByRole('link', { name: 'User List' }).click();
  await expect(page).toHaveTitle('User List');
  await page.locator('tbody a').first().click();
  await expect(page).toHaveTitle(/ · View User$/);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveTitle(/ · Edit User$/);
  await menu(page).getByRole('link', { name: 'Hierarchy' }).click();
  await expect(page).toHaveTitle('Hierarchy');
});

test('the menu collapses by its button and shortcut, stays collapsed after a reload, and its links still work', async ({
  openAs,
}) => {
  const page = await openAs('org.admin');
  const toggle = page.getByRole('banner').getByRole('button', { expanded: true });
  await expect(toggle).toHaveAccessibleName('Collapse menu');
  await toggle.click();
  const expand = page.getByRole('button', { name: 'Expand menu' });
  await expect(expand).toHaveAttribute('aria-expanded', 'false');
  await expect(menu(page).getByText('User List', { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(expand).toBeVisible();
  await menu(page).getByRole('link', { name: 'User List' }).click();
  await expect(heading(page, 'User List')).toBeVisible();
  await page.getByRole('main').press('[');
  await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible();
  await page.getByRole('searchbox').press('[');
  await expect(page.getByRole('searchbox')).toHaveValue('[');
  await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible();
});

test('a menu heading collapses its screens, and stays collapsed', async ({ openAs }) => {
  const page = await openAs('org.admin');
  const groupButton = menu(page).getByRole('button', { name: 'Administrators' });
  await expect(groupButton).toHaveAttribute('aria-expanded', 'true');
  await groupButton.click();
  await expect(menu(page).getByRole('link', { name: 'User List' })).toHaveCount(0);
  await page.reload();
  await expect(groupButton).toHaveAttribute('aria-expanded', 'false');
  await groupButton.click();
  await expect(menu(page).getByRole('link', { name: 'User List' })).toBeVisible();
});

test('a two-key shortcut opens a screen, and a skip link jumps past the menu to the content', async ({ openAs }) => {
  const page = await openAs('org.admin');
  await expect(heading(page, 'Organisation dashboard')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(heading(page, 'User List')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(heading(page, 'Hierarchy')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Hierarchy')).toBeVisible();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the scroll-to-top button appears after twenty pixels of scrolling', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?size=100');
  await expect(page.locator('tbody a')).toHaveCount(100);
  const scrollAncestors = page
    .locator('tbody')
    .locator('xpath=ancestor::*')
    .filter({ has: page.getByRole('table') });
  const scrollTo = (top: number) =>
    scrollAncestors.evaluateAll((elements, targetTop) => {
      const element = elements.findLast(
        (element) =>
          element.scrollHeight > element.clientHeight + 100 && getComputedStyle(element).overflowY !== 'visible',
      );
      element?.scrollTo({ top: targetTop, behavior: 'instant' });
      return element?.scrollTop;
    }, top);
  const button = page.getByRole('button', { name: 'Go to top' });
  await expect.poll(() => scrollTo(19)).toBe(19);
  await expect(button).toHaveCount(0);
  expect(await scrollTo(21)).toBe(21);
  await expect(button).toBeVisible();
  await scrollTo(900);
  await button.click();
  await expect(button).toHaveCount(0);
  await expect(page.locator('tbody a').first()).toBeInViewport();
});

test('an unknown URL shows a not-found page with a link back', async ({ openAs }) => {
  const page = await openAs('org.admin', '/nonsense/here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Not found');
  await expect(menu(page)).toBeVisible();
  await page.getByRole('button', { name: 'Go to dashboard' }).click();
  await expect(heading(page, 'Organisation dashboard')).toBeVisible();
});

test('every address of the site map is served with status 200, with and without a slash at its end', async ({
  product,
}) => {
  const paths = [
    '/',
    '/reset-password/',
    ...moduleCodes.map((code) => `/${code}/`),
    ...screens.map(({ path }) => `${path.replace(/\{\w+\}/, 'id')}/`),
  ];
  const urls = paths.flatMap((path) => [path, path.replace(/(.)\/$/, '$1')]);
  const statuses = await Promise.all(
    urls.map(async (path) => [path, (await product.request({ host: 'kestrel.localhost', path })).status]),
  );
  expect(statuses).toEqual(urls.map((path) => [path, 200]));
});

test('a screen of another level is denied even with the permission', async ({ openAs }) => {
  const page = await openAs('global.admin', '/structure/hierarchy');
  await expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible();
  await expect(page.getByText(phrase('app.denied.level'))).toBeVisible();
  await expect(page).toHaveTitle('Access denied');
});

for (const path of ['/', '/om', '/ross', '/dashboard/']) {
  test(`${path} redirects to the dashboard`, async ({ openAs }) => {
    const page = await openAs('global.admin', path);
    await expect(heading(page, 'Global dashboard')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/?$/);
  });
}

test('the profile menu shows the user and role, and the chosen colour scheme persists', async ({ openAs }) => {
  const page = await openAs('store.manager');
  const brightness = () =>
    page.evaluate(() =>
      (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [])
        .slice(0, 3)
        .reduce((total, channel) => total + Number(channel), 0),
    );
  const menuButton = page.getByRole('button', { name: 'Your menu' });
  await menuButton.click();
  const menuDialog = page.getByRole('dialog', { name: 'Your menu' });
  await expect(menuDialog).toContainText('Welcome');
  await expect(menuDialog).toContainText('Jarek Żółkiewski');
  await expect(menuDialog).toContainText('Store manager');
  await menuDialog.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect.poll(brightness).toBeLessThan(200);
  await page.reload();
  await expect(heading(page, 'Store dashboard')).toBeVisible();
  await expect.poll(brightness).toBeLessThan(200);
  await menuButton.click();
  await menuDialog.getByText('Light', { exact: true }).click();
  await expect.poll(brightness).toBeGreaterThan(600);
  await page.keyboard.press('Escape');
  await expect(menuDialog).toHaveCount(0);
  await expect(menuButton).toBeFocused();
});

test.describe('the shell on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('on a phone the menu is a drawer that closes after a screen is chosen', async ({ openAs }) => {
    const page = await openAs('org.admin');
    await expect(menu(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu(page).getByRole('link', { name: 'User List' }).click();
    await expect(heading(page, 'User List')).toBeVisible();
    await expect(menu(page)).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'User List' }).getByRole('listitem')).toHaveCount(10);
  });

  test('on a phone the structure is navigated level by level', async ({ openAs }) => {
    const page = await openAs('company.admin', '/structure/hierarchy');
    await page.getByRole('treeitem', { name: /^North/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'North' })).toBeVisible();
    await page.getByRole('treeitem', { name: /^Lancashire/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Lancashire' })).toBeVisible();
    await page.getByRole('treeitem', { name: /^Preston Fishergate/ }).click();
    await expect(page.getByText('92 Fishergate')).toBeVisible();
    await page.getByRole('button', { name: 'Back to Lancashire' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Lancashire' })).toBeVisible();
  });
});
