import { afterEach, expect, test, vi } from 'vitest';
import { resetDefaultPageSize, storedPageSize, storePageSize } from './list-preferences.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  resetDefaultPageSize();
});

test.each([
  [900, 10],
  [1389, 10],
  [1390, 25],
])('a window of %i pixels in height starts lists with %i rows', (height, rows) => {
  vi.stubGlobal('innerHeight', height);
  expect(storedPageSize()).toBe(rows);
});

test('a chosen page size wins, and a resized window does not change the size', () => {
  vi.stubGlobal('innerHeight', 900);
  expect(storedPageSize()).toBe(10);
  vi.stubGlobal('innerHeight', 2000);
  expect(storedPageSize()).toBe(10);
  storePageSize(50);
  expect(storedPageSize()).toBe(50);
});
