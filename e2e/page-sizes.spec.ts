import { pageSizes } from '@storeward/contract/paging';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';

const main = (page: Page) => page.getByRole('main');

/** The addresses of the tables; `{node}` is the id of the organisation, or of a store that has more than five users. */
const tables: Readonly<Record<string, { readonly path: string; readonly node?: RegExp }>> = {
  'the user list': { path: '/users' },
  'the role list': { path: '/role' },
  'the product list': { path: '/products' },
  'the audit trail': { path: '/audit-trail' },
  'the places that a search finds': { path: '/structure/hierarchy?search=e' },
  'the users who may do something at a place': {
    path: '/structure/access/{node}?action=viewUser',
    node: /^Leeds Briggate/,
  },
  'the values of the stores': { path: '/structure/values/{node}', node: /^Kestrel Sports/ },
};

async function nodeIdOf(page: Page, name: RegExp): Promise<string> {
  const search = name.source.slice(1);
  await page.getByRole('searchbox').fill(search);
  const result = main(page).getByRole('list', { name: 'Locations found' }).getByRole('link', { name });
  const [id = ''] = /[0-9a-f-]{36}/.exec((await result.first().getAttribute('href')) ?? '') ?? [];
  return id;
}

const rows = (page: Page, name: string): Locator =>
  name === 'the places that a search finds'
    ? main(page).getByRole('list', { name: 'Locations found' }).getByRole('listitem')
    : main(page).locator('tbody tr:not([aria-hidden])');

for (const [name, { path, node }] of Object.entries(tables))
  test(`${name} shows pages of 5, 10, 25, 50 and 100 rows`, async ({ openAs, product, tokensFor }) => {
    // each sign-in is an entry of the audit trail
    if (path === '/audit-trail') for (let entry = 0; entry < 6; entry++) await tokensFor('org.admin');
    const page = await openAs('org.admin', node ? '/structure/hierarchy' : path);
    if (node) await page.goto(product.urlOf('kestrel.localhost') + path.replace('{node}', await nodeIdOf(page, node)));
    const sizes = main(page).getByRole('combobox', { name: 'Rows' });
    await expect(sizes.getByRole('option')).toHaveText(pageSizes.map(String));
    const range = main(page).getByText(/^1–\d+ of/);
    for (const size of pageSizes) {
      await sizes.selectOption(String(size));
      await expect(sizes).toHaveValue(String(size));
      const [, total = ''] = /of (?:about )?([\d,]+)/.exec(await range.innerText()) ?? [];
      const shown = Math.min(size, Number(total.replace(',', '')));
      await expect(range).toHaveText(new RegExp(`^1–${shown} of`));
      await expect.poll(() => rows(page, name).count()).toBe(shown);
    }
  });
