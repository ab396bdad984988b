import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, ensureContrast, fromOklch, lowestContrast, parseHex, toHex, toOklch } from './colours.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0').toUpperCase()}`);

describe('colours', () => {
  test('the contrast of black on white is 21, and of a colour on itself 1', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrast('#1A81C5', '#1A81C5')).toBe(1);
  });

  test('the contrast of the default primary colour is that of the WCAG formula', () => {
    expect(contrast('#1A81C5', '#FFFFFF')).toBeCloseTo(4.21, 2);
  });

  test('parseHex blends a transparent colour with its background', () => {
    expect(toHex(parseHex('#00000080'))).toBe('#7F7F7F');
    expect(toHex(parseHex('#00000000', parseHex('#1A81C5')))).toBe('#1A81C5');
  });

  test('conversion to Oklch and back leaves every colour unchanged', () => {
    fc.assert(
      fc.property(hex, (colour) => {
        expect(toHex(fromOklch(toOklch(parseHex(colour))))).toBe(colour);
      }),
    );
  });

  test('fromOklch keeps lightness and hue of a colour outside the gamut', () => {
    const shown = toOklch(fromOklch({ l: 0.5, c: 0.4, h: 250 }));
    expect(shown.l).toBeCloseTo(0.5, 2);
    expect(Math.abs(shown.h - 250)).toBeLessThan(2);
    expect(shown.c).toBeLessThan(0.4);
  });
});

describe('ensureContrast', () => {
  test('ensureContrast does not change a colour that already has the target contrast', () => {
    expect(ensureContrast('#151515', ['#FFFFFF'], 7, 'black')).toBe('#151515');
  });

  test('ensureContrast reaches the target on every background if black or white would', () => {
    const case_ = fc.record({
      colour: hex,
      grounds: fc.array(hex, { minLength: 1, maxLength: 4 }),
      target: fc.double({ min: 1.5, max: 15, noNaN: true }),
    });
    fc.assert(
      fc.property(
        case_,
        fc.constantFrom('black' as const, 'white' as const),
        ({ colour, grounds, target }, towards) => {
          fc.pre(lowestContrast(towards === 'black' ? '#000000' : '#FFFFFF', grounds) > target + 0.001);
          // powers differ in the last digit once the engine has compiled the function
          const contrast = lowestContrast(ensureContrast(colour, grounds, target, towards), grounds);
          expect(contrast).toBeGreaterThanOrEqual(target - 1e-9);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('ensureContrast changes the lightness no more than necessary', () => {
    const moved = ensureContrast('#1A81C5', ['#FFFFFF'], 4.5, 'black');
    expect(contrast(moved, '#FFFFFF')).toBeLessThan(4.6);
    expect(Math.abs(toOklch(parseHex(moved)).h - toOklch(parseHex('#1A81C5')).h)).toBeLessThan(4);
  });
});
