import { ensure, fromOklch, lowestContrast, parseHex, toHex, toOklch } from './colours.ts';
import { fontStacks } from './settings/theme.ts';
import type { Theme } from './settings/theme.ts';

/** The named values a page paints with, such as --primary, each a colour. */
export type Tokens = Record<`--${string}`, string>;

type Tint = (l: number, c: number) => string;

const WHITE = '#FFFFFF';
const BLACK = '#000000';
const FALLBACK_FONTS =
  '"Noto Sans", "Noto Sans SC", "Noto Sans JP", "Noto Sans CJK SC", "Noto Sans CJK JP", "Segoe UI", "Helvetica Neue", Arial, sans-serif';

/** Works out every colour of the portal from a theme, for the light and for the dark scheme. */
export function deriveTokens(theme: Theme): { light: Tokens; dark: Tokens } {
  return { light: lightTokens(theme), dark: darkTokens(theme) };
}

/** Works out font and type scale from a theme; text stays between 12 and 18 pixels. */
export function typeTokens(theme: Theme): Tokens {
  const pixels = Math.min(18, Math.max(12, Number.parseInt(theme.fontSize, 10)));
  return {
    '--font-sans': `${fontStacks[theme.fontFamily]}, ${FALLBACK_FONTS}`,
    '--font-scale': String(pixels / 14),
  };
}

function lightTokens(theme: Theme): Tokens {
  const surface = lightEnough(solid(theme.backgroundColor));
  const canvas = lightEnough(solid(theme.indentedBackground));
  const raw = solid(theme.primaryColour, surface);
  const tint = tintOf(raw);
  const hover = tint(0.975, 0.006);
  const pressed = tint(0.95, 0.006);
  const subtle = tint(0.965, 0.018);
  const subtle2 = tint(0.94, 0.03);
  const sheets = [surface, canvas];
  const everywhere = [...sheets, hover, pressed, subtle, subtle2];
  const rows = [...sheets, hover, subtle];
  const text = ensure(solid(theme.textColour, surface), everywhere, 7, 'black');
  const neutral = toOklch(parseHex(solid(theme.neutralColour, surface))).l;
  const primary = ensure(raw, [...sheets, subtle, WHITE], 4.5, 'black');
  const primaryHover = ensure(primary, [WHITE], 6.4, 'black');
  const primaryActive = ensure(primaryHover, [WHITE], 7.6, 'black');
  const warn = solid(theme.warnColour, surface);
  const errorSolid = ensure(solid(theme.errorColour, surface), [...sheets, WHITE], 5.2, 'black');
  return {
    '--canvas': canvas,
    '--surface': surface,
    '--sunken': canvas,
    '--raised': surface,
    '--hover': hover,
    '--pressed': pressed,
    '--line': tint(0.93, 0.006),
    '--line-strong': tint(0.88, 0.006),
    '--line-control': ensure(tint(neutral, 0.006), sheets, 3.1, 'black'),
    '--icon': ensure(tint(neutral, 0.006), everywhere, 5, 'black'),
    '--text': text,
    '--text-muted': ensure(tint(lightness(theme.secondaryColour), 0.006), everywhere, 5.3, 'black'),
    '--text-disabled': tint(0.7, 0.006),
    '--primary-raw': raw,
    '--primary': primary,
    '--primary-hover': primaryHover,
    '--primary-active': primaryActive,
    '--on-primary': words(solid(theme.contractPrimaryColour), [primary, primaryHover, primaryActive], text),
    '--primary-text': ensure(raw, everywhere, 4.6, 'black'),
    '--primary-subtle': subtle,
    '--primary-subtle-2': subtle2,
    '--primary-line': tint(0.82, 0.075),
    '--focus': primary,
    ...lightStatus('success', solid(theme.successColour, surface), rows, 5),
    ...lightStatus('error', solid(theme.errorColour, surface), rows, 5.4),
    ...lightStatus('warn', warn, rows, 6),
    '--warn': warn,
    '--on-warn': words(solid(theme.contractWarnColour), [warn], text),
    '--error-solid': errorSolid,
    '--on-error': words(solid(theme.contrastErrorColour), [errorSolid], text),
    '--disabled': solid(theme.disabledColour, surface),
    '--disabled-fill': tint(0.955, 0.004),
    '--on-disabled': words(solid(theme.contrastDisabledColour), [solid(theme.disabledColour, surface)], text),
    '--chart-1': ensure(raw, sheets, 3, 'black'),
    '--chart-2': ensure('#0E7C86', everywhere, 3, 'black'),
    '--chart-3': ensure('#8A63D2', everywhere, 3, 'black'),
    '--chart-4': ensure('#B4690E', everywhere, 3, 'black'),
  };
}

