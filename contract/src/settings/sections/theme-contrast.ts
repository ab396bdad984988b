import { contrast, ensureContrast, lowestContrast, parseHex, toHex, toOklch } from '../../colours.ts';
import type { Theme } from './theme.ts';

export type ColourField = {
  [F in keyof Theme]: F extends `${string}${'Colour' | 'Color' | 'Background'}` ? F : never;
}[keyof Theme];

/** Two colours of a theme that appear on each other. */
type ColourPair = {
  readonly foreground: ColourField;
  readonly background: ColourField;
  /** Minimum contrast by WCAG level AA: 4.5 for text, 3 for icons and fills. */
  readonly minimumRatio: 4.5 | 3;
  /**
   * Whether too little contrast prevents publishing. For the other pairs the portal itself uses the nearest readable
   * shade.
   */
  readonly blocksPublishing: boolean;
};

/** The measured contrast of a pair, and the change of one field that would fix it. */
export type ContrastResult = ColourPair & {
  readonly ratio: number;
  readonly passes: boolean;
  readonly fix: { readonly field: ColourField; readonly colour: string } | undefined;
};

// Text colours chosen for a background must be readable. A pale brand colour is not rejected: fills need no
// contrast to the page if they carry text, and links and icons use a darker shade of it. Disabled elements
// are exempt in the WCAG as well.
const colourPairs: readonly ColourPair[] = [
  textPair('textColour', 'backgroundColor'),
  textPair('textColour', 'indentedBackground'),
  textPair('contractPrimaryColour', 'primaryColour'),
  textPair('contractSecondaryColour', 'secondaryColour'),
  textPair('contractWarnColour', 'warnColour'),
  textPair('contrastSuccessColour', 'successColour'),
  textPair('contrastErrorColour', 'errorColour'),
  { foreground: 'contrastDisabledColour', background: 'disabledColour', minimumRatio: 3, blocksPublishing: false },
  { foreground: 'primaryColour', background: 'backgroundColor', minimumRatio: 4.5, blocksPublishing: false },
  { foreground: 'secondaryColour', background: 'backgroundColor', minimumRatio: 4.5, blocksPublishing: false },
  { foreground: 'successColour', background: 'backgroundColor', minimumRatio: 3, blocksPublishing: false },
  { foreground: 'errorColour', background: 'backgroundColor', minimumRatio: 3, blocksPublishing: false },
  { foreground: 'warnColour', background: 'backgroundColor', minimumRatio: 3, blocksPublishing: false },
];

function textPair(foreground: ColourField, background: ColourField): ColourPair {
  return { foreground, background, minimumRatio: 4.5, blocksPublishing: true };
}

/** The contrast of all colour pairs of a theme. */
export function contrastPairs(theme: Theme): ContrastResult[] {
  return colourPairs.map((pair) => {
    const ratio = contrast(renderedForeground(theme, pair), renderedBackground(theme, pair.background));
    const passes = ratio >= pair.minimumRatio;
    return { ...pair, ratio, passes, fix: passes ? undefined : findFix(theme, pair) };
  });
}

/** The text pairs with too little contrast, which prevent publishing. */
export function unreadablePairs(theme: Theme): ContrastResult[] {
  return contrastPairs(theme).filter(({ blocksPublishing, passes }) => blocksPublishing && !passes);
}

/**
 * Prefers a foreground shade that is readable on all its backgrounds; if there is none, changes the indented background
 * or this pair alone.
 */
function findFix(theme: Theme, pair: ColourPair): ContrastResult['fix'] {
  const { foreground, background, minimumRatio, blocksPublishing } = pair;
  const foregroundColour = renderedForeground(theme, pair);
  const relatedPairs = colourPairs.filter(
    (candidate) => candidate.foreground === foreground && candidate.blocksPublishing === blocksPublishing,
  );
  const backgrounds = relatedPairs.map((related) => renderedBackground(theme, related.background));
  const commonShade = nearestReadableShade(foregroundColour, backgrounds, minimumRatio);
  if (commonShade) return { field: foreground, colour: commonShade };
  const backgroundColour = renderedBackground(theme, background);
  const adjustsBackground = background === 'indentedBackground' && isOpaque(theme[foreground]);
  const colour = adjustsBackground
    ? nearestReadableShade(backgroundColour, [foregroundColour], minimumRatio)
    : nearestReadableShade(foregroundColour, [backgroundColour], minimumRatio);
  return colour ? { field: adjustsBackground ? background : foreground, colour } : undefined;
}

/** Whether a colour has no transparency, and so looks the same on every background. */
const isOpaque = (colour: string) => toHex(parseHex(colour, parseHex('#000000'))) === toHex(parseHex(colour));

/** The darker or lighter shade, nearest in lightness, that reaches the ratio on every background. */
function nearestReadableShade(
  colour: string,
  backgrounds: readonly string[],
  minimumRatio: number,
): string | undefined {
  const { l } = toOklch(parseHex(colour));
  const lightnessDistance = (hex: string) => Math.abs(toOklch(parseHex(hex)).l - l);
  return (['black', 'white'] as const)
    .map((towards) => ensureContrast(colour, backgrounds, minimumRatio, towards))
    .filter((shade) => lowestContrast(shade, backgrounds) >= minimumRatio)
    .sort((first, second) => lightnessDistance(first) - lightnessDistance(second))[0];
}

/** The opaque colour of a background: transparent ones are blended with the page, and the page with white. */
function renderedBackground(theme: Theme, field: ColourField): string {
  const pageColour = toHex(parseHex(theme.backgroundColor));
  return field === 'backgroundColor' ? pageColour : toHex(parseHex(theme[field], parseHex(pageColour)));
}

function renderedForeground(theme: Theme, { foreground, background }: ColourPair): string {
  return toHex(parseHex(theme[foreground], parseHex(renderedBackground(theme, background))));
}
