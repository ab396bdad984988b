import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, lowestContrast } from './colours.ts';
import { deriveTokens, typeTokens } from './theme-tokens.ts';
import type { Tokens } from './theme-tokens.ts';
import { Theme, boxPositions, defaultTheme, fontFamilies } from './settings/theme.ts';

type Promised = { ink: string; on: string; light: number; dark: number };

const sheets = '--surface --canvas --sunken --raised --hover';
const everywhere = `${sheets} --pressed --primary-subtle --primary-subtle-2`;

/** Which colours the portal promises to keep apart, and by how much. */
const promises: Promised[] = [
  { ink: '--text', on: everywhere, light: 7, dark: 7 },
  { ink: '--text-muted', on: everywhere, light: 5.3, dark: 5.3 },
  { ink: '--icon', on: `${sheets} --pressed`, light: 5, dark: 5.5 },
  { ink: '--line-control', on: '--surface --canvas', light: 3.1, dark: 4 },
  { ink: '--primary', on: '--surface --canvas', light: 4.5, dark: 3 },
  { ink: '--on-primary', on: '--primary --primary-hover --primary-active', light: 4.5, dark: 4.5 },
  { ink: '--primary-text', on: everywhere, light: 4.6, dark: 5.5 },
  { ink: '--focus', on: everywhere, light: 3, dark: 3 },
  { ink: '--success', on: '--surface --canvas --hover', light: 3, dark: 6 },
  { ink: '--success-text', on: '--surface --canvas --success-subtle', light: 5, dark: 6 },
  { ink: '--warn-text', on: '--surface --canvas --warn-subtle', light: 6, dark: 6 },
  { ink: '--on-warn', on: '--warn', light: 4.5, dark: 4.5 },
  { ink: '--error', on: '--surface --canvas --hover', light: 3, dark: 6 },
  { ink: '--error-text', on: '--surface --canvas --error-subtle', light: 5.4, dark: 6 },
  { ink: '--error-solid', on: '--surface --canvas', light: 3, dark: 3 },
  { ink: '--on-error', on: '--error-solid', light: 4.5, dark: 4.5 },
  { ink: '--on-disabled', on: '--disabled', light: 4.5, dark: 4.5 },
  { ink: '--chart-1', on: '--surface --canvas', light: 3, dark: 4.5 },
  { ink: '--chart-2', on: '--surface --canvas', light: 3, dark: 4.5 },
  { ink: '--chart-3', on: '--surface --canvas', light: 3, dark: 4.5 },
  { ink: '--chart-4', on: '--surface --primary-subtle', light: 3, dark: 4.5 },
];

const broken = (tokens: Tokens, scheme: 'light' | 'dark') =>
  promises.flatMap(({ ink, on, ...targets }) => {
    const colour = tokens[ink as '--x'] ?? 'missing';
    const reached = lowestContrast(
      colour,
      on.split(' ').map((name) => tokens[name as '--x'] ?? 'missing'),
    );
    return reached >= targets[scheme]
      ? []
      : [`${scheme} ${ink} ${colour}: ${reached.toFixed(2)} of ${targets[scheme]}`];
  });

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const seeThrough = fc
  .tuple(colour, fc.integer({ min: 0, max: 255 }))
  .map(([c, a]) => c + a.toString(16).padStart(2, '0'));
const anyColour = fc.oneof({ weight: 4, arbitrary: colour }, { weight: 1, arbitrary: seeThrough });
const colourFields = Object.keys(defaultTheme).filter((key) => /(Colour|Color|Background)$/.test(key));
const anyTheme = fc.tuple(...colourFields.map(() => anyColour)).map((values): Theme => ({
  ...defaultTheme,
  ...Object.fromEntries(colourFields.map((key, at) => [key, values[at]])),
}));

describe('the default theme', () => {
  const { light, dark } = deriveTokens(defaultTheme);

  test('keeps every promised pair of colours apart, light and dark', () => {
    expect([...broken(light, 'light'), ...broken(dark, 'dark')]).toEqual([]);
  });

  test('looks as it was designed', () => {
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

  test('keeps white words on its buttons, since black ones could not be read', () => {
    expect([light['--on-primary'], dark['--on-primary']]).toEqual(['#FFFFFF', '#FFFFFF']);
  });

  test('is a theme that could be saved', () => {
    expect(Theme.parse(defaultTheme)).toEqual(defaultTheme);
  });
});

describe('any theme', () => {
  test('keeps every promised pair of colours apart, light and dark', () => {
    fc.assert(
      fc.property(anyTheme, (theme) => {
        const { light, dark } = deriveTokens(Theme.parse(theme));
        expect([...broken(light, 'light'), ...broken(dark, 'dark')]).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps the primary colour as given for fills', () => {
    expect(deriveTokens({ ...defaultTheme, primaryColour: '#FF00AA' }).light['--primary-raw']).toBe('#FF00AA');
  });

  test('keeps a grey brand grey instead of tinting the page', () => {
    const { dark } = deriveTokens({ ...defaultTheme, primaryColour: '#777777' });
    expect(dark['--surface']).toMatch(/^#(..)\1\1$/);
  });

  test('scales type with the font size and keeps it between 12 and 18', () => {
    expect(typeTokens({ ...defaultTheme, fontSize: '8px' })['--font-scale']).toBe(String(12 / 14));
    expect(typeTokens({ ...defaultTheme, fontSize: '14px' })['--font-scale']).toBe('1');
    expect(typeTokens({ ...defaultTheme, fontSize: '32px' })['--font-scale']).toBe(String(18 / 14));
  });
});

describe('a theme', () => {
  test('is refused by field for what is no colour, size, font, place or picture', () => {
    const wrong = {
      ...defaultTheme,
      textColour: 'red',
      fontSize: '7px',
      fontFamily: 'Comic',
      loginBoxPosition: { landscape: 'up', portrait: 'top' },
      logoURL: 'javascript:alert(1)',
    };
    const answer = Theme.safeParse(wrong);
    expect(answer.error?.issues.map((issue) => issue.path.join('.')).sort()).toEqual([
      'fontFamily',
      'fontSize',
      'loginBoxPosition.landscape',
      'logoURL',
      'textColour',
    ]);
  });

  test('takes any size from 8 to 32 pixels, any listed font and place', () => {
    const size = fc.integer({ min: 8, max: 32 }).map((n) => `${n}px`);
    fc.assert(
      fc.property(
        size,
        fc.constantFrom(...fontFamilies),
        fc.constantFrom(...boxPositions),
        (fontSize, fontFamily, place) => {
          expect(
            Theme.safeParse({
              ...defaultTheme,
              fontSize,
              fontFamily,
              loginBoxPosition: { landscape: place, portrait: place },
            }).success,
          ).toBe(true);
        },
      ),
    );
  });
});
