import { type Page } from '@playwright/test';
import type { ScreenState } from './states.ts';
import { expect } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const openRole = async (page: Page, name: string) => {
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('checkbox', { name: /^See the dashboard/ })).toBeVisible();
};

export const roleStates: readonly ScreenState[] = [
  {
    name: 'the role list',
    account: 'org.admin',
    path: '/role',
    open: (page) => expect(page.getByRole('link', { name: 'Company manager' })).toBeVisible(),
  },
  {
    name: 'a role list without results',
    account: 'org.admin',
    path: '/role?search=nobody-at-all',
    open: (page) => expect(page.getByRole('heading', { name: 'No role matches' })).toBeVisible(),
  },
  { name: 'a role', account: 'org.admin', path: '/role', open: (page) => openRole(page, 'Company manager') },
  {
    name: 'a role form with a removed permission',
    account: 'org.admin',
    path: '/role',
    async open(page) {
      await openRole(page, 'Company manager');
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('checkbox', { name: /^Edit users/ }).uncheck();
      await expect(page.getByText('removed', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'the comparison of two roles',
    account: 'org.admin',
    path: '/role',
    async open(page) {
      await openRole(page, 'Company manager');
      await page.getByRole('button', { name: 'Actions for Company manager' }).click();
      await page.getByRole('menuitem', { name: 'Compare with…' }).click();
      await page.getByRole('combobox', { name: 'Other role' }).fill('Store user');
      await page.getByRole('option', { name: 'Store user' }).click();
      await expect(page.getByRole('heading', { name: /^Both/ })).toBeVisible();
    },
  },
  {
    name: 'an empty role form after submit',
    account: 'org.admin',
    path: '/role/create',
    async open(page) {
      await expect(page.getByRole('checkbox', { name: /^See the dashboard/ })).toBeVisible();
      await page.getByRole('button', { name: 'Create role' }).click();
      await expect(page.getByText(phrase('errors.field.required'))).toBeVisible();
    },
  },
];
