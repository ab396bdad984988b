import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, fromOklch, parseHex, toHex, toOklch } from '../colours.ts';
import { readyThemes } from './ready-themes.ts';
import { type ColourField, contrastPairs, unreadablePairs } from './theme-contrast.ts';
import { type Theme, defaultTheme } from './theme.ts';

const fields = Object.keys(defaultTheme).filter((key): key is ColourField => /(Colour|Color|Background)$/.test(key));
const opaque = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const seeThrough = fc
  .tuple(opaque, fc.integer({ min: 0, max: 255 }))
  .map(([c, a]) => c + a.toString(16).padStart(2, '0'));
const themeOf = (colour: fc.Arbitrary<string>) =>
  fc.tuple(...fields.map(() => colour)).map((values): Theme => ({
    ...defaultTheme,
    ...Object.fromEntries(fields.map((key, at) => [key, values[at]])),
  }));
const anyTheme = themeOf(fc.oneof({ weight: 4, arbitrary: opaque }, { weight: 1, arbitrary: seeThrough }));
const names = (theme: Theme) => unreadablePairs(theme).map(({ ink, ground }) => `${ink} on ${ground}`);

describe('the contrast of a theme', () => {
  test.for(readyThemes)('lets the look $id be published', ({ theme }) => {
    expect(names(theme)).toEqual([]);
  });

  test('is measured as the WCAG says, and what falls short is named with a shade that does not', () => {
    const [pair, ...more] = unreadablePairs({ ...defaultTheme, contractPrimaryColour: '#FFFFFF' });
    expect(more).toEqual([]);
    expect(pair).toMatchObject({ ink: 'contractPrimaryColour', ground: 'primaryColour', need: 4.5 });
    expect(pair?.ratio).toBeCloseTo(4.21, 2);
    expect(pair?.mend?.field).toBe('contractPrimaryColour');
  });

  test.for([
    ['textColour', '#AAAAAA', ['textColour on backgroundColor', 'textColour on indentedBackground']],
    ['indentedBackground', '#333333', ['textColour on indentedBackground']],
    ['contractSecondaryColour', '#000000', ['contractSecondaryColour on secondaryColour']],
    ['contractWarnColour', '#FFFFFF', ['contractWarnColour on warnColour']],
    ['contrastSuccessColour', '#FFFFFF', ['contrastSuccessColour on successColour']],
    ['contrastErrorColour', '#FFFFFF', ['contrastErrorColour on errorColour']],
  ] as const)('knows words by their ground: %s as %s', ([field, colour, unreadable]) => {
    expect(names({ ...defaultTheme, [field]: colour })).toEqual(unreadable);
  });

  test('keeps nobody from a pale brand, nor from pale words on what is disabled', () => {
    const pale = { ...defaultTheme, primaryColour: '#FFE600', contrastDisabledColour: '#DDDDDD' };
    expect(names(pale)).toEqual([]);
    const short = contrastPairs(pale).filter(({ passes }) => !passes);
    expect(short.map(({ ink }) => ink)).toEqual(['contrastDisabledColour', 'primaryColour', 'warnColour']);
  });

  test('sees words that let their ground shine through as they are seen', () => {
    expect(names({ ...defaultTheme, textColour: '#15151540' })).toHaveLength(2);
    expect(names({ ...defaultTheme, contractPrimaryColour: '#00000000' })).toHaveLength(1);
  });
});

describe('a suggestion', () => {
  test('passes wherever its colour is used, whatever the theme', () => {
    fc.assert(
      fc.property(anyTheme, (theme) => {
        for (const { ink, ground, mend } of contrastPairs(theme).filter(({ passes }) => !passes)) {
          expect(mend, `${ink} on ${ground}`).toBeDefined();
          const mended = mend ? { ...theme, [mend.field]: mend.colour } : theme;
          const again = contrastPairs(mended).find((pair) => pair.ink === ink && pair.ground === ground);
          expect(again?.passes, `${ink} ${mend?.colour} on ${ground}`).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('is for the words where something shines through them, since another ground would change them too', () => {
    const theme = {
      ...defaultTheme,
      textColour: '#221C52FE',
      backgroundColor: '#000000',
      indentedBackground: '#409200',
    };
    const pair = unreadablePairs(theme).find(({ ground }) => ground === 'indentedBackground');
    expect(pair?.mend?.field).toBe('textColour');
    const mended = { ...theme, textColour: pair?.mend?.colour ?? '' };
    expect(names(mended)).not.toContain('textColour on indentedBackground');
  });

  test('leads to a theme that can be published, taken one after the other', () => {
    fc.assert(
      fc.property(anyTheme, (theme) => {
        let mended = theme;
        for (let click = 0; click < 9; click += 1) {
          const [pair] = unreadablePairs(mended);
          if (pair?.mend) mended = { ...mended, [pair.mend.field]: pair.mend.colour };
        }
        expect(names(mended)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('is the nearest in lightness: no shade between would do', () => {
    fc.assert(
      fc.property(opaque, opaque, (primaryColour, contractPrimaryColour) => {
        const [pair] = unreadablePairs({ ...defaultTheme, primaryColour, contractPrimaryColour });
        fc.pre(pair !== undefined);
        const from = toOklch(parseHex(contractPrimaryColour));
        const away = (hex: string) => Math.abs(toOklch(parseHex(hex)).l - from.l);
        const way = away(pair.mend?.colour ?? '');
        // dark shades are few: several lightnesses are drawn as one and the same, which is judged as it is drawn
        const shades = Array.from({ length: 101 }, (_, step) => toHex(fromOklch({ ...from, l: step / 100 })));
        for (const shade of shades.filter((hex) => away(hex) < way - 0.006))
          expect(contrast(shade, primaryColour)).toBeLessThan(4.5);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps the hue', () => {
    const [pair] = unreadablePairs({ ...defaultTheme, textColour: '#5AA6D6', indentedBackground: '#FFFFFF' });
    const hue = (hex: string) => toOklch(parseHex(hex)).h;
    expect(Math.abs(hue(pair?.mend?.colour ?? '') - hue('#5AA6D6'))).toBeLessThan(6);
  });
});
