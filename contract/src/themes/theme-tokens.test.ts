import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, lowestContrast } from '../colours.ts';
import { deriveTokens, typeTokens } from './theme-tokens.ts';
import type { Tokens } from './theme-tokens.ts';
import { Theme, boxPositions, defaultTheme, fontFamilies } from '../settings/sections/theme.ts';

type ContrastRule = { text: string; on: string; light: number; dark: number };

const surfaces = '--surface --canvas --sunken --raised --hover';
const allSurfaces = `${surfaces} --pressed --primary-subtle --primary-subtle-2`;

/** Pairs of colours with their required minimum contrast. */
const rules: ContrastRule[] = [
  { text: '--text', on: allSurfaces, light: 7, dark: 7 },
  { text: '--text-muted', on: allSurfaces, light: 5.3, dark: 5.3 },
  { text: '--text-muted', on: '--disabled-fill', light: 3, dark: 3 },
  { text: '--icon', on: `${surfaces} --pressed`, light: 5, dark: 5.5 },
  { text: '--line-control', on: '--surface --canvas', light: 3.1, dark: 4 },
  { text: '--primary', on: '--surface --canvas', light: 4.5, dark: 3 },
  { text: '--on-primary', on: '--primary --primary-hover --primary-active', light: 4.5, dark: 4.5 },
  { text: '--primary-text', on: allSurfaces, light: 4.6, dark: 5.5 },
  { text: '--focus', on: allSurfaces, light: 3, dark: 3 },
  { text: '--success', on: '--surface --canvas --hover', light: 3, dark: 6 },
  { text: '--success-text', on: '--surface --canvas --success-subtle', light: 5, dark: 6 },
  { text: '--warn-text', on: '--surface --canvas --warn-subtle', light: 6, dark: 6 },
  { text: '--on-warn', on: '--warn', light: 4.5, dark: 4.5 },
  { text: '--error', on: '--surface --canvas --hover', light: 3, dark: 6 },
  { text: '--error-text', on: '--surface --canvas --error-subtle', light: 5.4, dark: 6 },
  { text: '--error-solid', on: '--surface --canvas', light: 3, dark: 3 },
  { text: '--on-error', on: '--error-solid', light: 4.5, dark: 4.5 },
  { text: '--on-disabled', on: '--disabled', light: 4.5, dark: 4.5 },
  { text: '--chart-1', on: '--surface --canvas', light: 3, dark: 4.5 },
  { text: '--chart-2', on: '--surface --canvas', light: 3, dark: 4.5 },
  { text: '--chart-3', on: '--surface --canvas', light: 3, dark: 4.5 },
  { text: '--chart-4', on: '--surface --primary-subtle', light: 3, dark: 4.5 },
];

const violations = (tokens: Tokens, scheme: 'light' | 'dark') =>
  rules.flatMap(({ text, on, ...targets }) => {
    const colour = tokens[text as '--x'] ?? 'missing';
    const reached = lowestContrast(
      colour,
      on.split(' ').map((name) => tokens[name as '--x'] ?? 'missing'),
    );
    return reached >= targets[scheme]
      ? []
      : [`${scheme} ${text} ${colour}: ${reached.toFixed(2)} of ${targets[scheme]}`];
  });

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const translucent = fc
  .tuple(colour, fc.integer({ min: 0, max: 255 }))
  .map(([c, a]) => c + a.toString(16).padStart(2, '0'));
const anyColour = fc.oneof({ weight: 4, arbitrary: colour }, { weight: 1, arbitrary: translucent });
const colourFields = Object.keys(defaultTheme).filter((key) => /(Colour|Color|Background)$/.test(key));
const anyTheme = fc.tuple(...colourFields.map(() => anyColour)).map((values): Theme => ({
  ...defaultTheme,
  ...Object.fromEntries(colourFields.map((key, index) => [key, values[index]])),
}));

