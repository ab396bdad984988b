import type { Page } from '@playwright/test';
import { type AccountName, expect, test } from './test.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const lines = (words: string) => words.split(', ');
const all = lines('Dashboard, User List, Create User, Role List, Hierarchy, Audit');
const ofAll = 'Dashboard, User List, Create User, Import Users, Role List, Create Role, Hierarchy, Create Node';
const menus: readonly (readonly [AccountName, string, readonly string[]])[] = [
  [
    'global.admin',
    'Administrator',
    lines(
      'Dashboard, User List, Create User, Organisation List, Create Organisation, Ross Role List, Create Ross Role, Audit',
    ),
  ],
  ['org.admin', 'Organisation', lines(`${ofAll}, Bulk Override, Audit`)],
  ['company.admin', 'Company', lines('Dashboard, User List, Create User, Import Users, Role List, Hierarchy, Audit')],
  ['region.manager', 'Region', all],
  ['group.manager', 'Group', all],
  ['subgroup.manager', 'Group', all],
  ['store.manager', 'Store users', all],
  ['store.user', 'Store users', ['Dashboard']],
];
for (const [name, group, links] of menus) {
  test(`the menu of the ${name} is called ${group} and holds what this account may open, and every line opens`, async ({
    enter,
  }) => {
    const page = await enter(name);
    await expect(menu(page).getByText(group, { exact: true })).toBeVisible();
    await expect(menu(page).getByRole('link')).toHaveText([...links]);
    for (const link of links) {
      await menu(page).getByRole('link', { name: link, exact: true }).click();
      await expect(menu(page).getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('You may not open this screen')).toHaveCount(0);
    }
  });
}

const languages = [
  ['fr', 'Français', 'Liste des utilisateurs'],
  ['zh-CN', '简体中文', '用户列表'],
  ['nl', 'Nederlands', 'Gebruikerslijst'],
  ['ja-JP', '日本語', 'ユーザー一覧'],
  ['it', 'Italiano', 'Elenco utenti'],
  ['de', 'Deutsch', 'Benutzerliste'],
  ['en', 'English', 'User List'],
] as const;
test('each of the seven languages changes menu, heading and title at once, and no phrase is missing anywhere', async ({
  enter,
  product,
}) => {
  test.slow(); // it opens fifty screens
  const page = await enter('org.admin', '/users');
  for (const [code, name, list] of languages) {
    await test.step(name, async () => {
      await page.getByRole('banner').getByRole('combobox').selectOption(name);
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await expect(heading(page, list)).toBeVisible();
      await expect(page).toHaveTitle(list);
      await expect(page.getByRole('navigation').first().getByRole('link', { name: list })).toBeVisible();
    });
  }
  const id = /[0-9a-f-]{36}/.exec((await page.locator('tbody a').first().getAttribute('href')) ?? '')?.[0];
  const paths = [
    '/dashboard',
    '/users?search=nobody-at-all',
    `/user/${id}/view`,
    `/user/${id}/edit`,
    '/role',
    '/role/create',
    '/structure/hierarchy',
    '/structure/hierarchy?search=leeds',
    '/structure/create',
    '/audit-trail',
    '/profile',
    '/nonsense',
  ];
  for (const [code] of languages) {
    await test.step(`every screen in ${code}`, async () => {
      await page.evaluate((language) => localStorage.setItem('APP_SETTING', JSON.stringify({ language })), code);
      for (const path of paths) {
        await page.goto(product.at('kestrel.localhost') + path);
        await expect(page.locator('html')).toHaveAttribute('lang', code);
        await expect(
          page.getByRole('main').locator('[aria-busy="false"], [role="tree"], h2, section p').first(),
        ).toBeVisible();
        await expect(page.locator('body')).not.toContainText(
          /TRANSLATION MISSING|\b(app|audit|ui|screens|users|nodes|errors|dashboard)\.[a-z]+\.[a-zA-Z]+\b/,
        );
      }
    });
  }
});

test('a language chosen on the sign-in page is spoken behind it too', async ({ page, product }) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await page.getByRole('banner').getByRole('combobox').selectOption('Deutsch');
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('body')).not.toContainText('TRANSLATION MISSING');
  await page.getByRole('textbox').first().fill('org.admin');
  await page.getByRole('textbox').nth(1).fill('Demo-portal-26');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('link', { name: 'Benutzerliste' })).toBeVisible();
});

for (const [wish, spoken] of [
  ['de-DE', 'de'],
  ['zh-TW', 'zh-CN'],
  ['pt-PT', 'en'],
] as const) {
  test.describe(`in a browser that wishes for ${wish}`, () => {
    test.use({ locale: wish });
    test(`the sign-in page speaks ${spoken} to a browser that wishes for ${wish}`, async ({ page, product }) => {
      await page.goto(`${product.at('localhost')}/login`);
      await expect(page.locator('html')).toHaveAttribute('lang', spoken);
    });
  });
}

