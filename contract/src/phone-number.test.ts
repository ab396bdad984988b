import { expect, test } from 'vitest';
import { refusedCharacter } from './fields.ts';
import { isPhoneField, PhoneNumber, withCountryCode } from './phone-number.ts';

const complaint = (value: string) => PhoneNumber.safeParse(value).error?.issues[0]?.message;

test.each([
  ['', ''],
  ['+44 113 496 0127', '+44 113 496 0127'],
  ['+1 (612) 555-0147', '+1 (612) 555-0147'],
  ['\u202A+61 2 9999 0147\u202C', '+61 2 9999 0147'],
  ['\u2066+61 2 9999 0147\u2069\u200E', '+61 2 9999 0147'],
  ['+61\u20112\u20119999\u20110147', '+61-2-9999-0147'],
  ['＋８１　３　４５７８　１２３４', '+81 3 4578 1234'],
  ['tel:+61-2-9999-0147', '+61-2-9999-0147'],
  ['TEL: +61 2 9999 0147', '+61 2 9999 0147'],
  ['0061 2 9999 0147', '+61 2 9999 0147'],
  ['00 44 113 496 0127', '+44 113 496 0127'],
  ['0011 44 113 496 0127', '+44 113 496 0127'],
  ['+44 (0)113 496-0127', '+44 113 496-0127'],
  ['+39 (0)6 9480 1234', '+39 06 9480 1234'],
  ['(+61) 2 9999 0147', '+61 2 9999 0147'],
  ['+49 30/901820', '+49 30 901820'],
  ['+44\u00a0113\t496\n0127 ', '+44 113 496 0127'],
  ['="+61 2 9999 0147"', '+61 2 9999 0147'],
  ["'+61 2 9999 0147", '+61 2 9999 0147'],
  ['⚠ +61 2 9999 0147', '+61 2 9999 0147'],
])('the phone number %j is read as %j', (pasted, number) => {
  expect(PhoneNumber.parse(pasted)).toBe(number);
  expect(PhoneNumber.parse(number)).toBe(number);
});

test.each([
  ['0113 496 0127', 'field.phone'],
  ['+0113 496 0127', 'field.phone'],
  ['+61 2 9999 0147 +61 2', 'field.phone'],
  ['+61 2', 'field.phoneLength'],
  ['+61 2 9999 0147 / 61 2 9999 0148', 'field.phoneLength'],
  ['+61 2 9999 0147 ext 5', 'field.invalidCharacter'],
  ['=HYPERLINK("https://shop.example")', 'field.invalidCharacter'],
  ['+61+cmd|calc', 'field.invalidCharacter'],
  ['=1+1', 'field.phone'],
])('the phone number %j is refused with %s', (pasted, code) => {
  expect(complaint(pasted)).toBe(code);
});

test('a refused phone number names its first character that no number has', () => {
  expect(refusedCharacter('phoneNumber', '\u202A+61 2 9999 0147 ext 5')).toBe('“e” (U+0065)');
  expect(refusedCharacter('customerHub.phone', '+61, 2')).toBe('“,” (U+002C)');
  expect(['phoneNumber', 'phone', 'customerHub.phone', 'telephone', 'phones'].map(isPhoneField)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['0113 496 0127', 'GB', '+44 113 496 0127'],
  ['(02) 9999-0147', 'AU', '+61 2 9999-0147'],
  ['1 612 555 0147', 'US', '+1 612 555 0147'],
  ['06 9480 1234', 'IT', '+39 06 9480 1234'],
  ['(06 1) 234 5678', 'HU', '+36 1 234 5678'],
])('the national number %j of a country, %s, is %j', (number, country, international) => {
  expect(withCountryCode(number, country)).toBe(international);
});

test.each([
  ['0113 496 0127', '', 'no country is known'],
  ['0113 496 0127', 'AQ', 'the country has no numbers of its own'],
  ['9999', 'AU', 'the country has no number of this length'],
  ['8 029 491-19-11', 'BY', 'it begins with the prefix of the country or with digits of its own'],
  ['+44 113 496 0127', 'AU', 'it has a country code'],
])('the number %j stays as it is in the country %j, since %s', (number, country) => {
  expect(withCountryCode(number, country)).toBe(number);
});
