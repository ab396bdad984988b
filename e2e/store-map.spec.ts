import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { mapCard } from './map-states.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const mapOf = (page: Page) => mapCard(page).getByRole('application');

test('the store map is walked by arrow keys, zoomed by keys, and Enter opens the store', async ({ openAs }) => {
  const page = await openAs('company.admin');
  await expect(
    mapCard(page).getByRole('img', {
      name: phrase('figures.map.summary', { total: '6', inOrder: '5', silent: '0', disabled: '1' }),
    }),
  ).toBeVisible();
  await mapOf(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const disabled = mapCard(page).getByRole('link', { name: 'Southampton Above Bar, Disabled' });
  await expect(disabled).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(mapCard(page).getByRole('link', { name: 'Brighton Lanes, In order' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(mapCard(page).getByRole('link', { name: 'York Coppergate, In order' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  // two stores of one city are one mark until the map is close enough
  const leeds = mapCard(page).getByRole('button', { name: '2 stores, In order 2' });
  await expect(leeds).toBeFocused();
  await page.keyboard.press('Enter');
  const store = mapCard(page).getByRole('link', { name: /^Leeds (Briggate|Kirkgate), In order$/ });
  await expect(store).toBeFocused();
  const name = (await store.getAttribute('aria-label'))!.split(',')[0]!;
  await page.keyboard.press('-');
  await page.keyboard.press('0');
  await expect(leeds).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(store).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/structure\/.+\/view$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a click on the store map opens the store under the pointer, and dragging moves the map', async ({ openAs }) => {
  const page = await openAs('company.admin');
  const map = mapOf(page);
  await map.scrollIntoViewIfNeeded();
  await map.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const store = mapCard(page).getByRole('link', { name: 'Southampton Above Bar, Disabled' });
  const before = (await store.boundingBox())!;
  await page.keyboard.press('Escape');
  await expect(store).toBeHidden();

  const box = (await map.boundingBox())!;
  await page.mouse.move(box.x + 60, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(mapCard(page).getByRole('button', { name: 'Show all stores' })).toBeEnabled();
  const [x, y] = [before.x + before.width / 2 + 100, before.y + before.height / 2 - 20];
  await page.mouse.move(x, y);
  await expect(store).toBeVisible();
  await page.mouse.click(x, y);
  await expect(page.getByRole('heading', { level: 1, name: 'Southampton Above Bar' })).toBeVisible();
});

test('the store map is accessible as a map, with a selected store and as a list, at every width', async ({
  openAs,
}) => {
  const page = await openAs('org.admin');
  await mapOf(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(mapCard(page).getByRole('button', { name: /^\d+ stores, / })).toBeFocused();
  await expectAccessible(page, 'the store map');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'the store map on a phone');
  await mapCard(page).getByRole('button', { name: 'Store map: Show as list' }).click();
  const first = mapCard(page).getByRole('listitem').first();
  await expect(first).toContainText('Southampton Above Bar');
  await expectAccessible(page, 'the list of the store map on a phone');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(overflow).toBe(false);
});

test('coordinates pasted into the form of a store put it on the map', async ({ openAs }) => {
  const page = await openAs('company.admin', '/structure/hierarchy?search=UK-104');
  await page.getByRole('list', { name: 'Locations found' }).getByText('Preston Fishergate').click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const latitude = page.getByRole('textbox', { name: /^Latitude/ });
  await latitude.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '57.14965, -2.09428');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(latitude).toHaveValue('57.14965');
  await expect(page.getByRole('textbox', { name: /^Longitude/ })).toHaveValue('-2.09428');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Preston Fishergate saved')).toBeVisible();
  await page.goto(new URL('/dashboard', page.url()).href);
  await mapCard(page).getByRole('button', { name: 'Store map: Show as list' }).click();
  await expect(mapCard(page).getByRole('listitem').filter({ hasText: 'Preston' })).toContainText('57.14965, -2.09428');
});
