type Named<T extends readonly string[]> = readonly (readonly [what: string, ...T])[];

/** Characters without a visible form, which are dropped from codes; those that change the direction are refused in names. */
export const invisibleCharacters: Named<[character: string]> = [
  ['a zero-width space', '\u200B'],
  ['a non-joiner', '\u200C'],
  ['a joiner', '\u200D'],
  ['a soft hyphen', '\u00AD'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\uFEFF'],
  ['a grapheme joiner', '\u034F'],
  ['an Arabic mark of the direction', '\u061C'],
  ['a left-to-right mark', '\u200E'],
  ['a right-to-left mark', '\u200F'],
  ['a Mongolian separator of vowels', '\u180E'],
  ['a Mongolian variation selector', '\u180B'],
  ['an invisible function', '\u2061'],
  ['an invisible multiplication', '\u2062'],
  ['an invisible separator', '\u2063'],
  ['an invisible addition', '\u2064'],
  ['the first variation selector', '\uFE00'],
  ['a variation selector of text', '\uFE0E'],
  ['a variation selector of emoji', '\uFE0F'],
  ['a variation selector of ideographs', '\u{E0100}'],
  ['a tag', '\u{E0041}'],
  ['the end of tags', '\u{E007F}'],
  ['a filler of Hangul', '\u3164'],
  ['a filler of initial Hangul', '\u115F'],
  ['a filler of medial Hangul', '\u1160'],
  ['a Khmer vowel without a form', '\u17B4'],
  ['a mark of musical notes', '\u{1D173}'],
];

/** Embeddings, overrides and isolates of the writing direction. */
export const directions: Named<[character: string]> = [
  ['a left-to-right embedding', '\u202A'],
  ['a right-to-left embedding', '\u202B'],
  ['the end of an embedding', '\u202C'],
  ['a left-to-right override', '\u202D'],
  ['a right-to-left override', '\u202E'],
  ['a left-to-right isolate', '\u2066'],
  ['a right-to-left isolate', '\u2067'],
  ['an isolate of the first letter', '\u2068'],
  ['the end of an isolate', '\u2069'],
];

/** Texts that Unicode calls canonically equal, as other keyboards and file systems write them. */
export const canonicalEquals: Named<[text: string, equal: string]> = [
  ['a decomposed accent', 'CAF\u00C9', 'CAFE\u0301'],
  ['a decomposed umlaut', '\u00DCBER', 'U\u0308BER'],
  ['a decomposed ring', '\u00C5R', 'A\u030AR'],
  ['the sign of the angstrom', '\u00C5S', '\u212BS'],
  ['the sign of the ohm', '\u03A9R', '\u2126R'],
  ['the sign of the kelvin', 'KV', '\u212AV'],
  ['two marks', 'VI\u1EC6T', 'VIE\u0323\u0302T'],
  ['two marks in the other order', 'VI\u1EC6N', 'VIE\u0302\u0323N'],
  ['marks that have no composed form', 'Q\u0323\u0307', 'Q\u0307\u0323'],
  ['the letters of a Hangul syllable', '\uD55C', '\u1112\u1161\u11AB'],
  ['a Japanese voice mark', '\u304C', '\u304B\u3099'],
  ['a compatibility ideograph', '\u8C48', '\uF900'],
  ['a Cyrillic breve', '\u0419', '\u0418\u0306'],
  ['a Greek accent', '\u0386', '\u0391\u0301'],
  ['a Greek accent of the extended block', '\u03AC', '\u1F71'],
  ['an Arabic madda', '\u0622', '\u0627\u0653'],
  ['a Hebrew dot', '\u05E9\u05C1', '\uFB2A'],
  ['a Bengali vowel in two parts', '\u0995\u09CB', '\u0995\u09C7\u09BE'],
];

export const dashes: Named<[character: string]> = [
  ['a hyphen', '\u2010'],
  ['a hyphen that does not break', '\u2011'],
  ['a figure dash', '\u2012'],
  ['an en dash', '\u2013'],
  ['an em dash', '\u2014'],
  ['a horizontal bar', '\u2015'],
  ['a minus sign', '\u2212'],
  ['a full-width dash', '\uFF0D'],
  ['a small hyphen', '\uFE63'],
  ['a small em dash', '\uFE58'],
];

/** Texts in other forms of the same letters and digits. */
export const compatibilityForms: Named<[text: string, form: string]> = [
  ['full width', 'KS1', '\uFF2B\uFF33\uFF11'],
  ['a full-width letter', 'KS2', '\uFF2BS2'],
  ['a full-width digit', 'KS3', 'KS\uFF13'],
  ['bold letters', 'KS4', '\u{1D40A}\u{1D412}4'],
  ['monospaced digits', 'KS5', 'KS\u{1D7FB}'],
  ['a ligature', 'FI6', '\uFB016'],
  ['a Roman numeral', 'VIII7', '\u21677'],
  ['other letter case', 'KS8', 'ks8'],
];

const pairs = (script: string, latin: string, letters: string): Named<[letter: string, other: string]> =>
  [...latin].map((letter, index) => [`the ${script} letter for ${letter}`, letter, [...letters][index]!]);

/** Letters of other scripts with the Latin letter of the same shape. */
export const lettersAlike = [
  ...pairs('Cyrillic', 'ABEKMHOPCTXYISJ', 'АВЕКМНОРСТХУІЅЈ'),
  ...pairs('small Cyrillic', 'aeopcxyisjhqw', 'аеорсхуіѕјһԛԝ'),
  ...pairs('Greek', 'ABEZHIKMNOPTYX', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'),
  ...pairs('small Greek', 'ao', 'αο'),
];

/** Texts that differ on purpose, as in catalogues. */
export const distinctTexts: Named<[text: string, other: string]> = [
  ['a zero and an O', 'A0', 'AO'],
  ['a one and an I', 'A1', 'AI'],
  ['a one and a small l', 'A1x', 'Alx'],
  ['a five and an S', 'A5', 'AS'],
  ['a hyphen and an underscore', 'A-B', 'A_B'],
  ['a hyphen and nothing', 'C-D', 'CD'],
  ['a hyphen and a dot', 'E-F', 'E.F'],
  ['a Cyrillic letter of another shape', 'BG', 'БG'],
  ['letters of another script alone', 'SCARF', 'ШАРФ'],
  ['letters of Japanese alone', 'KUTSU', '靴'],
];

/** Texts of an invisible character, in the positions where it comes along: around and within. */
export const withCharacter = (text: string, character: string): readonly string[] => {
  const middle = text.length >> 1;
  return [
    `${character}${text}`,
    text.slice(0, middle) + character + text.slice(middle),
    `${text}${character}`,
    character + text.slice(0, middle) + character + character + text.slice(middle) + character,
  ];
};

/** Texts without a visible character, and the error of a SKU and of a name. */
export const invisibleTexts: Named<[text: string, ofCode: string, ofName: string]> = [
  ['a zero-width space alone', '\u200B', 'field.required', 'field.invisible'],
  ['a soft hyphen alone', '\u00AD', 'field.required', 'field.invisible'],
  ['a joiner alone', '\u200D', 'field.required', 'field.invisible'],
  ['a filler of Hangul alone', '\u3164', 'field.required', 'field.invisible'],
  ['blanks alone', ' \u00A0\u3000', 'field.required', 'field.required'],
  ['a blank braille pattern', '\u2800', 'field.invisible', 'field.invisible'],
  ['a control character', 'A\u0007B', 'field.invalidCharacter', 'field.invalidCharacter'],
  ['a line separator', 'A\u2028B', 'field.invalidCharacter', 'field.invalidCharacter'],
  ['a paragraph separator', 'A\u2029B', 'field.invalidCharacter', 'field.invalidCharacter'],
  ['a line end', 'A\nB', 'field.invalidCharacter', 'field.invalidCharacter'],
  ['half of a surrogate pair', 'A\uD83D', 'field.invalidCharacter', 'field.invalidCharacter'],
];