describe('the default theme', () => {
  const { light, dark } = deriveTokens(defaultTheme);

  test('has every required contrast, light and dark', () => {
    expect([...violations(light, 'light'), ...violations(dark, 'dark')]).toEqual([]);
  });

  test('the default theme yields the designed colours', () => {
    const designed = {
      '--surface': ['#FFFFFF', '#13181B'],
      '--canvas': ['#FAFAFA', '#0B0F12'],
      '--text': ['#151515', '#E8ECEF'],
      '--text-muted': ['#5C6065', '#A3AAB1'],
      '--primary': ['#0274B6', '#1476B8'],
      '--primary-text': ['#006CAB', '#64B1EE'],
      '--primary-subtle': ['#EBF5FE', '#11293B'],
      '--success': ['#149C17', '#48B144'],
      '--success-text': ['#007A0B', '#5CC157'],
      '--warn-text': ['#7D5200', '#F2CF54'],
      '--error': ['#F44336', '#FE6959'],
      '--error-solid': ['#D0241B', '#CC2D22'],
      '--error-text': ['#C11F18', '#FF8376'],
      '--icon': ['#60656A', '#9AA1A8'],
      '--line-control': ['#8A8E92', '#757B81'],
    } as const;
    for (const [name, [inLight, inDark]] of Object.entries(designed)) {
      expect(contrast(light[name as '--text'] ?? '', inLight), `${name} light`).toBeLessThan(1.15);
      expect(contrast(dark[name as '--text'] ?? '', inDark), `${name} dark`).toBeLessThan(1.15);
    }
  });

  test('the default theme has white text on buttons', () => {
    expect([light['--on-primary'], dark['--on-primary']]).toEqual(['#FFFFFF', '#FFFFFF']);
  });

  test('the default theme is valid input', () => {
    expect(Theme.parse(defaultTheme)).toEqual(defaultTheme);
  });
});

describe('any theme', () => {
  test('has every required contrast, light and dark', () => {
    fc.assert(
      fc.property(anyTheme, (theme) => {
        const { light, dark } = deriveTokens(Theme.parse(theme));
        expect([...violations(light, 'light'), ...violations(dark, 'dark')]).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('fills use the primary colour unchanged', () => {
    expect(deriveTokens({ ...defaultTheme, primaryColour: '#FF00AA' }).light['--primary-raw']).toBe('#FF00AA');
  });

  test('a grey primary colour does not tint the page', () => {
    const { dark } = deriveTokens({ ...defaultTheme, primaryColour: '#777777' });
    expect(dark['--surface']).toMatch(/^#(..)\1\1$/);
  });

  test('type scales with the font size, limited to 12 to 18 pixels', () => {
    expect(typeTokens({ ...defaultTheme, fontSize: '8px' })['--font-scale']).toBe(String(12 / 14));
    expect(typeTokens({ ...defaultTheme, fontSize: '14px' })['--font-scale']).toBe('1');
    expect(typeTokens({ ...defaultTheme, fontSize: '32px' })['--font-scale']).toBe(String(18 / 14));
  });
});

describe('theme validation', () => {
  test('rejects invalid colours, sizes, fonts, positions and images with an error for each field', () => {
    const violations = {
      ...defaultTheme,
      textColour: 'red',
      fontSize: '7px',
      fontFamily: 'Comic',
      loginBoxPosition: { landscape: 'up', portrait: 'top' },
      logoURL: 'javascript:alert(1)',
    };
    const result = Theme.safeParse(violations);
    expect(result.error?.issues.map((issue) => issue.path.join('.')).sort()).toEqual([
      'fontFamily',
      'fontSize',
      'loginBoxPosition.landscape',
      'logoURL',
      'textColour',
    ]);
  });

  test('accepts sizes from 8 to 32 pixels and all listed fonts and positions', () => {
    const size = fc.integer({ min: 8, max: 32 }).map((n) => `${n}px`);
    fc.assert(
      fc.property(
        size,
        fc.constantFrom(...fontFamilies),
        fc.constantFrom(...boxPositions),
        (fontSize, fontFamily, position) => {
          expect(
            Theme.safeParse({
              ...defaultTheme,
              fontSize,
              fontFamily,
              loginBoxPosition: { landscape: position, portrait: position },
            }).success,
          ).toBe(true);
        },
      ),
    );
  });
});
