import { nodeStatistics } from '@storeward/contract/dashboard/statistics';
import { formatMapPoints, type StoreMapPoint } from '@storeward/contract/dashboard/store-map';
import type { NodeId } from '@storeward/contract/nodes';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockError, mockResponse } from '../../../test/mock-server.ts';
import { openPortal, setUpPortal, tearDownPortal } from '../../../test/open-portal.tsx';
import { phrase } from '../../../test/phrase.ts';

const idOf = (number: number) => `0199a000-0000-7000-8000-00000000010${number}` as NodeId;
const store = (
  number: number,
  name: string,
  latitude: number,
  longitude: number,
  rest: Partial<StoreMapPoint> = {},
) => ({
  id: idOf(number),
  name,
  latitude,
  longitude,
  count: 1,
  silent: 0,
  disabled: 0,
  ...rest,
});

const points = [
  store(1, 'Leeds', 53.8, -1.5),
  store(2, 'Paris', 48.9, 2.4, { silent: 1 }),
  store(3, 'Madrid', 40.4, -3.7, { disabled: 1 }),
  store(4, 'Madrid Norte', 40.4, -3.7),
];

beforeEach(async () => {
  await setUpPortal();
  mockResponse(nodeStatistics.storeMap, { total: 6, points: formatMapPoints(points) });
  // the test's document has no layout
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly callback: ResizeObserverCallback;
      constructor(callback: ResizeObserverCallback) {
        this.callback = callback;
      }
      observe() {
        this.callback([{ contentRect: { width: 800, height: 400 } } as ResizeObserverEntry], this);
      }
      unobserve() {}
      disconnect() {}
    },
  );
});

afterEach(tearDownPortal);

const openCard = async (options: Parameters<typeof openPortal>[1] = {}) => {
  const portal = await openPortal('/dashboard', options);
  return { ...portal, card: within(await screen.findByRole('region', { name: 'Store map' })) };
};

test('the map says in a sentence what it shows, and how many stores have no coordinates', async () => {
  const { card } = await openCard();
  const summary = phrase('figures.map.summary', { total: '4', inOrder: '2', silent: '1', disabled: '1' });
  expect(await card.findByRole('img', { name: summary })).toBeDefined();
  expect(card.getByText('2 stores have no coordinates')).toBeDefined();
});

test('arrow keys select a store, whose link has its name and status, and Enter opens stores at one place as a list', async () => {
  const { user, card } = await openCard();
  (await card.findByRole('application')).focus();
  await user.keyboard('{ArrowUp}');
  const paris = card.getByRole('link', { name: 'Paris, Silent devices' });
  expect(paris.getAttribute('href')).toBe(`/structure/${idOf(2)}/view`);
  expect(document.activeElement).toBe(paris);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(card.getByRole('button', { name: '2 stores, Disabled 1, In order 1' }));
  await user.keyboard('{Enter}');
  const links = card.getAllByRole('link').map(({ textContent }) => textContent);
  expect(links).toEqual(['Madrid', 'Madrid Norte']);
  await user.keyboard('{Escape}');
  expect(card.queryByRole('link', { name: 'Madrid' })).toBeNull();
});

test('the list of the map has those that need attention first', async () => {
  const { user, card } = await openCard();
  await user.click(await card.findByRole('button', { name: 'Store map: Show as list' }));
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Paris48.9, 2.4Silent devices',
    'Madrid40.4, -3.7Disabled',
    'Leeds53.8, -1.5In order',
    'Madrid Norte40.4, -3.7In order',
  ]);
  await user.click(card.getByRole('button', { name: 'Store map: Show map' }));
  expect(await card.findByRole('application')).toBeDefined();
});

test('the buttons zoom in, out and back to all stores', async () => {
  const { user, card } = await openCard();
  const all = await card.findByRole('button', { name: 'Show all stores' });
  expect(all).toHaveProperty('disabled', true);
  await user.click(card.getByRole('button', { name: 'Zoom in' }));
  expect(all).toHaveProperty('disabled', false);
  await user.click(all);
  expect(all).toHaveProperty('disabled', true);
});

test('without any coordinates the map says what to do, with links as far as the user may follow them', async () => {
  mockResponse(nodeStatistics.storeMap, { total: 6, points: '' });
  const { card } = await openCard();
  expect(await card.findByText(phrase('figures.map.empty'))).toBeDefined();
  expect(card.getByRole('button', { name: 'Open hierarchy' })).toBeDefined();
  expect(card.queryByRole('button', { name: 'Import locations' })).toBeNull();
});

test('a map that cannot be loaded offers to try again', async () => {
  mockError(nodeStatistics.storeMap, 'node.unknown');
  const { card } = await openCard();
  expect(await card.findByRole('button', { name: 'Try again' })).toBeDefined();
});

test.each(['STORE', 'GLOBAL'] as const)('the dashboard of the level %s has no store map', async (rootNode) => {
  await openPortal('/dashboard', { rootNode });
  expect(await screen.findByRole('region', { name: /^Users by status/ })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Store map' })).toBeNull();
});
