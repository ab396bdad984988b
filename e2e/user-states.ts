import type { Page } from '@playwright/test';
import { aWorkbook, rows } from '../web/test/a-workbook.ts';
import type { State } from './states.ts';
import { expect } from './test.ts';

const openPerson = async (page: Page) => {
  await page.locator('tbody a, main li a').filter({ hasText: /./ }).first().click();
  await expect(page.getByRole('region', { name: 'Who may what' })).toBeVisible();
};

const pick = async (page: Page, phone: boolean) => {
  if (phone) await page.getByRole('checkbox').first().check();
  else await page.getByRole('checkbox', { name: 'Select everybody on this page' }).check();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
};

const cell = '<c t="inlineStr"><is><t>Ada</t></is></c>';
const sheet = rows([cell], [cell]);

/** The states of the screens that look after people: made, given roles, changed together. */
export const statesOfUsers: readonly State[] = [
  {
    what: 'the form of a new user that was sent empty',
    who: 'org.admin',
    path: '/user/create',
    async reach(page) {
      await page.getByRole('button', { name: 'Create user' }).click();
      await expect(page.getByText('This field is required').first()).toBeVisible();
    },
  },
  {
    what: 'a person of whom is asked who may what',
    who: 'org.admin',
    path: '/users',
    async reach(page) {
      await openPerson(page);
      const asked = page.getByRole('region', { name: 'Who may what' });
      await asked.getByRole('combobox', { name: 'Action' }).click();
      await page
        .getByRole('option', { name: /^Create/ })
        .first()
        .click();
      await asked
        .locator('input')
        .and(page.getByLabel('Level', { exact: true }))
        .click();
      await page.getByRole('option', { name: 'Organisation', exact: true }).click();
      await expect(asked.getByRole('list', { name: 'Roles' })).toBeVisible();
    },
  },
  {
    what: 'a further role that is given',
    who: 'org.admin',
    path: '/users',
    async reach(page) {
      await openPerson(page);
      await page.getByRole('button', { name: 'Give a role' }).click();
      await expect(page.getByRole('dialog', { name: /^A further role/ })).toBeVisible();
    },
  },
  {
    what: 'people who are to change their role together',
    who: 'org.admin',
    path: '/users',
    async reach(page, phone) {
      await pick(page, phone);
      await page.getByRole('menuitem', { name: 'Change role' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'See how many' })).toBeVisible();
    },
  },
  {
    what: 'people who are to be disabled together',
    who: 'org.admin',
    path: '/users',
    async reach(page, phone) {
      await pick(page, phone);
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Disable users' })).toBeVisible();
    },
  },
  {
    what: 'the filters of the user list',
    who: 'org.admin',
    path: '/users',
    async reach(page) {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Filter users' })).toBeVisible();
    },
  },
  {
    what: 'the import of users',
    who: 'org.admin',
    path: '/user/import',
    reach: (page) => expect(page.getByRole('button', { name: 'Sample file' })).toBeVisible(),
  },
  {
    what: 'the choice of one of the sheets of a workbook',
    who: 'org.admin',
    path: '/user/import',
    async reach(page) {
      const sheets = { Starters: sheet, 'Filialleiterinnen und Filialleiter der Region Süd': sheet };
      await page.locator('input[type=file]').setInputFiles({
        name: 'Everybody.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: Buffer.from(await aWorkbook({ sheets }).arrayBuffer()),
      });
      await expect(page.getByRole('dialog').getByRole('button', { name: '1 row' })).toHaveCount(2);
    },
  },
];
