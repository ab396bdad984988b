/** How a spreadsheet displays a number. */
export type NumberFormat =
  | { readonly kind: 'plain' | 'date' | 'time' | 'duration' }
  | { readonly kind: 'digits'; readonly pattern: readonly PatternPart[] };

/** Part of a digit pattern: a digit placeholder (`0` pads with zeros, `#` does not) or literal text. */
type PatternPart = { readonly digit: '0' | '#' } | { readonly literal: string };

const plain: NumberFormat = { kind: 'plain' };
const builtInRange = (from: number, to: number, kind: 'date' | 'time' | 'duration') =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, { kind }] as const);
/** The built-in number formats of OOXML, by format id. */
const builtInFormats: ReadonlyMap<number, NumberFormat> = new Map([
  ...builtInRange(14, 17, 'date'),
  ...builtInRange(18, 21, 'time'),
  ...builtInRange(22, 22, 'date'),
  ...builtInRange(27, 31, 'date'),
  ...builtInRange(32, 35, 'time'),
  ...builtInRange(36, 36, 'date'),
  ...builtInRange(45, 45, 'time'),
  ...builtInRange(46, 46, 'duration'),
  ...builtInRange(47, 47, 'time'),
  ...builtInRange(50, 58, 'date'),
]);

/** The format of a cell, by format id and the workbook's own format code, if any. */
export function numberFormatOf(id: number, format: string | undefined): NumberFormat {
  if (format === undefined) return builtInFormats.get(id) ?? plain;
  const [first = ''] = format.split(';');
  // Quoted text is literal; brackets hold colours, locales and conditions.
  const section = first.replace(/\[(?:h+|m+|s+)\]/gi, '§').replace(/\[[^\]]*\]/g, '');
  const codes = section.replace(/"[^"]*"|\\.|_.|\*./g, '');
  if (/§/.test(codes)) return { kind: 'duration' };
  if (/^general$/i.test(codes.trim())) return plain;
  if (/[yd]/i.test(codes)) return { kind: 'date' };
  if (/[hs]/i.test(codes)) return { kind: 'time' };
  if (/m/i.test(codes)) return { kind: 'date' };
  const pattern = patternOf(section);
  return pattern && codes.replace(/[^0]/g, '').length > 1 ? { kind: 'digits', pattern } : plain;
}

/**
 * Parses a format of digit placeholders and literals. `undefined` for fractions, groups and powers, which are ordinary
 * numbers.
 */
function patternOf(format: string): PatternPart[] | undefined {
  const parts: PatternPart[] = [];
  // `_x` is a space as wide as x, `*x` fills the cell with x.
  for (const [part, quoted, escaped, padding] of format.matchAll(/"([^"]*)"|\\(.)|([_*].)|[^]/g)) {
    const literal = quoted ?? escaped ?? (/[ ()/+-]/.test(part) ? part : undefined);
    if (padding) continue;
    if (literal !== undefined) parts.push({ literal });
    else if (part === '0' || part === '#') parts.push({ digit: part });
    else if (part === '.' && !/[0#?]/.test(format.slice(format.lastIndexOf('.')))) parts.push({ literal: part });
    else return undefined;
  }
  return parts;
}

const secondsPerDay = 86_400;
const maxDay = 2_958_466;
/** Day 60 of the 1900 calendar is a 29 February that did not exist; later days count from this epoch. */
const epoch = Date.UTC(1899, 11, 30);
const daysFrom1900To1904 = 1_462;

/** Spreadsheets keep 15 digits: what is at least this large may have lost some. */
const firstInexact = 1e15;

/**
 * A stored number as text: dates and times in ISO form, durations as h:mm:ss, padded codes as displayed. A whole number of
 * more than 15 digits keeps the form with an exponent, which imports refuse as shortened.
 */
export function numberText(stored: string, format: NumberFormat, { since1904 }: { since1904: boolean }): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (Number.isInteger(value) && Math.abs(value) >= firstInexact) return withExponent(stored.trim());
  if (format.kind === 'digits' && Number.isInteger(value) && value >= 0)
    return applyPattern(digitsOf(value), format.pattern);
  if (format.kind === 'plain' || format.kind === 'digits' || value < 0 || value >= maxDay) return digitsOf(value);
  if (format.kind === 'duration') return formatDuration(Math.round(value * secondsPerDay));
  if (format.kind === 'time') return formatDuration(Math.round((value % 1) * secondsPerDay) % secondsPerDay);
  const days = since1904 ? value + daysFrom1900To1904 : value < 60 ? value + 1 : value;
  const iso = new Date(epoch + Math.round(days * secondsPerDay) * 1_000).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}

/** The stored digits, with an exponent. */
function withExponent(stored: string): string {
  const [, sign = '', digits = ''] = /^([+-]?)(\d+)$/.exec(stored) ?? [];
  return digits === '' ? stored.toUpperCase() : `${sign}${digits[0]}.${digits.slice(1)}E+${digits.length - 1}`;
}

/** The number in full, without exponent. */
const digitsOf = (value: number) =>
  Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toPrecision(15)));

/** Fills a pattern from the last digit to the first; surplus digits go to the first placeholder. */
function applyPattern(digits: string, pattern: readonly PatternPart[]): string {
  const first = pattern.findIndex((part) => 'digit' in part);
  let rest = digits;
  let text = '';
  for (const [index, part] of [...pattern.entries()].toReversed()) {
    if ('literal' in part) text = part.literal + text;
    else {
      const digitsTaken = index === first ? rest : rest.slice(-1);
      text = (digitsTaken || (part.digit === '0' ? '0' : '')) + text;
      rest = rest.slice(0, rest.length - digitsTaken.length);
    }
  }
  return text;
}

const formatDuration = (seconds: number) =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** Decodes the `_xHHHH_` escapes that workbooks use for characters XML cannot hold. */
export const decodeEscapes = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
