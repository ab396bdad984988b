import { expect, test } from 'vitest';
import { formatMapPoints, parseMapPoints, type StoreMapPoint } from './store-map.ts';

const point: StoreMapPoint = {
  id: '0199a000-0000-7000-8000-000000000001' as never,
  name: '東京 "店", 1',
  latitude: -0.000001,
  longitude: 139.7,
  count: 1,
  silent: 0,
  disabled: 1,
};

test('the text of a map has its points again, with and without names, and none for an empty text', () => {
  const points = [point, { ...point, id: null, name: null, count: 12 }];
  expect(parseMapPoints(formatMapPoints(points))).toEqual(points);
  expect(parseMapPoints('')).toEqual([]);
  expect(parseMapPoints('1e-06\t2\t1\t0\t0\tx\ty')[0]).toMatchObject({ latitude: 0.000001, longitude: 2, name: 'y' });
});
