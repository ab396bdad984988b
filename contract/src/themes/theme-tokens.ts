import { ensureContrast, fromOklch, lowestContrast, parseHex, toHex, toOklch } from '../colours.ts';
import { fontStacks } from '../settings/sections/theme.ts';
import type { Theme } from '../settings/sections/theme.ts';

/** CSS custom properties, such as --primary. */
export type Tokens = Record<`--${string}`, string>;

type Tint = (l: number, c: number) => string;

const WHITE = '#FFFFFF';
const BLACK = '#000000';
const FALLBACK_FONTS =
  '"Noto Sans", "Noto Sans SC", "Noto Sans JP", "Noto Sans CJK SC", "Noto Sans CJK JP", "Segoe UI", "Helvetica Neue", Arial, sans-serif';

/** Derives the colour tokens of a theme, for the light and the dark colour scheme. */
export function deriveTokens(theme: Theme): { light: Tokens; dark: Tokens } {
  return { light: lightTokens(theme), dark: darkTokens(theme) };
}

/** Derives font and type scale of a theme; the font size is limited to 12 to 18 pixels. */
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
  const text = ensureContrast(solid(theme.textColour, surface), everywhere, 7, 'black');
  const neutral = toOklch(parseHex(solid(theme.neutralColour, surface))).l;
  const primary = ensureContrast(raw, [...sheets, subtle, WHITE], 4.5, 'black');
  const primaryHover = ensureContrast(primary, [WHITE], 6.4, 'black');
  const primaryActive = ensureContrast(primaryHover, [WHITE], 7.6, 'black');
  const warn = solid(theme.warnColour, surface);
  const errorSolid = ensureContrast(solid(theme.errorColour, surface), [...sheets, WHITE], 5.2, 'black');
  return {
    '--canvas': canvas,
    '--surface': surface,
    '--sunken': canvas,
    '--raised': surface,
    '--hover': hover,
    '--pressed': pressed,
    '--line': tint(0.93, 0.006),
    '--line-strong': tint(0.88, 0.006),
    '--line-control': ensureContrast(tint(neutral, 0.006), sheets, 3.1, 'black'),
    '--icon': ensureContrast(tint(neutral, 0.006), everywhere, 5, 'black'),
    '--text': text,
    '--text-muted': ensureContrast(tint(lightness(theme.secondaryColour), 0.006), everywhere, 5.3, 'black'),
    '--text-disabled': tint(0.7, 0.006),
    '--primary-raw': raw,
    '--primary': primary,
    '--primary-hover': primaryHover,
    '--primary-active': primaryActive,
    '--on-primary': textColourOn(solid(theme.contractPrimaryColour), [primary, primaryHover, primaryActive], text),
    '--primary-text': ensureContrast(raw, everywhere, 4.6, 'black'),
    '--primary-subtle': subtle,
    '--primary-subtle-2': subtle2,
    '--primary-line': tint(0.82, 0.075),
    '--focus': primary,
    ...lightStatus('success', solid(theme.successColour, surface), rows, 5),
    ...lightStatus('error', solid(theme.errorColour, surface), rows, 5.4),
    ...lightStatus('warn', warn, rows, 6),
    '--warn': warn,
    '--on-warn': textColourOn(solid(theme.contractWarnColour), [warn], text),
    '--error-solid': errorSolid,
    '--on-error': textColourOn(solid(theme.contrastErrorColour), [errorSolid], text),
    '--disabled': solid(theme.disabledColour, surface),
    '--disabled-fill': tint(0.955, 0.004),
    '--on-disabled': textColourOn(solid(theme.contrastDisabledColour), [solid(theme.disabledColour, surface)], text),
    '--chart-1': ensureContrast(raw, sheets, 3, 'black'),
    '--chart-2': ensureContrast('#0E7C86', everywhere, 3, 'black'),
    '--chart-3': ensureContrast('#8A63D2', everywhere, 3, 'black'),
    '--chart-4': ensureContrast('#B4690E', everywhere, 3, 'black'),
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
  const text = ensureContrast(tint(0.94, 0.006), everywhere, 7, 'white');
  const primary = ensureContrast(ensureContrast(raw, sheets, 3, 'white'), [WHITE], 4.8, 'black');
  const primaryHover = ensureContrast(primary, [WHITE], 5.5, 'black');
  const primaryActive = ensureContrast(primaryHover, [WHITE], 6.7, 'black');
  const primaryText = ensureContrast(raw, everywhere, 5.5, 'white');
  const warn = ensureContrast(solid(theme.warnColour), sheets, 6, 'white');
  const errorSolid = ensureContrast(
    ensureContrast(solid(theme.errorColour), sheets, 3, 'white'),
    [WHITE],
    5.2,
    'black',
  );
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
    '--line-control': ensureContrast(tint(0.5, 0.01), sheets, 4, 'white'),
    '--icon': ensureContrast(tint(0.6, 0.01), [...rows, pressed], 5.8, 'white'),
    '--text': text,
    '--text-muted': ensureContrast(tint(0.73, 0.01), everywhere, 5.3, 'white'),
    '--text-disabled': tint(0.54, 0.01),
    '--primary-raw': raw,
    '--primary': primary,
    '--primary-hover': primaryHover,
    '--primary-active': primaryActive,
    '--on-primary': textColourOn(solid(theme.contractPrimaryColour), [primary, primaryHover, primaryActive], dark),
    '--primary-text': primaryText,
    '--primary-subtle': subtle,
    '--primary-subtle-2': subtle2,
    '--primary-line': tint(0.47, 0.08),
    '--focus': primaryText,
    ...darkStatus('success', solid(theme.successColour), rows),
    ...darkStatus('error', solid(theme.errorColour), rows),
    ...darkStatus('warn', solid(theme.warnColour), rows),
    '--warn': warn,
    '--on-warn': textColourOn(solid(theme.contractWarnColour), [warn], dark),
    '--error-solid': errorSolid,
    '--on-error': textColourOn(solid(theme.contrastErrorColour), [errorSolid], dark),
    '--disabled': tint(0.4, 0.01),
    '--disabled-fill': tint(0.24, 0.01),
    '--on-disabled': textColourOn(WHITE, [tint(0.4, 0.01)], dark),
    '--chart-1': ensureContrast(raw, everywhere, 4.5, 'white'),
    '--chart-2': ensureContrast('#38A9B0', everywhere, 4.5, 'white'),
    '--chart-3': ensureContrast('#A98AE6', everywhere, 4.5, 'white'),
    '--chart-4': ensureContrast('#D9923A', everywhere, 4.5, 'white'),
  };
}

