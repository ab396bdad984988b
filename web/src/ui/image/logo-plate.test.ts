import { expect, test } from 'vitest';
import { needsPlate } from './logo-plate.ts';

const dark = [11, 110, 105, 255];
const light = [255, 255, 255, 255];
const transparent = [0, 0, 0, 0];
const pixels = (...colours: number[][]) => colours.flat();

test('needs a plate for a dark logo', () => {
  expect(needsPlate(pixels(dark, transparent, transparent))).toBe(true);
  expect(needsPlate(pixels(light, light, dark))).toBe(true);
});

test('needs no plate for a logo with enough contrast, even with antialiased edges', () => {
  const letters = Array.from({ length: 10 }, () => light);
  expect(needsPlate(pixels(...letters, dark))).toBe(false);
  expect(needsPlate(pixels(...letters, transparent, transparent, transparent))).toBe(false);
});

test('needs no plate for a fully transparent image', () => {
  expect(needsPlate(pixels(transparent, transparent))).toBe(false);
});
