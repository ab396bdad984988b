import { contrast, ensure, lowestContrast, parseHex, toHex, toOklch } from '../colours.ts';
import type { Theme } from './theme.ts';

/** The fields of a theme that hold a colour. */
export type ColourField = {
  [F in keyof Theme]: F extends `${string}${'Colour' | 'Color' | 'Background'}` ? F : never;
}[keyof Theme];

/** Two colours of a theme of which one is seen on the other. */
type Meeting = {
  readonly ink: ColourField;
  readonly ground: ColourField;
  /** The least contrast the WCAG (AA) asks for: 4.5 for words, 3 for what is a sign or a fill. */
  readonly need: 4.5 | 3;
  /** Nothing is published before these can be read; of the others the portal itself draws the nearest readable shade. */
  readonly binding: boolean;
};

/** A pair of colours as it was measured, and where it falls short, which field would mend it with which colour. */
export type Pair = Meeting & {
  readonly ratio: number;
  readonly passes: boolean;
  readonly mend: { readonly field: ColourField; readonly colour: string } | undefined;
};

// Words somebody chose for a ground are binding. A brand's own yellow is not refused for being pale: fills
// need not stand out where they carry words, and links and signs are drawn in a darker shade of it. What is
// disabled may be pale; the WCAG says so too.
const meetings: readonly Meeting[] = [
  words('textColour', 'backgroundColor'),
  words('textColour', 'indentedBackground'),
  words('contractPrimaryColour', 'primaryColour'),
  words('contractSecondaryColour', 'secondaryColour'),
  words('contractWarnColour', 'warnColour'),
  words('contrastSuccessColour', 'successColour'),
  words('contrastErrorColour', 'errorColour'),
  { ink: 'contrastDisabledColour', ground: 'disabledColour', need: 3, binding: false },
  { ink: 'primaryColour', ground: 'backgroundColor', need: 4.5, binding: false },
  { ink: 'secondaryColour', ground: 'backgroundColor', need: 4.5, binding: false },
  { ink: 'successColour', ground: 'backgroundColor', need: 3, binding: false },
  { ink: 'errorColour', ground: 'backgroundColor', need: 3, binding: false },
  { ink: 'warnColour', ground: 'backgroundColor', need: 3, binding: false },
];

function words(ink: ColourField, ground: ColourField): Meeting {
  return { ink, ground, need: 4.5, binding: true };
}

/** Every two colours of a theme that are seen one on the other, with how well they can be told apart. */
export function contrastPairs(theme: Theme): Pair[] {
  return meetings.map((meeting) => {
    const ratio = contrast(inkOn(theme, meeting), groundOf(theme, meeting.ground));
    const passes = ratio >= meeting.need;
    return { ...meeting, ratio, passes, mend: passes ? undefined : mendOf(theme, meeting) };
  });
}

/** The pairs that keep a theme from being published: words that could not be read on the ground chosen for them. */
export function unreadablePairs(theme: Theme): Pair[] {
  return contrastPairs(theme).filter(({ binding, passes }) => binding && !passes);
}

/** The ink gives way, to a shade that can be read on all its grounds; where these are too unlike each other, the lesser ground does. */
function mendOf(theme: Theme, meeting: Meeting): Pair['mend'] {
  const { ink, ground, need, binding } = meeting;
  const own = inkOn(theme, meeting);
  const shared = meetings.filter((other) => other.ink === ink && other.binding === binding);
  const grounds = shared.map((other) => groundOf(theme, other.ground));
  const everywhere = nearest(own, grounds, need);
  if (everywhere) return { field: ink, colour: everywhere };
  const here = groundOf(theme, ground);
  const groundGives = ground === 'indentedBackground' && isOpaque(theme[ink]);
  const colour = groundGives ? nearest(here, [own], need) : nearest(own, [here], need);
  return colour ? { field: groundGives ? ground : ink, colour } : undefined;
}

/** Whether nothing shines through a colour, so that it looks the same on whatever ground takes the place of its own. */
const isOpaque = (colour: string) => toHex(parseHex(colour, parseHex('#000000'))) === toHex(parseHex(colour));

/** The shade of a colour, darker or lighter, that is nearest in lightness and reaches the contrast on every ground. */
function nearest(colour: string, grounds: readonly string[], need: number): string | undefined {
  const { l } = toOklch(parseHex(colour));
  const away = (hex: string) => Math.abs(toOklch(parseHex(hex)).l - l);
  return (['black', 'white'] as const)
    .map((towards) => ensure(colour, grounds, need, towards))
    .filter((shade) => lowestContrast(shade, grounds) >= need)
    .sort((one, other) => away(one) - away(other))[0];
}

/** A ground as it is seen: one that lets something shine through lies on the page, and the page on white. */
function groundOf(theme: Theme, field: ColourField): string {
  const page = toHex(parseHex(theme.backgroundColor));
  return field === 'backgroundColor' ? page : toHex(parseHex(theme[field], parseHex(page)));
}

function inkOn(theme: Theme, { ink, ground }: Meeting): string {
  return toHex(parseHex(theme[ink], parseHex(groundOf(theme, ground))));
}
