import { expect, test } from 'vitest';
import { Email, normalised, PhoneNumber, requiredText, UserName } from './fields.ts';

const complaint = (
  schema: { safeParse: (value: unknown) => { success: boolean; error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message;

test.each(['ann', 'ann.o-neil_2@shop+1', '李晓雯', 'Zoë'])('accepts the user name %s', (name) => {
  expect(complaint(UserName, name)).toBeUndefined();
});

test.each([
  ['', 'field.required'],
  ['a<b', 'field.invalidCharacter'],
  ['a b', 'field.invalidCharacter'],
  ['x'.repeat(65), 'field.tooLong'],
])('rejects the user name "%s" with %s', (name, code) => {
  expect(complaint(UserName, name)).toBe(code);
});

test.each([
  ['', 'field.emailRequired'],
  ['a@', 'field.email'],
  ['a@b', 'field.email'],
  ['a b@c.de', 'field.email'],
  ['a@@b.de', 'field.email'],
  ['a@b..de', 'field.email'],
])('rejects the e-mail address "%s" with %s', (address, code) => {
  expect(complaint(Email, address)).toBe(code);
});

test('accepts an e-mail address with an internationalised domain', () => {
  expect(complaint(Email, 'anna@bücher.example')).toBeUndefined();
});

test('a phone number has a country code, or is empty', () => {
  expect(complaint(PhoneNumber, '')).toBeUndefined();
  expect(complaint(PhoneNumber, '+44 113 496 0127')).toBeUndefined();
  expect(complaint(PhoneNumber, '0113 496 0127')).toBe('field.phone');
});

test('rejects a name that consists of spaces', () => {
  expect(complaint(requiredText(64), '   ')).toBe('field.required');
});

test.each([
  ['Carmen Muñoz', 'carmen munoz'],
  ['Żółkiewski', 'zolkiewski'],
  ['Großmann', 'grossmann'],
  ['  Ærø   Ø ', 'aero o'],
  ['ＳＨＩＢＵＹＡ', 'shibuya'],
  ['がぎぐ', 'がぎぐ'],
  ['İstanbul', 'istanbul'],
  ['अनन्या', 'अनन्या'],
])('normalises %s to %s for search', (typed, form) => {
  expect(normalised(typed)).toBe(form);
});
