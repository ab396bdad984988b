import type { ErrorCode } from '@storeward/contract/errors';

/** A cell of a file, the country of its row, and the number that is stored: of the country, in international form. */
export type PastedPhone = readonly [pasted: string, country: string, stored: string];

/** A cell that is no number, the country of its row, its error, and the character that the error names. */
export type RefusedPhone = readonly [pasted: string, country: string, error: ErrorCode, character?: string];

/** Numbers as they are pasted from web pages, chats and contact lists. */
const pastedSample: readonly PastedPhone[] = [
  ['\u202A+61 2 9999 0147\u202C', 'AU', '+61 2 9999 0147'],
  ['+61\u20112\u20119999\u20110147', 'AU', '+61-2-9999-0147'],
  ['＋61 2 9999 0147', 'AU', '+61 2 9999 0147'],
  ['=+61299990147', 'AU', '+61299990147'],
  ['(02) 9999 0147', 'Australia', '+61 2 9999 0147'],
  ['0113 496 0127', 'UK', '+44 113 496 0127'],
  ['612-555-0147', 'US', '+1 612-555-0147'],
  ['06 9480 1234', 'IT', '+39 06 9480 1234'],
  ['+39 (0)6 9480 1234', 'IT', '+39 06 9480 1234'],
  ['+39 (0)02 9480 1234', 'IT', '+39 02 9480 1234'],
  ['+39 (0)335 123 4567', 'IT', '+39 335 123 4567'],
  ['+39 (0)331 123456', 'IT', '+39 0331 123456'],
  ['+39 (0)30 1234567', 'IT', '+39 030 1234567'],
  ['+225 (0)7 01 02 03 04', 'CI', '+225 07 01 02 03 04'],
  ['+225 (0)27 22 12 34 56', 'CI', '+225 27 22 12 34 56'],
  ['0011 44 113 496 0127', 'AU', '+44 113 496 0127'],
];

const refusedSample: readonly RefusedPhone[] = [
  ['+61 2 9999 0147 ext. 5', 'AU', 'field.invalidCharacter', '“e” (U+0065)'],
  ['02 9999 0147', '', 'field.phoneCountry'],
  ['9999', 'AU', 'field.phone'],
  ['+61 99', 'AU', 'field.phoneLength'],
];

type Country = {
  readonly country: string;
  readonly code: string;
  /** What is dialled before the number inside the country, and is no part of it. */
  readonly trunk: string;
  /** The groups of a number in which it is written, without the trunk prefix. */
  readonly groups: readonly string[];
};

const countries: readonly Country[] = [
  { country: 'AU', code: '61', trunk: '0', groups: ['2', '9999', '0147'] },
  { country: 'GB', code: '44', trunk: '0', groups: ['113', '496', '0127'] },
  { country: 'DE', code: '49', trunk: '0', groups: ['30', '9018', '2034'] },
  { country: 'FR', code: '33', trunk: '0', groups: ['1', '99', '00', '12', '34'] },
  { country: 'JP', code: '81', trunk: '0', groups: ['3', '4578', '1234'] },
  { country: 'HU', code: '36', trunk: '06', groups: ['1', '234', '5678'] },
  { country: 'US', code: '1', trunk: '1', groups: ['612', '555', '0147'] },
  // the zero belongs to the number
  { country: 'IT', code: '39', trunk: '', groups: ['06', '9480', '1234'] },
];

const fullWidth = (text: string) =>
  [...text]
    .map((character) => (character === ' ' ? '\u3000' : String.fromCodePoint(character.codePointAt(0)! + 0xfee0)))
    .join('');

type Way = (text: string) => string;

/** Ways of pasting that leave the number as it was written. */
const wrappings: Readonly<Record<string, Way>> = {
  'an embedding of the writing direction': (text) => `\u202A${text}\u202C`,
  'an isolate of the writing direction': (text) => `\u2066${text}\u2069`,
  'a mark of the writing direction': (text) => `\u200E${text}\u200E`,
  'a byte order mark': (text) => `\uFEFF${text}`,
  'zero-width spaces': (text) => text.replaceAll(' ', ' \u200B'),
  'full width': fullWidth,
  'no-break spaces': (text) => text.replaceAll(' ', '\u00A0'),
  'narrow no-break spaces': (text) => text.replaceAll(' ', '\u202F'),
  'thin spaces': (text) => text.replaceAll(' ', '\u2009'),
  'two spaces between groups': (text) => text.replaceAll(' ', '  '),
  'blanks around': (text) => ` \t${text} \n`,
  'slashes between groups': (text) => text.replaceAll(' ', '/'),
  'slashes with blanks': (text) => text.replace(' ', ' / '),
  'the address of a link': (text) => `tel:${text}`,
  'a label': (text) => `Tel.: ${text}`,
  'the apostrophe of a text': (text) => `'${text}`,
  'a formula of a text': (text) => `="${text}"`,
  quotes: (text) => `"${text}"`,
};

