import type { Page } from '@playwright/test';
import type { ScreenState } from './states.ts';
import { expect } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

/** The part of the dashboard with the store map. */
export const mapCard = (page: Page) => page.getByRole('region', { name: 'Store map' });

async function scrollToMap(page: Page) {
  const card = mapCard(page);
  await card.scrollIntoViewIfNeeded();
  return card;
}

const mapAddress = '**/dashboard/store-map*';

/** States of the store map. */
export const mapStates: readonly ScreenState[] = [
  {
    name: 'the store map',
    account: 'org.admin',
    path: '/dashboard',
    async open(page) {
      const card = await scrollToMap(page);
      await expect(card.getByRole('img', { name: /^1,571 stores on the map/ })).toBeVisible();
    },
  },
  {
    name: 'the store map with a selected store',
    account: 'company.admin',
    path: '/dashboard',
    async open(page) {
      const card = await scrollToMap(page);
      await card.getByRole('application').focus();
      for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
      await expect(card.getByRole('link', { name: /, (In order|Disabled)$/ })).toBeFocused();
    },
  },
  {
    name: 'the store map as a list',
    account: 'org.admin',
    path: '/dashboard',
    async open(page) {
      const card = await scrollToMap(page);
      await card.getByRole('button', { name: 'Store map: Show as list' }).click();
      await expect(card.getByRole('listitem')).toHaveCount(10);
    },
  },
  {
    name: 'a store map without coordinates',
    account: 'org.admin',
    path: '/dashboard',
    async open(page) {
      await page.route(mapAddress, (route) => route.fulfill({ json: { result: { total: 12, points: '' } } }));
      await page.reload();
      const card = await scrollToMap(page);
      await expect(card.getByText(phrase('figures.map.empty'))).toBeVisible();
    },
  },
  {
    name: 'a store map that could not be loaded',
    account: 'org.admin',
    path: '/dashboard',
    async open(page) {
      await page.route(mapAddress, (route) => route.abort());
      await page.reload();
      const card = await scrollToMap(page);
      await expect(card.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
];
