import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './test.ts';

const menuButton = (page: Page) => page.getByRole('button', { name: 'Your menu' });
const roleGroup = (page: Page) => page.getByRole('group', { name: 'Acting role' });
const role = (page: Page, name: RegExp) => roleGroup(page).getByRole('button', { name });
const leftMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

test('a user with two roles switches the acting role, and the whole portal follows', async ({ openAs }) => {
  const page = await openAs('group.manager');
  await expect(page.getByRole('heading', { level: 1, name: 'Store group dashboard' })).toBeVisible();
  await menuButton(page).click();
  await expect(roleGroup(page).getByRole('button')).toHaveText([
    /^Group manager\s*Yorkshire$/,
    /^Store manager\s*Leeds Briggate$/,
  ]);
  await expect(role(page, /Group manager/)).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page, 'the role switch');

  await role(page, /Store manager/).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
  await expect(leftMenu(page).getByText('Store manager')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
  await menuButton(page).click();
  await expect(role(page, /Store manager/)).toHaveAttribute('aria-current', 'true');

  await role(page, /Group manager/).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Store group dashboard' })).toBeVisible();
  await expect(leftMenu(page).getByText('Group manager')).toBeVisible();
});

test('a user with one role is offered no role switch', async ({ openAs }) => {
  const page = await openAs('store.manager');
  await menuButton(page).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(roleGroup(page)).toHaveCount(0);
});
