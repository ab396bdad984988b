import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, fromOklch, parseHex, toHex, toOklch } from '../../colours.ts';
import { presetThemes } from './preset-themes.ts';
import { type ColourField, contrastPairs, unreadablePairs } from './theme-contrast.ts';
import { type Theme, defaultTheme } from './theme.ts';

const fields = Object.keys(defaultTheme).filter((key): key is ColourField => /(Colour|Color|Background)$/.test(key));
const opaque = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const translucent = fc
  .tuple(opaque, fc.integer({ min: 0, max: 255 }))
  .map(([c, a]) => c + a.toString(16).padStart(2, '0'));
const themeOf = (colour: fc.Arbitrary<string>) =>
  fc.tuple(...fields.map(() => colour)).map((values): Theme => ({
    ...defaultTheme,
    ...Object.fromEntries(fields.map((key, index) => [key, values[index]])),
  }));
const anyTheme = themeOf(fc.oneof({ weight: 4, arbitrary: opaque }, { weight: 1, arbitrary: translucent }));
const unreadableNames = (theme: Theme) =>
  unreadablePairs(theme).map(({ foreground, background }) => `${foreground} on ${background}`);

describe('the contrast of a theme', () => {
  test.for(presetThemes)('allows publishing the preset theme $id', ({ theme }) => {
    expect(unreadableNames(theme)).toEqual([]);
  });

  test('is measured by the WCAG formula, and pairs with too little contrast come with a readable shade', () => {
    const [pair, ...more] = unreadablePairs({ ...defaultTheme, contractPrimaryColour: '#FFFFFF' });
    expect(more).toEqual([]);
    expect(pair).toMatchObject({ foreground: 'contractPrimaryColour', background: 'primaryColour', minimumRatio: 4.5 });
    expect(pair?.ratio).toBeCloseTo(4.21, 2);
    expect(pair?.fix?.field).toBe('contractPrimaryColour');
  });

  test.for([
    ['textColour', '#AAAAAA', ['textColour on backgroundColor', 'textColour on indentedBackground']],
    ['indentedBackground', '#333333', ['textColour on indentedBackground']],
    ['contractSecondaryColour', '#000000', ['contractSecondaryColour on secondaryColour']],
    ['contractWarnColour', '#FFFFFF', ['contractWarnColour on warnColour']],
    ['contrastSuccessColour', '#FFFFFF', ['contrastSuccessColour on successColour']],
    ['contrastErrorColour', '#FFFFFF', ['contrastErrorColour on errorColour']],
  ] as const)('finds the pairs with too little contrast for %s as %s', ([field, colour, unreadable]) => {
    expect(unreadableNames({ ...defaultTheme, [field]: colour })).toEqual(unreadable);
  });

  test('allows pale brand colours and pale disabled text', () => {
    const paleTheme = { ...defaultTheme, primaryColour: '#FFE600', contrastDisabledColour: '#DDDDDD' };
    expect(unreadableNames(paleTheme)).toEqual([]);
    const lowContrastPairs = contrastPairs(paleTheme).filter(({ passes }) => !passes);
    expect(lowContrastPairs.map(({ foreground }) => foreground)).toEqual([
      'contrastDisabledColour',
      'primaryColour',
      'warnColour',
    ]);
  });

  test('blends translucent text with its background', () => {
    expect(unreadableNames({ ...defaultTheme, textColour: '#15151540' })).toHaveLength(2);
    expect(unreadableNames({ ...defaultTheme, contractPrimaryColour: '#00000000' })).toHaveLength(1);
  });
});

describe('a suggested colour', () => {
  test('reaches the required contrast in any theme', () => {
    fc.assert(
      fc.property(anyTheme, (theme) => {
        for (const { foreground, background, fix } of contrastPairs(theme).filter(({ passes }) => !passes)) {
          expect(fix, `${foreground} on ${background}`).toBeDefined();
          const fixedTheme = fix ? { ...theme, [fix.field]: fix.colour } : theme;
          const pairAfterFix = contrastPairs(fixedTheme).find(
            (pair) => pair.foreground === foreground && pair.background === background,
          );
          expect(pairAfterFix?.passes, `${foreground} ${fix?.colour} on ${background}`).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('changes the text if it is translucent, since another background would change it too', () => {
    const theme = {
      ...defaultTheme,
      textColour: '#221C52FE',
      backgroundColor: '#000000',
      indentedBackground: '#409200',
    };
    const pair = unreadablePairs(theme).find(({ background }) => background === 'indentedBackground');
    expect(pair?.fix?.field).toBe('textColour');
    const fixedTheme = { ...theme, textColour: pair?.fix?.colour ?? '' };
    expect(unreadableNames(fixedTheme)).not.toContain('textColour on indentedBackground');
  });

  test('applied repeatedly leads to a theme that can be published', () => {
    fc.assert(
      fc.property(anyTheme, (theme) => {
        let fixedTheme = theme;
        for (let round = 0; round < 9; round += 1) {
          const [pair] = unreadablePairs(fixedTheme);
          if (pair?.fix) fixedTheme = { ...fixedTheme, [pair.fix.field]: pair.fix.colour };
        }
        expect(unreadableNames(fixedTheme)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('is the nearest in lightness that reaches the contrast', () => {
    fc.assert(
      fc.property(opaque, opaque, (primaryColour, contractPrimaryColour) => {
        const [pair] = unreadablePairs({ ...defaultTheme, primaryColour, contractPrimaryColour });
        fc.pre(pair !== undefined);
        const from = toOklch(parseHex(contractPrimaryColour));
        const distance = (hex: string) => Math.abs(toOklch(parseHex(hex)).l - from.l);
        const fixDistance = distance(pair.fix?.colour ?? '');
        // several dark lightnesses round to the same RGB colour, so the distance is measured after rounding
        const shades = Array.from({ length: 101 }, (_, step) => toHex(fromOklch({ ...from, l: step / 100 })));
        for (const shade of shades.filter((hex) => distance(hex) < fixDistance - 0.006))
          expect(contrast(shade, primaryColour)).toBeLessThan(4.5);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps the hue', () => {
    const [pair] = unreadablePairs({ ...defaultTheme, textColour: '#5AA6D6', indentedBackground: '#FFFFFF' });
    const hue = (hex: string) => toOklch(parseHex(hex)).h;
    expect(Math.abs(hue(pair?.fix?.colour ?? '') - hue('#5AA6D6'))).toBeLessThan(6);
  });
});
