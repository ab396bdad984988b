import * as z from 'zod/mini';

/** What a phone number consists of once it has been read. */
export const phoneCharacters = /^[\d+().\- ]*$/;

/** Whether a field, or a column of a file, holds a phone number. */
export const isPhoneField = (field: string): boolean => /(?:^|\.)phone(?:Number)?$/.test(field);

/**
 * A phone number as it was meant: without the invisible marks that chats and contact lists add, the marks with which
 * spreadsheets and our files keep it a text, `tel:` and the zero that is dialled inside the country only; with usual
 * digits and hyphens, and `+` for 00. Its spacing stays.
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
    .replace(/^(?:00|\+) ?(?=[1-9])/, '+')
    .replace(/^(?:\(\+(\d{1,3})\)|\+ ?\((\d{1,3})\)) ?/, '+$1$2 ')
    .replace(/^(\+\d{1,3}) ?\(0\) ?/, '$1 ');
}

/** A text without the quotes and spaces at its end. */
function untilQuotes(text: string): string {
  let end = text.length;
  while (end > 0 && ` '"`.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** A phone number with country code, or an empty string. */
export const PhoneNumber = z.string().check(
  z.overwrite(readPhoneNumber),
  z.regex(phoneCharacters, { error: 'field.invalidCharacter', abort: true }),
  z.regex(/^(?:\+[1-9][^+]*)?$/, { error: 'field.phone', abort: true }),
  z.refine((number) => number === '' || hasPossibleLength(number), 'field.phoneLength'),
);

/** Whether a number has the digits of an international one (E.164), and fits into a line. */
function hasPossibleLength(number: string): boolean {
  const digits = number.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 15 && number.length <= 32 && /\d$/.test(number);
}
