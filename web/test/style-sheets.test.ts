import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contrast } from '@storeward/contract/colours';
import { deriveTokens } from '@storeward/contract/themes/theme-tokens';
import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { describe, expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }));
// properties that components set on their elements, such as a number of columns
const setByComponents = new Set(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .flatMap((file) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(/(?:setProperty\(|style=\{\{ )'(--[a-z-]+)'/g)].map(
        ([, name = '']) => name,
      ),
    ),
);
const tokens = sheets.find(({ file }) => file.endsWith('tokens.css'))?.text ?? '';
const [light = '', dark = ''] = tokens.split("[data-mantine-color-scheme='dark']");

describe('the style sheets', () => {
  test('style sheets contain no literal colours: every colour is a token that a theme can replace', () => {
    const literalColours = sheets
      .filter(({ text }) => text !== tokens)
      .flatMap(({ file, text }) =>
        (text.match(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi) ?? []).map((colour) => `${file}: ${colour}`),
      );
    expect(sheets.length).toBeGreaterThan(20);
    expect(literalColours).toEqual([]);
  });

  test('style sheets define every colour that a theme sets, so that the page has it before a theme is loaded', () => {
    const derived = deriveTokens(defaultTheme);
    const sameInBoth = new Set(['--primary-raw', '--on-primary', '--on-warn', '--on-error']);
    expect(Object.keys(derived.light).filter((name) => !light.includes(`${name}:`))).toEqual([]);
    expect(Object.keys(derived.dark).filter((name) => !sameInBoth.has(name) && !dark.includes(`${name}:`))).toEqual([]);
  });

  test('style sheets use only tokens that are defined', () => {
    const unknown = sheets.flatMap(({ file, text }) =>
      [...text.matchAll(/var\((--[a-z0-9-]+)\)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !setByComponents.has(name) && !light.includes(`${name}:`) && !text.includes(`${name}:`))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test('a switch that cannot be changed shows whether it is on: track and thumb differ from each other and from off', () => {
    const { text } = sheets.find(({ file }) => file.endsWith('mantine.css'))!;
    const tokenOf = (selector: string, property: string) => {
      const [, rule = ''] = text.split(`\n${selector} {`);
      return new RegExp(`^\\s*${property}: var\\((--[a-z-]+)\\);`).exec(rule)?.[1] as '--text';
    };
    const colourOf = (state: string, part: string, property: string) =>
      tokenOf(`.mantine-Switch-input${state} + ${part}`, property);
    const track = (state: string) => colourOf(state, '.mantine-Switch-track', '--switch-bg');
    const thumb = (state: string) => colourOf(state, '* > .mantine-Switch-thumb', '--switch-thumb-bg');
    const off = ':disabled';
    const on = ':disabled:checked';
    for (const scheme of Object.values(deriveTokens(defaultTheme)))
      for (const [one, other] of [
        [track(off), track(on)],
        [track(off), thumb(off)],
        [track(on), thumb(on)],
      ] as const)
        expect(contrast(scheme[one]!, scheme[other]!), `${one} ${other}`).toBeGreaterThanOrEqual(3);
  });
});
