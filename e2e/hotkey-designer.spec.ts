import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { Product } from './product.ts';
import { expectSaved, openModules, region, save } from './settings-form.ts';
import { expect, test } from './test.ts';

const hotkeys = (page: Page) => region(page, 'Hotkeys');
const cells = (page: Page) => hotkeys(page).getByRole('gridcell');
const names = async (page: Page) =>
  (await cells(page).evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''))).map(
    (label) => label.split(', ')[1],
  );
const announced = (page: Page, text: string) =>
  expect(hotkeys(page).getByRole('status').filter({ hasText: text })).toHaveCount(1);
const focused = (page: Page) => page.locator('[role=gridcell]:focus');

const key = (displayName: string, parentId: string | null, more: object = {}) => ({
  type: 'hotkey',
  SKU: `KS-${displayName}`,
  displayName,
  parentId,
  ...more,
});

/** Two pages at Kestrel Sports: Ball, Cap, a folder with Sock and Shoe, and Tent on the second. */
async function openDesigner(page: Page, product: Product, accessToken: string) {
  await openModules(page);
  const [, id] = /structure\/([^/]+)\/edit/.exec(page.url()) ?? [];
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

async function showGrid(page: Page) {
  await hotkeys(page).getByText('Grid', { exact: true }).click();
  await expect(hotkeys(page).getByRole('grid')).toBeVisible();
}

test('hotkeys are walked, carried, undone and saved by keyboard alone, and each step is announced', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  const { accessToken } = await tokensFor('org.admin');
  await openAs('org.admin', '/structure/hierarchy');
  await openDesigner(page, product, accessToken);
  expect(await names(page)).toEqual(['Feet', 'Ball', 'Cap']);

  await test.step('arrow keys walk, and stop at the edges', async () => {
    await cells(page).first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(focused(page)).toHaveAccessibleName(/^1, Feet, Folder, 2 keys/);
    await page.keyboard.press('ArrowRight');
    await expect(focused(page)).toHaveAccessibleName(/^2, Ball/);
    await page.keyboard.press('End');
    await expect(focused(page)).toHaveAccessibleName(/^3, Cap/);
  });
  await test.step('Escape puts a carried key back', async () => {
    await page.keyboard.press('Space');
    await announced(page, 'Cap picked up, position 3 of 3');
    await page.keyboard.press('ArrowLeft');
    await announced(page, 'Position 2 of 3');
    expect(await names(page)).toEqual(['Feet', 'Cap', 'Ball']);
    await page.keyboard.press('Escape');
    await announced(page, 'Cap put back');
    expect(await names(page)).toEqual(['Feet', 'Ball', 'Cap']);
  });
  await test.step('Space drops a carried key, and Alt with an arrow key moves one at once', async () => {
    await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await announced(page, 'Cap dropped at position 1 of 3');
    await expect(focused(page)).toHaveAccessibleName(/^1, Cap/);
    await page.keyboard.press('Alt+ArrowRight');
    expect(await names(page)).toEqual(['Feet', 'Cap', 'Ball']);
  });
  await test.step('changes are undone and redone', async () => {
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await names(page)).toEqual(['Feet', 'Ball', 'Cap']);
    await page.keyboard.press('Control+y');
    expect(await names(page)).toEqual(['Cap', 'Feet', 'Ball']);
  });
  await test.step('Enter opens a folder, and Escape leaves it', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await announced(page, 'Feet is open');
    expect(await names(page)).toEqual(['Sock', 'Shoe']);
    await page.keyboard.press('Escape');
    await expect(focused(page)).toHaveAccessibleName(/^2, Feet/);
  });
  await test.step('a key is carried to another page', async () => {
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await page.keyboard.press('PageDown');
    await announced(page, 'Page Back');
    await page.keyboard.press('Space');
    expect(await names(page)).toEqual(['Ball', 'Tent']);
  });
  await test.step('only what changed is saved', async () => {
    const request = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/settings'));
    await save(page);
    const { value } = (await request).postDataJSON().sections.hotkeys.fields.keys;
    expect(Object.values(value.rows)).toMatchObject([{ values: { displayName: 'Ball' } }]);
    expect(value.order).toHaveLength(8);
    await expectSaved(page);
    await page.reload();
    await showGrid(page);
    expect(await names(page)).toEqual(['Cap', 'Feet']);
    await expectAccessible(page, 'the designer of hotkeys');
  });
});

test('hotkeys are dragged into a folder and onto a page, and pasted at a location below', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  await showGrid(page);
  const pages = hotkeys(page).getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('button', { name: /^Back/ }).click();
  await expect(cells(page)).toHaveCount(2);
  await cells(page)
    .first()
    .dragTo(pages.getByRole('button', { name: /^Front/ }));
  await expect(cells(page)).toHaveCount(1);
  await pages.getByRole('button', { name: /^Front/ }).click();
  expect(await names(page)).toEqual(['Cap', 'Feet', 'Ball']);
  await cells(page).first().dragTo(cells(page).nth(1));
  expect(await names(page)).toEqual(['Feet', 'Ball']);
  await cells(page).first().dblclick();
  expect(await names(page)).toEqual(['Sock', 'Shoe', 'Cap']);
  await save(page);
  await expectSaved(page);

  await page.getByRole('link', { name: 'Hierarchy' }).first().click();
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Kestrel UK' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules' }).click();
  await showGrid(page);
  const copied = JSON.stringify({
    format: 'storeward/hotkeys/1',
    keys: [{ values: { type: 'hotkey', SKU: 'KS-Bag', displayName: 'Bag' } }],
  });
  const paste = (text: string) =>
    cells(page)
      .first()
      .evaluate((cell, data) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', data);
        cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
  await paste('something else');
  await expect(page.getByText('The clipboard has no valid keys. Nothing was pasted.')).toBeVisible();
  await paste(copied);
  expect(await names(page)).toEqual(['Feet', 'Bag', 'Ball']);
  await expect(cells(page).nth(1)).toHaveAccessibleName(/^2, Bag, Added here/);
  await expect(cells(page).nth(1)).toHaveAccessibleName(/Product not in the catalogue$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cells(page).nth(1)).toBeVisible();
  await expectAccessible(page, 'the designer of hotkeys on a phone');
});
