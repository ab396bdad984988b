import { expect, test } from 'vitest';
import { readBmp, writeBmp } from './bmp.ts';

const pixelsOf = (channels: 3 | 4, alpha: (index: number) => number) =>
  Uint8Array.from({ length: 5 * 3 * channels }, (_, index) =>
    channels === 4 && index % 4 === 3 ? alpha(index) : (index * 37) % 256,
  );

test.each([
  ['without transparency', 3, () => 255],
  ['with transparent and half transparent pixels', 4, (index: number) => index % 256],
] as const)('a bitmap %s is read as it was written', (_, channels, alpha) => {
  const picture = { width: 5, height: 3, channels, pixels: pixelsOf(channels, alpha) };
  expect(readBmp(writeBmp(picture), 100)).toEqual(picture);
});

test('a bitmap whose transparency was left empty is opaque', () => {
  const { channels, pixels } = readBmp(
    writeBmp({ width: 5, height: 3, channels: 4, pixels: pixelsOf(4, () => 0) }),
    100,
  );
  expect([channels, pixels.length]).toEqual([3, 5 * 3 * 3]);
});