function lightStatus(name: string, colour: string, rows: string[], target: number): Tokens {
  const tint = tintOf(colour);
  const subtle = tint(0.965, 0.03);
  return {
    [`--${name}`]: ensureContrast(colour, [...rows, subtle], 3, 'black'),
    [`--${name}-text`]: ensureContrast(amberIfYellow(colour), [...rows, subtle], target, 'black'),
    [`--${name}-subtle`]: subtle,
    [`--${name}-line`]: tint(0.84, 0.09),
  };
}

function darkStatus(name: string, colour: string, rows: string[]): Tokens {
  const tint = tintOf(colour);
  const subtle = tint(0.26, 0.04);
  return {
    [`--${name}`]: ensureContrast(colour, rows, 6, 'white'),
    [`--${name}-text`]: ensureContrast(colour, [...rows, subtle], 6, 'white'),
    [`--${name}-subtle`]: subtle,
    [`--${name}-line`]: tint(0.43, 0.08),
  };
}

/** The opaque colour that results on the background. */
const solid = (colour: string, background = WHITE) => toHex(parseHex(colour, parseHex(background)));

const lightness = (colour: string) => toOklch(parseHex(colour)).l;

/** Returns a function for tints in the hue of a colour, with at most its chroma. */
function tintOf(colour: string): Tint {
  const base = toOklch(parseHex(colour));
  return (l, c) => toHex(fromOklch({ l, c: Math.min(c, base.c), h: base.h }));
}

/** Lightens a background that is too dark for the light scheme, until dark text of any colour is readable on it. */
const lightEnough = (background: string) => ensureContrast(background, [BLACK], 14, 'white');

/** Shifts the hue of yellow to amber, since dark yellow looks olive. */
function amberIfYellow(colour: string): string {
  const { l, c, h } = toOklch(parseHex(colour));
  return h > 72 && h < 115 ? toHex(fromOklch({ l: Math.min(l, 0.6), c, h: 72 })) : colour;
}

/** The preferred text colour if it is readable on all fills; else the better of white and `text`, else black. */
function textColourOn(preferred: string, fills: string[], text: string): string {
  const better = [text, WHITE].sort((a, b) => lowestContrast(b, fills) - lowestContrast(a, fills));
  return [preferred, ...better].find((colour) => lowestContrast(colour, fills) >= 4.5) ?? BLACK;
}
