/** An sRGB colour, each channel from 0 to 1. */
export type Rgb = { r: number; g: number; b: number };

/** An Oklch colour: lightness (0 to 1), chroma, hue in degrees. */
export type Oklch = { l: number; c: number; h: number };

const STEP = 0.002;

/** Parses #RRGGBB or #RRGGBBAA; a transparent colour is blended with the background. */
export function parseHex(hex: string, background: Rgb = { r: 1, g: 1, b: 1 }): Rgb {
  const part = (offset: number) => Number.parseInt(hex.slice(offset, offset + 2), 16) / 255;
  const alpha = hex.length === 9 ? part(7) : 1;
  const blend = (top: number, bottom: number) => top * alpha + bottom * (1 - alpha);
  return { r: blend(part(1), background.r), g: blend(part(3), background.g), b: blend(part(5), background.b) };
}

export function toHex({ r, g, b }: Rgb): string {
  const part = (value: number) =>
    Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${part(r)}${part(g)}${part(b)}`.toUpperCase();
}

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const fromLinear = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

export function toOklch(colour: Rgb): Oklch {
  const [r, g, b] = [toLinear(colour.r), toLinear(colour.g), toLinear(colour.b)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360,
  };
}

function unclipped({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    r: fromLinear(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    g: fromLinear(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    b: fromLinear(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  };
}

const inGamut = ({ r, g, b }: Rgb) => Math.min(r, g, b) >= -0.0005 && Math.max(r, g, b) <= 1.0005;

/** Converts to sRGB; reduces chroma for colours outside the gamut. */
export function fromOklch(colour: Oklch): Rgb {
  const exact = unclipped(colour);
  if (inGamut(exact)) return exact;
  let inside = 0;
  let outside = colour.c;
  for (let step = 0; step < 14; step += 1) {
    const c = (inside + outside) / 2;
    if (inGamut(unclipped({ ...colour, c }))) inside = c;
    else outside = c;
  }
  return unclipped({ ...colour, c: inside });
}

/** The relative luminance of WCAG 2, from 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const { r, g, b } = parseHex(hex);
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first) + 0.05, luminance(second) + 0.05];
  return a > b ? a / b : b / a;
}

/** The lowest contrast a colour has on any of the backgrounds. */
export function lowestContrast(colour: string, backgrounds: readonly string[]): number {
  return Math.min(...backgrounds.map((background) => contrast(colour, background)));
}

/**
 * Shifts a colour's lightness in steps towards black or white, with hue and chroma unchanged, until it has the target contrast
 * on every background.
 */
export function ensureContrast(
  colour: string,
  backgrounds: readonly string[],
  target: number,
  towards: 'black' | 'white',
): string {
  const start = toHex(parseHex(colour));
  const hasContrast = (hex: string) => lowestContrast(hex, backgrounds) >= target;
  if (hasContrast(start)) return start;

  const from = toOklch(parseHex(start));
  const sign = towards === 'black' ? -1 : 1;
  const at = (step: number) => toHex(fromOklch({ ...from, l: Math.min(1, Math.max(0, from.l + sign * STEP * step)) }));
  // Contrast has at most one minimum, where the lightness crosses a background's; beyond it contrast only grows, so binary
  // search finds the first step that is sufficient.
  let tooLow = 0;
  let sufficient = Math.ceil((towards === 'black' ? from.l : 1 - from.l) / STEP);
  while (sufficient - tooLow > 1) {
    const middle = Math.floor((tooLow + sufficient) / 2);
    if (hasContrast(at(middle))) sufficient = middle;
    else tooLow = middle;
  }
  return at(sufficient);
}
