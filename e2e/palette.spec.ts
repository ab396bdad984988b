import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const field = (page: Page) => page.getByRole('combobox', { name: phrase('palette.title') });
const results = (page: Page) => page.getByRole('listbox', { name: 'Results' });
const group = (page: Page, name: string) => results(page).getByRole('group', { name, exact: true });

async function openPalette(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('the palette finds locations, users, roles, products, settings, screens and actions by keyboard alone', async ({
  openAs,
}) => {
  const page = await openAs('org.admin');
  await openPalette(page);
  await field(page).fill('briggate');
  await expect(group(page, 'Locations').getByRole('option', { name: /^Leeds Briggate/ })).toBeVisible();
  await field(page).fill('store.manager');
  await expect(group(page, 'Users').getByRole('option', { name: /Jarek Żółkiewski/ })).toBeVisible();
  await field(page).fill('region manager');
  await expect(group(page, 'Roles').getByRole('option', { name: /^Region manager/ })).toBeVisible();
  await field(page).fill('shirt');
  await expect(group(page, 'Products').getByRole('option').first()).toBeVisible();
  await field(page).fill('idle');
  await expect(group(page, 'Settings').getByRole('option').first()).toBeVisible();
  await field(page).fill('> dark');
  await expect(results(page).getByRole('group')).toHaveCount(1);
  await expect(group(page, 'Actions').getByRole('option', { name: 'Appearance: Dark' })).toBeVisible();
  await field(page).fill('create user');
  await expect(group(page, 'Go to').getByRole('option', { name: /^Create User/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Create User' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the arrows move through the results, and what was opened comes first the next time until the user signs out', async ({
  openAs,
}) => {
  const page = await openAs('org.admin');
  await openPalette(page);
  await field(page).fill('leeds');
  const found = group(page, 'Locations').getByRole('option');
  await expect(found.nth(1)).toBeVisible();
  const name = await found
    .nth(1)
    .locator('mark')
    .first()
    .evaluate((mark) => mark.parentElement!.textContent);
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await found.nth(1).getAttribute('id'))!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible();
  await openPalette(page);
  await expect(group(page, 'Recently opened').getByRole('option').first()).toContainText(name);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('RECENT'))).toBeNull();
});

test('a new search of the palette aborts the requests of the one before', async ({ openAs }) => {
  const page = await openAs('org.admin');
  const aborted = page.waitForEvent('requestfailed', (request) => /search=leed(&|$)/.test(request.url()));
  // the first search never gets a response
  await page.route(/search=leed(&|$)/, () => undefined);
  await openPalette(page);
  await field(page).fill('leed');
  await page.waitForRequest(/search=leed(&|$)/);
  await field(page).fill('leeds');
  expect((await aborted).failure()?.errorText).toContain('ERR_ABORTED');
  await expect(group(page, 'Locations').getByRole('option').first()).toBeVisible();
});

test('the palette offers no more than the permissions and the level of the user allow', async ({ openAs }) => {
  const page = await openAs('store.user');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await openPalette(page);
  await field(page).fill('leeds');
  await expect(page.getByText(phrase('palette.nothing', { search: 'leeds' }))).toBeVisible();
  await field(page).fill('user');
  await expect(results(page).getByRole('option')).toHaveCount(0);
  expect(requested.filter((url) => url.includes('search='))).toEqual([]);
  await openAs('global.admin');
  await openPalette(page);
  await field(page).fill('bramble');
  await expect(group(page, 'Organisations').getByRole('option', { name: /^Bramble Toys/ })).toBeVisible();
  await expect(group(page, 'Locations')).toHaveCount(0);
});

test('settings and screens are found by their names in the chosen language', async ({ openAs }) => {
  const page = await openAs('org.admin');
  await page.getByRole('banner').getByRole('combobox').selectOption('Deutsch');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Suchen oder öffnen' }).fill('benutzerliste');
  await expect(page.getByRole('option', { name: /^Benutzerliste/ })).toBeVisible();
});

test('a question mark lists all shortcuts, a slash moves to the search of the list, and shift with arrows selects rows', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/users');
  await expect(page.locator('tbody a').first()).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByText('User List')).toBeVisible();
  await expect(dialog.getByText('Select several rows')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
  const rows = page.locator('tbody tr');
  await rows.nth(1).getByRole('link').first().focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.locator('tbody tr[data-selected]')).toHaveCount(3);
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.locator('tbody tr[data-selected]')).toHaveCount(2);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(page.locator('tbody tr[data-selected]')).toHaveCount(1);
});

for (const [size, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`switcher, tiles, palette and list of shortcuts have no WCAG violations on ${size}`, async ({
    openAs,
    page,
  }) => {
    await page.setViewportSize(viewport);
    test.slow(); // two accounts, and every state in light and dark
    for (const account of ['org.admin', 'global.admin'] as const) {
      await openAs(account);
      const isGlobal = account === 'global.admin';
      await expect(
        page
          .getByRole('main')
          .getByRole('list', { name: isGlobal ? 'Organisations' : 'Applications' })
          .getByRole('link')
          .first(),
      ).toBeVisible();
      await expectAccessible(page, `the dashboard of ${account}`);
      await page
        .getByRole('banner')
        .getByRole('button', { name: isGlobal ? 'All organisations' : 'Organisation management' })
        .click();
      await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
      await expectAccessible(page, `the popup of ${account}`);
      await page.keyboard.press('Escape');
      await openPalette(page);
      await field(page).fill('a');
      await expect(results(page).getByRole('option').first()).toBeVisible();
      await expectAccessible(page, `the palette of ${account}`);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('heading', { level: 1 }).first().click();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectAccessible(page, 'the list of shortcuts');
    await page.goto(page.url().replace('/dashboard', '/sotk/'));
    await expect(page.getByRole('heading', { level: 1, name: 'SOTK' })).toBeVisible();
    await expectAccessible(page, 'the page of a module');
  });
}
