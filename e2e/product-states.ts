import { chooseFile } from './import-file.ts';
import type { ScreenState } from './states.ts';
import { expect } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

/** States of the product screens. */
export const productStates: readonly ScreenState[] = [
  {
    name: 'the product list',
    account: 'org.admin',
    path: '/products',
    open: (page) => expect(page.locator('tbody a, main li a').first()).toBeVisible(),
  },
  {
    name: 'a product list without results',
    account: 'org.admin',
    path: '/products?search=nothing-like-it',
    open: (page) => expect(page.getByRole('heading', { name: 'No product matches' })).toBeVisible(),
  },
  {
    name: 'a product',
    account: 'org.admin',
    path: '/products',
    async open(page) {
      await page.locator('tbody a, main li a').first().click();
      await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
    },
  },
  {
    name: 'an empty product form after submit',
    account: 'org.admin',
    path: '/product/create',
    async open(page) {
      await page.getByRole('button', { name: 'Create product' }).click();
      await expect(page.getByText(phrase('errors.field.required')).first()).toBeVisible();
    },
  },
  {
    name: 'a product file with errors',
    account: 'org.admin',
    path: '/product/import',
    async open(page) {
      await chooseFile(page, ['SKU,name,price,currency', 'KS-1,Whistle,cheap,GBP'], 'Products.csv');
      await expect(page.getByText('rows have errors')).toBeVisible();
    },
  },
];
