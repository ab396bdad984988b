import { pageSizes } from '@storeward/contract/paging';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';

const main = (page: Page) => page.getByRole('main');

/** The address of a screen about the organisation, by the id of its node. */
async function nodeAddress(page: Page, path: string): Promise<string> {
  await page.getByRole('treeitem', { name: /^Kestrel Sports/ }).click();
  const edit = main(page).getByRole('link', { name: 'Edit', exact: true });
  const [, id = ''] = /structure\/([^/]+)\/edit/.exec((await edit.getAttribute('href')) ?? '') ?? [];
  return path.replace('{id}', id);
}

/** The addresses of the tables in pages that have enough rows in the demo data. */
const tables: Readonly<Record<string, string>> = {
  'the user list': '/users',
  'the role list': '/role',
  'the product list': '/products',
  'the audit trail': '/audit-trail',
  'the places that a search finds': '/structure/hierarchy?search=e',
  'the users who may do something at a place': '/structure/access/{id}',
  'the values of the stores': '/structure/values/{id}',
};

const rows = (page: Page): Locator =>
  main(page).locator('tbody tr:not([aria-hidden])').or(main(page).getByRole('listitem'));

for (const [name, path] of Object.entries(tables))
  test(`${name} shows pages of 5, 10, 25, 50 and 100 rows`, async ({ openAs, product }) => {
    const page = await openAs('org.admin', path.includes('{id}') ? '/structure/hierarchy' : path);
    if (path.includes('{id}')) await page.goto(product.urlOf('kestrel.localhost') + (await nodeAddress(page, path)));
    const sizes = main(page).getByRole('combobox', { name: 'Rows' });
    await expect(sizes.getByRole('option')).toHaveText(pageSizes.map(String));
    const range = main(page).getByText(/^1–\d+ of/);
    for (const size of pageSizes) {
      await sizes.selectOption(String(size));
      await expect(sizes).toHaveValue(String(size));
      const [, total = ''] = /of (?:about )?([\d,]+)/.exec(await range.innerText()) ?? [];
      const shown = Math.min(size, Number(total.replace(',', '')));
      await expect(range).toHaveText(new RegExp(`^1–${shown} of`));
      await expect.poll(() => rows(page).count()).toBe(shown);
    }
  });
