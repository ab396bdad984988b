import type { Page } from '@playwright/test';
import { createTestWorkbook, rows } from '../web/test/create-workbook.ts';
import type { ScreenState } from './states.ts';
import { expect } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const openUser = async (page: Page) => {
  await page.locator('tbody a, main li a').filter({ hasText: /./ }).first().click();
  await expect(page.getByRole('region', { name: 'Check access' })).toBeVisible();
};

const selectUsers = async (page: Page, isPhone: boolean) => {
  if (isPhone) await page.getByRole('checkbox').first().check();
  else await page.getByRole('checkbox', { name: phrase('users.bulk.page') }).check();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
};

const cellXml = '<c t="inlineStr"><is><t>Ada</t></is></c>';
const sheetXml = rows([cellXml], [cellXml]);

/** States of user creation, role assignment, bulk changes and user import. */
export const userStates: readonly ScreenState[] = [
  {
    name: 'an empty user form after submit',
    account: 'org.admin',
    path: '/user/create',
    async open(page) {
      await page.getByRole('button', { name: 'Create user' }).click();
      await expect(page.getByText(phrase('errors.field.required')).first()).toBeVisible();
    },
  },
  {
    name: 'the access explainer of a user',
    account: 'org.admin',
    path: '/users',
    async open(page) {
      await openUser(page);
      const region = page.getByRole('region', { name: 'Check access' });
      await region.getByRole('combobox', { name: 'Action' }).click();
      await page
        .getByRole('option', { name: /^Create/ })
        .first()
        .click();
      await region
        .locator('input')
        .and(page.getByLabel('Level', { exact: true }))
        .click();
      await page.getByRole('option', { name: 'Organisation', exact: true }).click();
      await expect(region.getByRole('list', { name: 'Role assignments' })).toBeVisible();
    },
  },
  {
    name: 'the assignment of an additional role',
    account: 'org.admin',
    path: '/users',
    async open(page) {
      await openUser(page);
      await page.getByRole('button', { name: 'Assign role' }).click();
      await expect(page.getByRole('dialog', { name: containing('users.assignment.addTitle') })).toBeVisible();
    },
  },
  {
    name: 'a bulk change of roles',
    account: 'org.admin',
    path: '/users',
    async open(page, isPhone) {
      await selectUsers(page, isPhone);
      await page.getByRole('menuitem', { name: 'Change role' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Review changes' })).toBeVisible();
    },
  },
  {
    name: 'a bulk change of status',
    account: 'org.admin',
    path: '/users',
    async open(page, isPhone) {
      await selectUsers(page, isPhone);
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Yes' })).toBeVisible();
    },
  },
  {
    name: 'the filters of the user list',
    account: 'org.admin',
    path: '/users',
    async open(page) {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Filter users' })).toBeVisible();
    },
  },
  {
    name: 'the import of users',
    account: 'org.admin',
    path: '/user/import',
    open: (page) => expect(page.getByRole('button', { name: 'Sample file' })).toBeVisible(),
  },
  {
    name: 'the choice of a workbook sheet',
    account: 'org.admin',
    path: '/user/import',
    async open(page) {
      const sheets = { Starters: sheetXml, 'Filialleiterinnen und Filialleiter der Region Süd': sheetXml };
      await page.locator('input[type=file]').setInputFiles({
        name: 'Everybody.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: Buffer.from(await createTestWorkbook({ sheets }).arrayBuffer()),
      });
      await expect(page.getByRole('dialog').getByRole('button', { name: '1 row' })).toHaveCount(2);
    },
  },
];
