import { describe, expect, it } from 'vitest';
import { centredCrop, moveCrop, cropRect, zoomCrop } from './crop-area.ts';

const wide = { width: 1000, height: 500 };

describe('the crop area', () => {
  it('starts as the largest centred square', () => {
    expect(cropRect(centredCrop, wide)).toEqual({ left: 250, top: 0, side: 500 });
  });

  it('moves by shares of its side, clamped to the image', () => {
    expect(cropRect(moveCrop(centredCrop, { x: 0.1, y: 0 }, wide), wide)).toEqual({ left: 300, top: 0, side: 500 });
    expect(cropRect(moveCrop(centredCrop, { x: 9, y: 9 }, wide), wide)).toEqual({ left: 500, top: 0, side: 500 });
    expect(cropRect(moveCrop(centredCrop, { x: -9, y: -9 }, wide), wide)).toEqual({ left: 0, top: 0, side: 500 });
  });

  it('zooms around its centre between 1 and 4, and stays inside the image when it grows at an edge', () => {
    const close = zoomCrop(centredCrop, 2, wide);
    expect(cropRect(close, wide)).toEqual({ left: 375, top: 125, side: 250 });
    expect(zoomCrop(centredCrop, 99, wide).zoom).toBe(4);
    expect(zoomCrop(centredCrop, 0.1, wide).zoom).toBe(1);
    const corner = moveCrop(close, { x: 9, y: 9 }, wide);
    expect(cropRect(corner, wide)).toEqual({ left: 750, top: 250, side: 250 });
    expect(cropRect(zoomCrop(corner, 1, wide), wide)).toEqual({ left: 500, top: 0, side: 500 });
  });
});