function darkTokens(theme: Theme): Tokens {
  const raw = solid(theme.primaryColour);
  const tint = tintOf(raw);
  const surface = tint(0.205, 0.01);
  const raised = tint(0.235, 0.01);
  const canvas = tint(0.165, 0.01);
  const hover = tint(0.24, 0.01);
  const pressed = tint(0.265, 0.01);
  const subtle = tint(0.27, 0.04);
  const subtle2 = tint(0.31, 0.055);
  const sheets = [surface, canvas, raised];
  const everywhere = [...sheets, hover, pressed, subtle, subtle2];
  const rows = [...sheets, hover];
  const text = ensure(tint(0.94, 0.006), everywhere, 7, 'white');
  const primary = ensure(ensure(raw, sheets, 3, 'white'), [WHITE], 4.8, 'black');
  const primaryHover = ensure(primary, [WHITE], 5.5, 'black');
  const primaryActive = ensure(primaryHover, [WHITE], 6.7, 'black');
  const primaryText = ensure(raw, everywhere, 5.5, 'white');
  const warn = ensure(solid(theme.warnColour), sheets, 6, 'white');
  const errorSolid = ensure(ensure(solid(theme.errorColour), sheets, 3, 'white'), [WHITE], 5.2, 'black');
  const dark = '#151515';
  return {
    '--canvas': canvas,
    '--surface': surface,
    '--sunken': tint(0.185, 0.01),
    '--raised': raised,
    '--hover': hover,
    '--pressed': pressed,
    '--line': tint(0.29, 0.006),
    '--line-strong': tint(0.35, 0.01),
    '--line-control': ensure(tint(0.5, 0.01), sheets, 4, 'white'),
    '--icon': ensure(tint(0.6, 0.01), [...rows, pressed], 5.8, 'white'),
    '--text': text,
    '--text-muted': ensure(tint(0.73, 0.01), everywhere, 5.3, 'white'),
    '--text-disabled': tint(0.54, 0.01),
    '--primary-raw': raw,
    '--primary': primary,
    '--primary-hover': primaryHover,
    '--primary-active': primaryActive,
    '--on-primary': words(solid(theme.contractPrimaryColour), [primary, primaryHover, primaryActive], dark),
    '--primary-text': primaryText,
    '--primary-subtle': subtle,
    '--primary-subtle-2': subtle2,
    '--primary-line': tint(0.47, 0.08),
    '--focus': primaryText,
    ...darkStatus('success', solid(theme.successColour), rows),
    ...darkStatus('error', solid(theme.errorColour), rows),
    ...darkStatus('warn', solid(theme.warnColour), rows),
    '--warn': warn,
    '--on-warn': words(solid(theme.contractWarnColour), [warn], dark),
    '--error-solid': errorSolid,
    '--on-error': words(solid(theme.contrastErrorColour), [errorSolid], dark),
    '--disabled': tint(0.4, 0.01),
    '--disabled-fill': tint(0.24, 0.01),
    '--on-disabled': words(WHITE, [tint(0.4, 0.01)], dark),
    '--chart-1': ensure(raw, everywhere, 4.5, 'white'),
    '--chart-2': ensure('#38A9B0', everywhere, 4.5, 'white'),
    '--chart-3': ensure('#A98AE6', everywhere, 4.5, 'white'),
    '--chart-4': ensure('#D9923A', everywhere, 4.5, 'white'),
  };
}

function lightStatus(name: string, given: string, rows: string[], target: number): Tokens {
  const tint = tintOf(given);
  const subtle = tint(0.965, 0.03);
  return {
    [`--${name}`]: ensure(given, [...rows, subtle], 3, 'black'),
    [`--${name}-text`]: ensure(brownIfYellow(given), [...rows, subtle], target, 'black'),
    [`--${name}-subtle`]: subtle,
    [`--${name}-line`]: tint(0.84, 0.09),
  };
}

function darkStatus(name: string, given: string, rows: string[]): Tokens {
  const tint = tintOf(given);
  const subtle = tint(0.26, 0.04);
  return {
    [`--${name}`]: ensure(given, rows, 6, 'white'),
    [`--${name}-text`]: ensure(given, [...rows, subtle], 6, 'white'),
    [`--${name}-subtle`]: subtle,
    [`--${name}-line`]: tint(0.43, 0.08),
  };
}

/** The colour as it ends up on its ground, without anything shining through. */
const solid = (colour: string, ground = WHITE) => toHex(parseHex(colour, parseHex(ground)));

const lightness = (colour: string) => toOklch(parseHex(colour)).l;

/** Makes greys and pale tones in the hue of a colour, never more colourful than that colour itself. */
function tintOf(colour: string): Tint {
  const own = toOklch(parseHex(colour));
  return (l, c) => toHex(fromOklch({ l, c: Math.min(c, own.c), h: own.h }));
}

/** A page that is too dark for a light scheme is lightened until dark words of any colour can be read on it. */
const lightEnough = (ground: string) => ensure(ground, [BLACK], 14, 'white');

/** A dark yellow looks olive; turned a little it reads as amber. */
function brownIfYellow(colour: string): string {
  const { l, c, h } = toOklch(parseHex(colour));
  return h > 72 && h < 115 ? toHex(fromOklch({ l: Math.min(l, 0.6), c, h: 72 })) : colour;
}

/** The wished colour for words on these fills where it can be read; else the better of white and text, else black. */
function words(wished: string, fills: string[], text: string): string {
  const better = [text, WHITE].sort((a, b) => lowestContrast(b, fills) - lowestContrast(a, fills));
  return [wished, ...better].find((colour) => lowestContrast(colour, fills) >= 4.5) ?? BLACK;
}
