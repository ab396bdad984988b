import { expect, test } from 'vitest';
import {
  codeText,
  Email,
  normalised,
  FirstOrLastName,
  NewUserName,
  refusedCharacter,
  requiredText,
  SecretWord,
  text,
  UserName,
} from './fields.ts';

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

test.each(['a\u200B@b.de', 'a@b\u0000.de', '\uD83D@b.de'])(
  'rejects the e-mail address %j with a hidden character',
  (address) => {
    expect(complaint(Email, address)).toBe('field.email');
  },
);

test.each([
  ['a control character', 'Le\u0007eds', 'field.invalidCharacter'],
  ['a line separator', 'Le\u2028eds', 'field.invalidCharacter'],
  ['an override of the writing direction', 'Le\u202Eeds', 'field.invalidCharacter'],
  ['an isolate of the writing direction', 'Le\u2066eds', 'field.invalidCharacter'],
  ['an embedding of the writing direction', 'Le\u202Aeds', 'field.invalidCharacter'],
  ['half of a surrogate pair', 'Leeds \uD83D', 'field.invalidCharacter'],
  ['two zero-width spaces', '\u200B\u200B', 'field.invisible'],
  ['a blank filler letter', '\u3164', 'field.invisible'],
  ['a blank braille pattern', '\u2800', 'field.invisible'],
])('rejects %s in every name and text', (_, value, code) => {
  for (const schema of [requiredText(64), text(64), FirstOrLastName]) expect(complaint(schema, value)).toBe(code);
});

test('accepts names of all scripts, with joiners and emoji, and an empty optional text', () => {
  for (const name of ['Zoë', '李晓雯', 'می\u200Cخواهم', 'محمد', 'नेहा', 'Shop 👩‍💻', '½', '7'])
    expect([complaint(requiredText(64), name), complaint(FirstOrLastName, name)]).toEqual([undefined, undefined]);
  expect(complaint(text(64), '')).toBeUndefined();
});

test('rejects a user name of blank letters, and half of a surrogate pair in user name and secret word', () => {
  expect(complaint(UserName, '\u3164\u3164')).toBe('field.invisible');
  expect(complaint(UserName, 'ann\uD83D')).toBe('field.invalidCharacter');
  expect(complaint(SecretWord, 'blue bird\uDC00')).toBe('field.invalidCharacter');
});

test('rejects a new user name with a letter or a mark that has no visible form, and names it', () => {
  for (const character of ['\u3164', '\u115F', '\uFE0F', '\u034F', '\u180B', '\u{E0100}']) {
    expect(complaint(NewUserName, `ann${character}a`)).toBe('field.invalidCharacter');
    expect(complaint(UserName, `ann${character}a`)).toBeUndefined();
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    expect(refusedCharacter('userName', `ann${character}a`)).toBe(`U+${code}`);
  }
  expect(complaint(NewUserName, '\u3164\u3164')).toBe('field.invisible');
  for (const name of ['नमिता', 'ann.o', '李晓雯']) expect(NewUserName.parse(name)).toBe(name);
});

test.each([
  'https://evil.example/login',
  'www.evil.example',
  'Ann evil.example/x',
  'evil.com',
  'Ann EVIL.COM now',
  'evil.de',
  'évil.co.uk',
  'evil。com',
  'ann@evil.com',
  'mailto:ann',
])('rejects the web address %s as a name of a person', (name) => {
  expect(complaint(FirstOrLastName, name)).toBe('field.nameWithAddress');
});

test.each([
  'J.R.R.',
  'St.John',
  'O’Neil-Smith',
  'Ann / Anna',
  'M. d. B.',
  'Dr.Smith',
  'Dr.Smith/Jones',
  'Dr.Li',
  'J.de Vries',
  'Dr.Compton',
  'Ma.Netta',
])('accepts the name %s of a person', (name) => {
  expect(complaint(FirstOrLastName, name)).toBeUndefined();
});

test('accepts an e-mail address with an internationalised domain', () => {
  expect(complaint(Email, 'anna@bücher.example')).toBeUndefined();
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

test('names are composed, however a file or an input method writes them, and may have marks that have no composed form', () => {
  for (const schema of [UserName, FirstOrLastName, text(20), requiredText(20)]) {
    expect(schema.parse('Jose\u0301')).toBe('José');
    expect(schema.parse('José')).toBe('José');
  }
  expect(UserName.parse('नमिता')).toBe('नमिता');
  expect(UserName.parse('ọ̀ṣun')).toBe('ọ̀ṣun'.normalize('NFC'));
  expect(complaint(UserName, '\u0301')).toBe('field.invisible');
});

test('drops what nobody sees from a code, and keeps letters of all scripts and the joiners of names', () => {
  for (const code of ['KS\u200B-1', 'K\u00ADS-1', '\uFEFFKS-1', 'KS-1\uFE0F', '\u202EKS-1\u202C', ' KS-1\u200B '])
    expect(codeText(64).parse(code)).toBe('KS-1');
  expect(codeText(4).parse('K\u200BS\u200B-\u200B1')).toBe('KS-1');
  expect(codeText(64).parse('靴-ШАРФ-é')).toBe('靴-ШАРФ-é');
  expect(complaint(codeText(64), '\u200B')).toBe('field.required');
  expect(requiredText(64).parse('می\u200Cخواهم')).toBe('می\u200Cخواهم');
});