/** The characters between groups as they are pasted, and as they are stored. */
const separators: Readonly<Record<string, readonly [pasted: string, stored: string]>> = {
  hyphens: ['-', '-'],
  'real hyphens': ['\u2010', '-'],
  'hyphens that do not break': ['\u2011', '-'],
  'figure dashes': ['\u2012', '-'],
  'en dashes': ['\u2013', '-'],
  'minus signs': ['\u2212', '-'],
  'Japanese dashes': ['\u30FC', '-'],
  'full-width hyphens': ['\uFF0D', '-'],
  dots: ['.', '.'],
  'full-width dots': ['\uFF0E', '.'],
  'soft hyphens': [' \u00AD', ' '],
};

const international = ({ code, groups }: Country, by = ' ') => `+${[code, ...groups].join(by)}`;

/** A number as it is dialled inside its country; the United States write theirs without the prefix. */
const national = ({ trunk, groups }: Country, by = ' ') => (trunk === '1' ? '' : trunk) + groups.join(by);

/** Every way to paste the number of each country, and its number inside the country. */
export function* pastedPhones(): Generator<PastedPhone> {
  yield* pastedSample;
  for (const of of countries) {
    const { country, code, trunk, groups } = of;
    const stored = international(of);
    const rest = groups.join(' ');
    for (const wrap of Object.values(wrappings)) {
      yield [wrap(stored), country, stored];
      yield [wrap(national(of)), country, stored];
    }
    for (const [pasted, kept] of Object.values(separators)) {
      yield [international(of, pasted), country, international(of, kept)];
      yield [national(of, pasted), country, `+${code} ${groups.join(kept)}`];
    }
    yield [stored, 'CH', stored];
    yield [stored, '', stored];
    yield [stored.replaceAll(' ', ''), country, stored.replaceAll(' ', '')];
    yield [stored.replace('+', '00'), country, stored];
    yield [stored.replace('+', '00 '), country, stored];
    yield [fullWidth(stored.replace('+', '00')), country, stored];
    yield [stored.replace('+', '+ '), country, stored];
    yield [`(+${code}) ${rest}`, country, stored];
    yield [`+(${code}) ${rest}`, country, stored];
    yield [`=${stored}`, country, stored];
    // the trunk prefix of a number that has its country code, or the zero of an Italian one
    if (trunk === '0' || trunk === '')
      for (const start of [`+${code} (0)`, `+${code}(0)`, `+${code} (0) `, `00${code} (0)`, `(+${code}) (0)`])
        yield [start + rest.replace(/^0/, ''), country, stored];
    const [area = '', ...others] = groups;
    const areaAsDialled = trunk === '1' ? area : trunk + area;
    yield [`(${areaAsDialled}) ${others.join(' ')}`, country, stored];
    if (trunk !== '') yield [`${trunk} ${rest}`, country, stored];
  }
}

const arabicDigits = (text: string, zero: number) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

/** What is no phone number, or not one alone, for each country. */
export function* refusedPhones(): Generator<RefusedPhone> {
  yield* refusedSample;
  yield ['=HYPERLINK("https://shop.example")', 'AU', 'field.invalidCharacter', '“H” (U+0048)'];
  yield ['1-800-FLOWERS', 'US', 'field.invalidCharacter', '“F” (U+0046)'];
  yield ['6.129999E+10', 'AU', 'import.shortened'];
  yield ['4,41135E+11', 'GB', 'import.shortened'];
  yield ['#########', 'AU', 'import.errorWord'];
  yield ['#NAME?', 'AU', 'import.errorWord'];
  for (const of of countries) {
    const { country } = of;
    const number = international(of);
    yield [`${number} ext 5`, country, 'field.invalidCharacter', '“e” (U+0065)'];
    yield [`${number}x5`, country, 'field.invalidCharacter', '“x” (U+0078)'];
    yield [`tel:${number};ext=5`, country, 'field.invalidCharacter', '“;” (U+003B)'];
    yield [`${number} #5`, country, 'field.invalidCharacter', '“#” (U+0023)'];
    yield [`${number}, ask for Ada`, country, 'field.invalidCharacter', '“,” (U+002C)'];
    const first = (text: string) => /[\u0660-\u06F9]/.exec(text)![0];
    for (const zero of [0x0660, 0x06f0]) {
      const text = arabicDigits(number, zero);
      const code = first(text).codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
      yield [text, country, 'field.invalidCharacter', `“${first(text)}” (U+${code})`];
    }
    yield [`${number} / ${number}`, country, 'field.phone'];
    yield [`${number} / ${number.slice(1)}`, country, 'field.phoneLength'];
    yield [`${number} 9999 99999`, country, 'field.phoneLength'];
    yield [number.slice(0, 6), country, 'field.phoneLength'];
    yield ['999', country, 'field.phone'];
    yield [`${national(of)} 9999 9999`, country, 'field.phone'];
    yield [national(of), '', 'field.phoneCountry'];
    yield [number.replace('+', '+0'), country, 'field.phone'];
  }
}
