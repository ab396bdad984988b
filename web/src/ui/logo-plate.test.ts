import { expect, test } from 'vitest';
import { needsPlate } from './logo-plate.ts';

const dark = [11, 110, 105, 255];
const light = [255, 255, 255, 255];
const nothing = [0, 0, 0, 0];
const points = (...colours: number[][]) => colours.flat();

test('a logo in a dark colour gets a plate in the dark', () => {
  expect(needsPlate(points(dark, nothing, nothing))).toBe(true);
  expect(needsPlate(points(light, light, dark))).toBe(true);
});

test('a logo that can be seen on dark needs no plate, soft edges or not', () => {
  const letters = Array.from({ length: 10 }, () => light);
  expect(needsPlate(points(...letters, dark))).toBe(false);
  expect(needsPlate(points(...letters, nothing, nothing, nothing))).toBe(false);
});

test('a picture in which nothing is painted needs no plate', () => {
  expect(needsPlate(points(nothing, nothing))).toBe(false);
});
