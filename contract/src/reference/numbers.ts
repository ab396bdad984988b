import type { Language } from '../reference.ts';

/** A longer text is no number that anybody writes. */
const longestNumber = 64;

/** The characters between whole and decimals, and between groups of three digits, as a language writes them. */
function separatorsOf(language: Language): { readonly decimal: string; readonly group: string } {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const valueOf = (part: string) => parts.find(({ type }) => type === part)?.value ?? '';
  return { decimal: valueOf('decimal'), group: valueOf('group') };
}

type NumberError = 'field.number' | 'field.numberAmbiguous' | 'field.numberDigits';

/** A number as a decimal text with a point and no superfluous zeros, or why the text is none. */
export type ReadNumber = { readonly decimal: string } | { readonly error: NumberError };

/**
 * Reads a number as people write it. Spaces and apostrophes only group digits. Where points and commas are shows which
 * of them separates the decimals; only one before exactly three digits, as in 8.000, could be either: it is what the
 * language of the reader uses it for. In a file, where the language is not known, and in a language that uses it for neither, it is ambiguous.
 */
export function readNumber(text: string, language?: Language): ReadNumber {
  const compact = text.length > longestNumber ? '' : compacted(text);
  const [, sign = '', digits = ''] = /^([+-]?)((?=[.,]?\d)[\d.,]+)$/.exec(compact) ?? [];
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const [whole, fraction] = last < 0 ? [digits, ''] : [digits.slice(0, last), digits.slice(last + 1)];
  const separator = digits.charAt(last);
  if (digits === '') return { error: 'field.number' };
  if (last < 0) return decimalOf(sign, digits, '');
  if (!whole.includes(separator) && /^\d{1,3}(?:[.,]\d{3})+$/.test(whole))
    return decimalOf(sign, ungrouped(whole), fraction);
  if (/[.,]/.test(whole)) {
    const isGrouped = /^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$/.test(digits);
    return isGrouped ? decimalOf(sign, ungrouped(digits), '') : { error: 'field.number' };
  }
  if (fraction.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole)) return decimalOf(sign, whole, fraction);
  const { decimal, group } = language ? separatorsOf(language) : { decimal: '', group: '' };
  if (separator === decimal) return decimalOf(sign, whole, fraction);
  return separator === group ? decimalOf(sign, whole + fraction, '') : { error: 'field.numberAmbiguous' };
}

/** The text with the digits and signs of ASCII, without the spaces and apostrophes between groups of three digits. */
const compacted = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/(?<=\d)[ '\u2019](?=\d{3}(?!\d))/g, '');

const ungrouped = (whole: string): string => whole.replace(/[.,]/g, '');

function decimalOf(sign: string, whole: string, fraction: string): ReadNumber {
  let length = fraction.length;
  while (fraction[length - 1] === '0') length -= 1;
  const trimmed = fraction.slice(0, length);
  const text = `${whole.replace(/^0+(?=\d)/, '') || '0'}${trimmed && `.${trimmed}`}`;
  return { decimal: sign === '-' && /[1-9]/.test(text) ? `-${text}` : text };
}

/** Reads a number that is stored as such: one with more digits than it keeps would become another. */
export function readFloat(text: string, language?: Language): number | { readonly error: NumberError } {
  // what JavaScript writes for very large and very small ones; spreadsheets write capital letters, and fewer digits
  if (text.includes('e') && String(Number(text)) === text) return Number(text);
  const read = readNumber(text, language);
  if ('error' in read) return read;
  const value = Number(read.decimal);
  return String(value) === read.decimal ? value : { error: 'field.numberDigits' };
}

/** Writes a number, or a decimal text with a point, so that `readNumber` in the same language reads the same. */
export function writeNumber(value: number | string, language: Language, { groups = false } = {}): string {
  const [, sign = '', whole = '', fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === '') return String(value);
  const digits = groups ? new Intl.NumberFormat(language).format(BigInt(whole)) : whole;
  return `${sign}${digits}${fraction ? `${separatorsOf(language).decimal}${fraction}` : ''}`;
}

/** Writes a number, or a decimal text with a point, for files: with one more zero where three decimals could be a group. */
export const numberCell = (value: number | string): string =>
  /^-?[1-9]\d{0,2}\.\d{3}$/.test(String(value)) ? `${value}0` : String(value);
