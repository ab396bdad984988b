import { expect, test } from 'vitest';
import { clusterAt, type MapStore, nearest, nextIn, radiusOf, stateOf } from './map-clusters.ts';
import type { StoreMapPoint } from '@storeward/contract/dashboard/store-map';

const storeAt = (x: number, y: number, rest: Partial<StoreMapPoint> = {}): MapStore => ({
  id: `${x} ${y}` as never,
  name: `${x}, ${y}`,
  latitude: 0,
  longitude: 0,
  count: 1,
  silent: 0,
  disabled: 0,
  ...rest,
  x,
  y,
});

test('stores that would overlap are one mark at their mean, and apart at a larger scale', () => {
  const stores = [storeAt(0, 0), storeAt(2, 0), storeAt(100, 100)];
  const [pair, single] = clusterAt(stores, 1);
  expect([pair!.x, pair!.total, single!.total]).toEqual([1, 2, 1]);
  expect(clusterAt(stores, 10).map(({ total }) => total)).toEqual([1, 1, 1]);
  expect(radiusOf(pair!)).toBeGreaterThan(radiusOf(single!));
});

test('no store is lost, whatever the scale', () => {
  const stores = Array.from({ length: 2000 }, (_, index) => storeAt((index * 37) % 101, (index * 53) % 97));
  for (const scale of [0.1, 1, 5, 50])
    expect(clusterAt(stores, scale).reduce((sum, { stores: members }) => sum + members.length, 0)).toBe(2000);
});

test('a mark is drawn by the worst state among its stores', () => {
  const states = (rest: Partial<StoreMapPoint>) => stateOf(clusterAt([storeAt(0, 0), storeAt(0, 0, rest)], 1)[0]!);
  expect([states({}), states({ disabled: 1 }), states({ silent: 1 })]).toEqual(['inOrder', 'disabled', 'silent']);
  const area = storeAt(0, 0, { id: null, name: null, count: 9, silent: 1, disabled: 2 });
  expect(clusterAt([area], 1)[0]!.counts).toEqual({ inOrder: 6, silent: 1, disabled: 2 });
});

test('an arrow key leads to the nearest mark in its direction', () => {
  const [left, right, far, above] = clusterAt([storeAt(-50, 5), storeAt(40, 0), storeAt(400, 0), storeAt(0, -60)], 1);
  const all = [left!, right!, far!, above!];
  const at = { x: 0, y: 0 };
  expect(nextIn('ArrowRight', at, all)).toBe(right);
  expect(nextIn('ArrowLeft', at, all)).toBe(left);
  expect(nextIn('ArrowUp', at, all)).toBe(above);
  expect(nextIn('ArrowDown', at, all)).toBeUndefined();
  expect(nearest(all, { x: 38, y: 1 }, 12)).toBe(right);
  expect(nearest(all, { x: 20, y: 20 }, 12)).toBeUndefined();
});
