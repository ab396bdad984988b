import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './test.ts';

const menuButton = (page: Page) => page.getByRole('button', { name: 'Your menu' });
const roles = (page: Page) => page.getByRole('group', { name: 'Acting role' });
const role = (page: Page, name: RegExp) => roles(page).getByRole('button', { name });
const leftMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

test('whoever holds two roles chooses by which one they act, and the whole portal follows', async ({ enter }) => {
  const page = await enter('group.manager');
  await expect(page.getByRole('heading', { level: 1, name: 'Store group dashboard' })).toBeVisible();
  await menuButton(page).click();
  await expect(roles(page).getByRole('button')).toHaveText([
    /^Group manager\s*Yorkshire$/,
    /^Store manager\s*Leeds Briggate$/,
  ]);
  await expect(role(page, /Group manager/)).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page, 'the choice of roles');

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

test('whoever holds one role is offered no choice', async ({ enter }) => {
  const page = await enter('store.manager');
  await menuButton(page).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(roles(page)).toHaveCount(0);
});
