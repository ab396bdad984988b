import { describe, expect, it } from 'vitest';
import { middle, moved, shownBy, zoomed } from './picture-cut.ts';

const wide = { width: 1000, height: 500 };

describe('the square of a picture', () => {
  it('is at first the largest in the middle', () => {
    expect(shownBy(middle, wide)).toEqual({ left: 250, top: 0, side: 500 });
  });

  it('moves by shares of itself, and never past an edge', () => {
    expect(shownBy(moved(middle, { x: 0.1, y: 0 }, wide), wide)).toEqual({ left: 300, top: 0, side: 500 });
    expect(shownBy(moved(middle, { x: 9, y: 9 }, wide), wide)).toEqual({ left: 500, top: 0, side: 500 });
    expect(shownBy(moved(middle, { x: -9, y: -9 }, wide), wide)).toEqual({ left: 0, top: 0, side: 500 });
  });

  it('becomes smaller around its middle, four times at most, and fits again when it grows at an edge', () => {
    const close = zoomed(middle, 2, wide);
    expect(shownBy(close, wide)).toEqual({ left: 375, top: 125, side: 250 });
    expect(zoomed(middle, 99, wide).zoom).toBe(4);
    expect(zoomed(middle, 0.1, wide).zoom).toBe(1);
    const corner = moved(close, { x: 9, y: 9 }, wide);
    expect(shownBy(corner, wide)).toEqual({ left: 750, top: 250, side: 250 });
    expect(shownBy(zoomed(corner, 1, wide), wide)).toEqual({ left: 500, top: 0, side: 500 });
  });
});
