import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'User List' }).locator('tbody tr:not([aria-hidden])');
const count = (page: Page) => page.getByRole('status').first();
const summaryValue = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

async function filterBy(page: Page, filters: Readonly<Record<string, string>>) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter users' });
  for (const [field, choice] of Object.entries(filters)) {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  }
  await dialog.getByRole('button', { name: 'Show users' }).click();
}

test('users are filtered by role, status and level, each shown above the list and removable', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users');
  await expect(count(page)).toHaveText('150 users');
  await filterBy(page, { Level: 'Company' });
  await expect(page).toHaveURL(/\/users\?level=COMPANY$/);
  await expect(count(page)).not.toHaveText('150 users');
  await expect(rows(page).first()).toContainText('Kestrel');
  await filterBy(page, { Status: 'Locked' });
  await expect(page.getByRole('heading', { name: phrase('users.filter.nothing') })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter: Status' }).click();
  await page.getByRole('button', { name: 'Clear filter: Level' }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(count(page)).toHaveText('150 users');
});

test('on a phone filters and selection work as on a desktop', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users');
  await page.setViewportSize({ width: 390, height: 800 });
  await filterBy(page, { Level: 'Store' });
  await expect(page.getByRole('button', { name: 'Clear filter: Level' })).toBeVisible();
  const list = page.getByRole('list', { name: 'User List' });
  await list.getByRole('checkbox').first().check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectAccessible(page, 'the selection on a phone');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page.getByText('1 selected')).toHaveCount(0);
});

test('all matching users are disabled at once after a preview of their number, and enabled again with one click', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/users?search=mi');
  await page
    .getByRole('checkbox', { name: /^Select (?!all users)/ })
    .first()
    .check();
  await expect(page.getByText('1 selected')).toBeVisible();
  const selectAll = page.getByRole('button', { name: /^Select all \d+ that match$/ });
  const matchingCount = Number(/\d+/.exec(await selectAll.innerText())![0]);
  expect(matchingCount).toBeGreaterThan(1);
  await selectAll.click();
  await expect(page.getByText(phrase('users.bulk.allSelected'))).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${matchingCount} users selected.`);
  await expect(dialog).toContainText(containing('users.bulk.text.disable'));
  await expectAccessible(page, 'the confirmation of a bulk change');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/users\/changes\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Users disabled' })).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(summaryValue(page, 'users changed')).not.toHaveText('0');
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: phrase('app.title.userChanges') }).click();
  await expect(page.getByRole('link', { name: 'Users disabled' })).toBeVisible();
  await page.goBack();
  await page.goBack();
});

test('rows are selected by keyboard, and selection is not offered without permission to change users', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/users');
  await rows(page).first().getByRole('link').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  const selectAll = page.getByRole('checkbox', { name: phrase('users.bulk.page') });
  await selectAll.focus();
  for (const presses of [1, 2, 3]) {
    await page.keyboard.press('Space');
    await expect(selectAll).toBeChecked({ checked: presses % 2 === 1 });
    await expect(selectAll).toBeFocused();
  }
  const storeUserPage = await openAs('store.user', '/users');
  await expect(storeUserPage.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(storeUserPage.getByRole('checkbox')).toHaveCount(0);
});

test('a list is saved as a view with filters, order and columns, and is available later', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?sort=lastActive%3Adesc');
  await filterBy(page, { Level: 'Store' });
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Choose columns' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Email', 'Location']) await dialog.getByRole('checkbox', { name }).uncheck();
  await dialog.getByRole('button', { name: 'Show columns' }).click();
  const columnHeaders = page.getByRole('columnheader');
  await expect(columnHeaders).toHaveText([/Name/, 'Role', 'Status', /Last active/, 'Actions']);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as view' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Store people');
  await dialog.getByRole('checkbox', { name: /^Share/ }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('Store people saved')).toBeVisible();

  const regionManagerPage = await openAs('region.manager', '/users');
  await expect(columnHeaders).not.toHaveCount(5);
  await regionManagerPage.getByRole('button', { name: 'Views', exact: true }).click();
  await regionManagerPage.getByRole('menuitem', { name: /Store people/ }).click();
  await expect(regionManagerPage).toHaveURL(/level=STORE/);
  await expect(regionManagerPage).toHaveURL(/sort=lastActive/);
  await expect(columnHeaders).toHaveText([/Name/, 'Role', 'Status', /Last active/, 'Actions']);
  await regionManagerPage.getByRole('button', { name: 'Store people' }).click();
  await expect(regionManagerPage.getByRole('menuitem', { name: 'Delete Store people' })).toHaveCount(0);
});

test('all listed users are exported as CSV and as an Excel workbook', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?level=COMPANY');
  await expect(rows(page).first()).toBeVisible();
  const userCount = Number(/\d+/.exec(await count(page).innerText())![0]);
  for (const [format, prefix] of [
    ['CSV file', 'userName,firstName'],
    ['Excel workbook', 'PK'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    const file = readFileSync(await (await download).path(), 'utf8');
    expect(file.replace('\uFEFF', '').startsWith(prefix)).toBe(true);
    if (format === 'CSV file') expect(file.trim().split('\r\n')).toHaveLength(userCount + 1);
    await expect(page.getByText(new RegExp(`^${userCount} users? exported$`)).first()).toBeVisible();
  }
});

test('many users get another role at once, and those not allowed are listed by name', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?level=STORE&search=be');
  await page.getByRole('checkbox', { name: phrase('users.bulk.page') }).check();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role', { exact: true }).click();
  await page.getByRole('option', { name: /Store user/ }).click();
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await expect(dialog).toContainText(phrase('users.bulk.text.changeRole'));
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Role changed' })).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(page.getByText('Store user', { exact: true }).first()).toBeVisible();
});
