/** What a spreadsheet makes of a number: a day, a time of day, a span of time, or digits in a certain pattern. */
export type NumberLook =
  | { readonly kind: 'plain' | 'day' | 'clock' | 'span' }
  | { readonly kind: 'digits'; readonly pattern: readonly Part[] };

/** A part of a pattern: a place for a digit, which is a nought or nothing where there is none, or words as they stand. */
type Part = { readonly digit: '0' | '#' } | { readonly words: string };

const plain: NumberLook = { kind: 'plain' };
const builtIn = (from: number, to: number, kind: 'day' | 'clock' | 'span') =>
  Array.from({ length: to - from + 1 }, (_, at) => [from + at, { kind }] as const);
/** The looks that every workbook knows by number alone. */
const known: ReadonlyMap<number, NumberLook> = new Map([
  ...builtIn(14, 17, 'day'),
  ...builtIn(18, 21, 'clock'),
  ...builtIn(22, 22, 'day'),
  ...builtIn(27, 31, 'day'),
  ...builtIn(32, 35, 'clock'),
  ...builtIn(36, 36, 'day'),
  ...builtIn(45, 45, 'clock'),
  ...builtIn(46, 46, 'span'),
  ...builtIn(47, 47, 'clock'),
  ...builtIn(50, 58, 'day'),
]);

/** What a cell's format makes of its number, by the format's number and its own words where it has any. */
export function lookOf(id: number, format: string | undefined): NumberLook {
  if (format === undefined) return known.get(id) ?? plain;
  const [first = ''] = format.split(';');
  // words between quotes are shown as they are, and brackets hold colours, languages and conditions
  const bare = first.replace(/\[(?:h+|m+|s+)\]/gi, '§').replace(/\[[^\]]*\]/g, '');
  const signs = bare.replace(/"[^"]*"|\\.|_.|\*./g, '');
  if (/§/.test(signs)) return { kind: 'span' };
  if (/^general$/i.test(signs.trim())) return plain;
  if (/[yd]/i.test(signs)) return { kind: 'day' };
  if (/[hs]/i.test(signs)) return { kind: 'clock' };
  if (/m/i.test(signs)) return { kind: 'day' };
  const pattern = patternOf(bare);
  return pattern && signs.replace(/[^0]/g, '').length > 1 ? { kind: 'digits', pattern } : plain;
}

/** A format of places for digits and words between them; nothing where it has fractions, groups or powers, which are numbers. */
function patternOf(format: string): Part[] | undefined {
  const parts: Part[] = [];
  // a sign after _ is only as wide as that sign, and one after * fills the cell
  for (const [part, quoted, escaped, gap] of format.matchAll(/"([^"]*)"|\\(.)|([_*].)|[^]/g)) {
    const words = quoted ?? escaped ?? (/[ ()/+-]/.test(part) ? part : undefined);
    if (gap) continue;
    if (words !== undefined) parts.push({ words });
    else if (part === '0' || part === '#') parts.push({ digit: part });
    else if (part === '.' && !/[0#?]/.test(format.slice(format.lastIndexOf('.')))) parts.push({ words: part });
    else return undefined;
  }
  return parts;
}

const daySeconds = 86_400;
const lastDay = 2_958_466;
/** Day 60 of these calendars is a 29 February that never was; from the day after it they count from here. */
const firstDay = Date.UTC(1899, 11, 30);
const from1904To1900 = 1_462;

/** A number as the spreadsheet shows it, in the one way in which files here write days and times. */
export function numberText(stored: string, look: NumberLook, { since1904 }: { since1904: boolean }): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (look.kind === 'digits' && Number.isInteger(value) && value >= 0) return inPattern(digitsOf(value), look.pattern);
  if (look.kind === 'plain' || look.kind === 'digits' || value < 0 || value >= lastDay) return digitsOf(value);
  if (look.kind === 'span') return clock(Math.round(value * daySeconds));
  if (look.kind === 'clock') return clock(Math.round((value % 1) * daySeconds) % daySeconds);
  const days = since1904 ? value + from1904To1900 : value < 60 ? value + 1 : value;
  const told = new Date(firstDay + Math.round(days * daySeconds) * 1_000).toISOString();
  return told.endsWith('T00:00:00.000Z') ? told.slice(0, 10) : told.slice(0, 19).replace('T', ' ');
}

/** All digits that the number has for a spreadsheet, and never a power of ten in place of them. */
const digitsOf = (value: number) =>
  Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(Number(value.toPrecision(15)));

/** Digits in a pattern, from the last to the first; those that are left over stand where its first digit does. */
function inPattern(digits: string, pattern: readonly Part[]): string {
  const first = pattern.findIndex((part) => 'digit' in part);
  let rest = digits;
  let shown = '';
  for (const [at, part] of [...pattern.entries()].toReversed()) {
    if ('words' in part) shown = part.words + shown;
    else {
      const taken = at === first ? rest : rest.slice(-1);
      shown = (taken || (part.digit === '0' ? '0' : '')) + shown;
      rest = rest.slice(0, rest.length - taken.length);
    }
  }
  return shown;
}

const clock = (seconds: number) =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** A text as it is meant: workbooks write the signs that they cannot hold by number. */
export const textMeant = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
