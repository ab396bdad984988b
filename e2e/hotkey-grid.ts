import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Product } from './product.ts';
import { openModules, region } from './settings-form.ts';
import { expect } from './test.ts';

export const hotkeys = (page: Page) => region(page, 'Hotkeys');
export const cells = (page: Page) => hotkeys(page).getByRole('gridcell');
export const names = async (page: Page) =>
  (await cells(page).evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''))).map(
    (label) => label.split(', ')[1],
  );
export const announced = (page: Page, text: string) =>
  expect(hotkeys(page).getByRole('status').filter({ hasText: text })).toHaveCount(1);
export const focused = (page: Page) => page.locator('[role=gridcell]:focus');

export const key = (displayName: string, parentId: string | null, more: object = {}) => ({
  type: 'hotkey',
  SKU: `KS-${displayName}`,
  displayName,
  parentId,
  ...more,
});

/** Two pages at Kestrel Sports: Ball, Cap, a folder with Sock and Shoe, and Tent on the second. */
export async function openDesigner(page: Page, product: Product, accessToken: string) {
  await openModules(page);
  const [id] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
  const ids = Array.from({ length: 8 }, () => randomUUID());
  const [front, back, folder] = ids;
  const rows = [
    [front, { type: 'page', displayName: 'Front' }],
    [back, { type: 'page', displayName: 'Back' }],
    [folder, { type: 'group', displayName: 'Feet', parentId: front }],
    [ids[3], key('Ball', front!, { colour: 'primary' })],
    [ids[4], key('Cap', front!)],
    [ids[5], key('Sock', folder!)],
    [ids[6], key('Shoe', folder!)],
    [ids[7], key('Tent', back!)],
  ] as const;
  const { status } = await product.request({
    host: 'kestrel.localhost',
    method: 'PUT',
    path: `/node-management/node/${id}/settings/hotkeys`,
    headers: { authorization: `Bearer ${accessToken}` },
    body: {
      fields: {
        keys: {
          value: {
            rows: Object.fromEntries(
              rows.map(([row, values], index) => [
                row,
                { action: 'add', after: rows[index - 1]?.[0] ?? 'first', values },
              ]),
            ),
          },
        },
      },
    },
  });
  expect(status).toBe(200);
  await page.reload();
  await showGrid(page);
}

export async function showGrid(page: Page) {
  await hotkeys(page).getByText('Grid', { exact: true }).click();
  await expect(hotkeys(page).getByRole('grid')).toBeVisible();
}
