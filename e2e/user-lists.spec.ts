import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './test.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'User List' }).locator('tbody tr:not([aria-hidden])');
const count = (page: Page) => page.getByRole('status').first();
const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');

async function narrow(page: Page, choices: Readonly<Record<string, string>>) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter users' });
  for (const [field, choice] of Object.entries(choices)) {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  }
  await dialog.getByRole('button', { name: 'Show users' }).click();
}

test('people are found by role, status and level, each named above the list and taken away by itself', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/users');
  await expect(count(page)).toHaveText('170 users');
  await narrow(page, { Level: 'Company' });
  await expect(page).toHaveURL(/\/users\?level=COMPANY$/);
  await expect(count(page)).not.toHaveText('170 users');
  await expect(rows(page).first()).toContainText('Kestrel');
  await narrow(page, { Status: 'Locked' });
  await expect(page.getByRole('heading', { name: 'Nobody matches these filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter: Status' }).click();
  await page.getByRole('button', { name: 'Clear filter: Level' }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(count(page)).toHaveText('170 users');
});

test('on a phone the filters and the selection are as good as on a desk', async ({ enter }) => {
  const page = await enter('org.admin', '/users');
  await page.setViewportSize({ width: 390, height: 800 });
  await narrow(page, { Level: 'Store' });
  await expect(page.getByRole('button', { name: 'Clear filter: Level' })).toBeVisible();
  const list = page.getByRole('list', { name: 'User List' });
  await list.getByRole('checkbox').first().check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectAccessible(page, 'the selection on a phone');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page.getByText('1 selected')).toHaveCount(0);
});

test('everybody who matches is disabled at once, told in numbers before, and let in again with one click', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/users?search=mi');
  await page
    .getByRole('checkbox', { name: /^Select (?!everybody)/ })
    .first()
    .check();
  await expect(page.getByText('1 selected')).toBeVisible();
  const all = page.getByRole('button', { name: /^Select all \d+ that match$/ });
  const matching = Number(/\d+/.exec(await all.innerText())![0]);
  expect(matching).toBeGreaterThan(1);
  await all.click();
  await expect(page.getByText('Everybody who matches is selected')).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`It is about ${matching} users.`);
  await expect(dialog).toContainText('Their open sessions end at once');
  await expectAccessible(page, 'the question before many are changed');
  await dialog.getByRole('button', { name: 'Disable users' }).click();
  await expect(page).toHaveURL(/\/users\/changes\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Users disabled' })).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(figure(page, 'users changed')).not.toHaveText('0');
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await dialog.getByRole('button', { name: 'Undo this change' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Changes of many users' }).click();
  await expect(page.getByRole('link', { name: 'Users disabled' })).toBeVisible();
  await page.goBack();
  await page.goBack();
});

test('rows are picked with the keyboard, and whoever may change nobody is offered no selection', async ({ enter }) => {
  const page = await enter('org.admin', '/users');
  await rows(page).first().getByRole('link').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  const all = page.getByRole('checkbox', { name: 'Select everybody on this page' });
  await all.focus();
  for (const press of [1, 2, 3]) {
    await page.keyboard.press('Space');
    await expect(all).toBeChecked({ checked: press % 2 === 1 });
    await expect(all).toBeFocused();
  }
  const clerk = await enter('store.user', '/users');
  await expect(clerk.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(clerk.getByRole('checkbox')).toHaveCount(0);
});

test('a list is kept as a view, with filters, order and columns, and is there again on another day', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/users?sort=lastActive%3Adesc');
  await narrow(page, { Level: 'Store' });
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Choose columns' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['E-mail', 'Place']) await dialog.getByRole('checkbox', { name }).uncheck();
  await dialog.getByRole('button', { name: 'Show columns' }).click();
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText([/Name/, 'Role', 'Status', /Last active/, 'Actions']);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as a view' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Store people');
  await dialog.getByRole('checkbox', { name: /^Share/ }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('Store people is saved')).toBeVisible();

  const below = await enter('region.manager', '/users');
  await expect(heads).not.toHaveCount(5);
  await below.getByRole('button', { name: 'Views', exact: true }).click();
  await below.getByRole('menuitem', { name: /Store people/ }).click();
  await expect(below).toHaveURL(/level=STORE/);
  await expect(below).toHaveURL(/sort=lastActive/);
  await expect(heads).toHaveText([/Name/, 'Role', 'Status', /Last active/, 'Actions']);
  await below.getByRole('button', { name: 'Store people' }).click();
  await expect(below.getByRole('menuitem', { name: 'Delete Store people' })).toHaveCount(0);
});

test('everybody whom the list shows is taken away as CSV and as an Excel workbook', async ({ enter }) => {
  const page = await enter('org.admin', '/users?level=COMPANY');
  await expect(rows(page).first()).toBeVisible();
  const shown = Number(/\d+/.exec(await count(page).innerText())![0]);
  for (const [kind, sign] of [
    ['CSV file', 'userName,firstName'],
    ['Excel workbook', 'PK'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: kind }).click();
    const file = readFileSync(await (await download).path(), 'utf8');
    expect(file.replace('\uFEFF', '').startsWith(sign)).toBe(true);
    if (kind === 'CSV file') expect(file.trim().split('\r\n')).toHaveLength(shown + 1);
    await expect(page.getByText(new RegExp(`^${shown} users? exported$`)).first()).toBeVisible();
  }
});

test('many users are given another role at once, and what may not be is told by name', async ({ enter }) => {
  const page = await enter('org.admin', '/users?level=STORE&search=be');
  await page.getByRole('checkbox', { name: 'Select everybody on this page' }).check();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role', { exact: true }).click();
  await page.getByRole('option', { name: /Store user/ }).click();
  await dialog.getByRole('button', { name: 'See how many' }).click();
  await expect(dialog).toContainText('The new rights count from their next click on.');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Role changed' })).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(page.getByText('Store user', { exact: true }).first()).toBeVisible();
});