test('each screen has its own title', async ({ enter }) => {
  const page = await enter('org.admin');
  await expect(page).toHaveTitle('Dashboard');
  await menu(page).getByRole('link', { name: 'User List' }).click();
  await expect(page).toHaveTitle('User List');
  await page.locator('tbody a').first().click();
  await expect(page).toHaveTitle(/ · View User$/);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveTitle(/ · Edit User$/);
  await menu(page).getByRole('link', { name: 'Hierarchy' }).click();
  await expect(page).toHaveTitle('Hierarchy');
});

test('the menu collapses by its button and by a key, stays so after a reload, and still leads everywhere', async ({
  enter,
}) => {
  const page = await enter('org.admin');
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

test('a heading of the menu folds its screens away, and stays folded', async ({ enter }) => {
  const page = await enter('org.admin');
  const heading = menu(page).getByRole('button', { name: 'Administrators' });
  await expect(heading).toHaveAttribute('aria-expanded', 'true');
  await heading.click();
  await expect(menu(page).getByRole('link', { name: 'User List' })).toHaveCount(0);
  await page.reload();
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await heading.click();
  await expect(menu(page).getByRole('link', { name: 'User List' })).toBeVisible();
});

test('two keys in a row open a screen, and a link skips past the menu to the content', async ({ enter }) => {
  const page = await enter('org.admin');
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

test('the way back to the top is offered after twenty pixels, not before', async ({ enter }) => {
  const page = await enter('org.admin', '/users?size=100');
  await expect(page.locator('tbody a')).toHaveCount(100);
  const scrolled = page
    .locator('tbody')
    .locator('xpath=ancestor::*')
    .filter({ has: page.getByRole('table') });
  const scrollTo = (top: number) =>
    scrolled.evaluateAll((boxes, to) => {
      const box = boxes.findLast(
        (one) => one.scrollHeight > one.clientHeight + 100 && getComputedStyle(one).overflowY !== 'visible',
      );
      box?.scrollTo({ top: to, behavior: 'instant' });
      return box?.scrollTop;
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

test('an address that leads nowhere says so, and leads back', async ({ enter }) => {
  const page = await enter('org.admin', '/nonsense/here');
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  await expect(page).toHaveTitle('Not found');
  await expect(menu(page)).toBeVisible();
  await page.getByRole('button', { name: 'To the dashboard' }).click();
  await expect(heading(page, 'Organisation dashboard')).toBeVisible();
});

test('a screen that is not meant for a level stays closed, though the permission is held', async ({ enter }) => {
  const page = await enter('global.admin', '/structure/hierarchy');
  await expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible();
  await expect(page.getByText('This screen is not meant for your level.')).toBeVisible();
  await expect(page).toHaveTitle('Access denied');
});

for (const path of ['/', '/om', '/ross', '/dashboard/']) {
  test(`${path} leads to the dashboard`, async ({ enter }) => {
    const page = await enter('global.admin', path);
    await expect(heading(page, 'Global dashboard')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/?$/);
  });
}

test('the profile menu names who is signed in with their role, and light or dark is chosen and kept', async ({
  enter,
}) => {
  const page = await enter('store.manager');
  const brightness = () =>
    page.evaluate(() =>
      (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [])
        .slice(0, 3)
        .reduce((sum, part) => sum + Number(part), 0),
    );
  const open = page.getByRole('button', { name: 'Your menu' });
  await open.click();
  const sheet = page.getByRole('dialog', { name: 'Your menu' });
  await expect(sheet).toContainText('Welcome');
  await expect(sheet).toContainText('Jarek Żółkiewski');
  await expect(sheet).toContainText('Store manager');
  await sheet.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect.poll(brightness).toBeLessThan(200);
  await page.reload();
  await expect(heading(page, 'Store dashboard')).toBeVisible();
  await expect.poll(brightness).toBeLessThan(200);
  await open.click();
  await sheet.getByText('Light', { exact: true }).click();
  await expect.poll(brightness).toBeGreaterThan(600);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(open).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('on a phone the menu is a drawer that closes when a screen was chosen', async ({ enter }) => {
    const page = await enter('org.admin');
    await expect(menu(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu(page).getByRole('link', { name: 'User List' }).click();
    await expect(heading(page, 'User List')).toBeVisible();
    await expect(menu(page)).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'User List' }).getByRole('listitem')).toHaveCount(10);
  });

  test('on a phone the structure is walked level by level', async ({ enter }) => {
    const page = await enter('company.admin', '/structure/hierarchy');
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
