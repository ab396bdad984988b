import { type Page } from '@playwright/test';
import type { State } from './states.ts';
import { expect } from './test.ts';

const openRole = async (page: Page, name: string) => {
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('checkbox', { name: /^See the dashboard/ })).toBeVisible();
};

/** The states of the screens of roles. */
export const statesOfRoles: readonly State[] = [
  {
    what: 'the role list',
    who: 'org.admin',
    path: '/role',
    reach: (page) => expect(page.getByRole('link', { name: 'Company manager' })).toBeVisible(),
  },
  {
    what: 'a role list in which nothing was found',
    who: 'org.admin',
    path: '/role?search=nobody-at-all',
    reach: (page) => expect(page.getByRole('heading', { name: 'No role matches' })).toBeVisible(),
  },
  { what: 'a role', who: 'org.admin', path: '/role', reach: (page) => openRole(page, 'Company manager') },
  {
    what: 'the form of a role with a right taken away',
    who: 'org.admin',
    path: '/role',
    async reach(page) {
      await openRole(page, 'Company manager');
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('checkbox', { name: /^Edit users/ }).uncheck();
      await expect(page.getByText('taken away', { exact: true })).toBeVisible();
    },
  },
  {
    what: 'the comparison of two roles',
    who: 'org.admin',
    path: '/role',
    async reach(page) {
      await openRole(page, 'Company manager');
      await page.getByRole('button', { name: 'Actions for Company manager' }).click();
      await page.getByRole('menuitem', { name: 'Compare with…' }).click();
      await page.getByRole('combobox', { name: 'Other role' }).fill('Store user');
      await page.getByRole('option', { name: 'Store user' }).click();
      await expect(page.getByRole('heading', { name: /^Both/ })).toBeVisible();
    },
  },
  {
    what: 'the form of a new role that was sent empty',
    who: 'org.admin',
    path: '/role/create',
    async reach(page) {
      await expect(page.getByRole('checkbox', { name: /^See the dashboard/ })).toBeVisible();
      await page.getByRole('button', { name: 'Create role' }).click();
      await expect(page.getByText('This field is required')).toBeVisible();
    },
  },
];
