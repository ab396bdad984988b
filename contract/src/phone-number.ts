import * as z from 'zod/mini';
import { diallingCodes } from './dialling-codes.ts';

/** What a phone number consists of once it has been read. */
export const phoneCharacters = /^[\d+().\- ]*$/;

/** Whether a field, or a column of a file, holds a phone number. */
export const isPhoneField = (field: string): boolean => /(?:^|\.)phone(?:Number)?$/.test(field);

/** Calling codes of countries where a zero at the beginning belongs to the number, so that it is dialled from everywhere. */
const codesBeforeZero: readonly string[] = ['39', '225', '229', '242', '378'];

/** Whether a zero in brackets belongs to the number: where numbers have one, and this one would be too short without it. */
function isPartOfNumber(callingCode: string, rest: string): boolean {
  const digits = digitsOf(rest);
  if (!codesBeforeZero.includes(callingCode) || digits.startsWith('0')) return false;
  // of both lengths, but ten digits that begin with a 3 are a mobile number of Italy
  if (callingCode === '39') return !/^3\d{9}$/.test(digits);
  const lengths = [...diallingCodes.values()]
    .filter((code) => code.callingCode === callingCode)
    .flatMap((code) => code.digits);
  return lengths.includes(digits.length + 1) && !lengths.includes(digits.length);
}

/**
 * A phone number as it was meant: without the invisible marks that chats and contact lists add, the marks with which
 * spreadsheets and our files keep it a text, `tel:` and the zero that is dialled inside the country only; with usual
 * digits and hyphens, and `+` for 00, or for 0011, which Australia dials. Its spacing stays.
 */
export function readPhoneNumber(pasted: string): string {
  const plain = pasted
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212\u30FC]/g, '-')
    .replace(/[\s/]+/gu, ' ')
    .replace(/^[ ='"⚠]+/u, '')
    .replace(/^tel[.:]+ ?/i, '');
  return untilQuotes(plain)
    .replace(/^(?:00(?:11)?|\+) ?(?=[1-9])/, '+')
    .replace(/^(?:\(\+(\d{1,3})\)|\+ ?\((\d{1,3})\)) ?/, '+$1$2 ')
    .replace(
      /^\+(\d{1,3}) ?\(0\) ?(.*)$/,
      (_, code: string, rest: string) => `+${code} ${isPartOfNumber(code, rest) ? '0' : ''}${rest}`,
    );
}

/** A text without the quotes and spaces at its end. */
function untilQuotes(text: string): string {
  let end = text.length;
  while (end > 0 && ` '"`.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

const startsNational = /^[\d(]/;

/** The same number with the country code of a country: itself if it has one, or if the country has no such number. */
export function withCountryCode(number: string, country: string): string {
  const code = diallingCodes.get(country);
  if (!code || !startsNational.test(number) || !phoneCharacters.test(number)) return number;
  const plain = number.replace(/[()]/g, '').trim();
  const dialled = code.trunkPrefix ? withoutPrefix(plain, code.trunkPrefix) : undefined;
  // no number begins with a zero that is also the prefix; of other prefixes some do, which leaves two readings
  const asItIs = code.trunkPrefix === '0' && dialled !== undefined ? undefined : plain;
  const readings = [dialled, asItIs].flatMap((text) => {
    const international = `+${code.callingCode} ${text}`;
    return text && code.digits.includes(digitsOf(text).length) && hasPossibleLength(international)
      ? [international]
      : [];
  });
  return readings.length === 1 ? readings[0]! : number;
}

/** A number without the prefix that is dialled inside its country; undefined if it has none. */
function withoutPrefix(number: string, prefix: string): string | undefined {
  if (!digitsOf(number).startsWith(prefix)) return undefined;
  let end = 0;
  for (let digits = 0; digits < prefix.length; end += 1) if (/\d/.test(number[end]!)) digits += 1;
  return number.slice(end).replace(/^[ .-]+/, '');
}

const digitsOf = (number: string): string => number.replace(/\D/g, '');

const characters = [
  z.overwrite(readPhoneNumber),
  z.regex(phoneCharacters, { error: 'field.invalidCharacter', abort: true }),
] as const;

const isPossibleNumber = z.refine<string>(
  (number) => !number.startsWith('+') || hasPossibleLength(number),
  'field.phoneLength',
);

/** A phone number with country code, or an empty string. */
export const PhoneNumber = z
  .string()
  .check(...characters, z.regex(/^(?:\+[1-9][^+]*)?$/, { error: 'field.phone', abort: true }), isPossibleNumber);

/** The same of a record with a country, which `inCountry` reads: a number without country code is one of the country. */
export const PhoneInput = z
  .string()
  .check(
    ...characters,
    z.regex(/^(?:\+[1-9][^+]*|\(?\d(?:[ .()-]*\d){3}[^+]*)?$/, { error: 'field.phone', abort: true }),
    isPossibleNumber,
  );

/** What a number still lacks after it has been read by the country of its record. */
export const missingOf = (number: string, country: string): 'field.phone' | 'field.phoneCountry' | undefined =>
  startsNational.test(number) ? (country ? 'field.phone' : 'field.phoneCountry') : undefined;

type PhoneOfRecord = { readonly phoneNumber: string; readonly country?: string | null | undefined };

/** The rule that the phone number of a record has a country code, or gets that of the record's country or else of this one. */
export function inCountry<T extends PhoneOfRecord>(inherited = '') {
  const countryOf = ({ country }: T) => country || inherited;
  return [
    z.overwrite<T>((record) => ({ ...record, phoneNumber: withCountryCode(record.phoneNumber, countryOf(record)) })),
    z.check<T>(({ value, issues }) => {
      const message = missingOf(value.phoneNumber, countryOf(value));
      if (message) issues.push({ code: 'custom', message, path: ['phoneNumber'], input: value.phoneNumber });
    }),
  ] as const;
}

/** Whether a number has the digits of an international one (E.164), and fits into a line. */
function hasPossibleLength(number: string): boolean {
  const digits = digitsOf(number).length;
  return digits >= 7 && digits <= 15 && number.length <= 32 && /\d$/.test(number);
}
