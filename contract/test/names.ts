/** Names with an invisible character that means nothing where it is: each is the name Admin. */
export const namesWithInvisible: readonly (readonly [what: string, name: string])[] = [
  ['a zero-width space', 'Ad\u200Bmin'],
  ['a soft hyphen', 'Ad\u00ADmin'],
  ['a word joiner', 'Ad\u2060min'],
  ['a byte order mark', '\uFEFFAdmin'],
  ['a joiner between Latin letters', 'Ad\u200Dmin'],
  ['a non-joiner at the end', 'Admin\u200C'],
  ['marks of the writing direction', '\u200EAdmin\u200F'],
  ['a variation selector after a letter', 'Admi\uFE0Fn'],
  ['tags', 'Admin\u{E0041}\u{E0042}'],
  ['a Hangul filler', 'Admin\u3164'],
  ['Mongolian selectors after a Latin letter', 'Ad\u180B\u180Bmin\u180E\u180E'],
];

/** Names in which an invisible character changes what is seen: each stays as it is. */
export const namesWithJoiners: readonly (readonly [what: string, name: string])[] = [
  ['a Persian name', 'می\u200Cخواهم'],
  ['a Hindi conjunct', 'क्\u200Dष'],
  ['a half form at the end', 'क्\u200D'],
  ['a Malayalam name that ends in a chillu', 'രാജന്\u200D'],
  ['a Bengali final consonant', 'ত্\u200D'],
  ['a Persian letter in the form of the middle', 'ه\u200D'],
  ['a Persian letter with a vowel', 'مِ\u200Cخ'],
  ['a variant of a Mongolian letter', 'ᠠ\u180Bᠨ'],
  ['a separated vowel after a variant', 'ᠨ\u180B\u180Eᠠ'],
  ['a flag of a picture', '🏴\u200D☠\uFE0F'],
  ['a burning heart', '❤\uFE0F\u200D🔥'],
  ['a family', '👩\u200D👩\u200D👧'],
  ['a profession with a skin tone', '👩🏽\u200D🚒'],
  ['a coloured heart', '❤\uFE0F'],
  ['a keycap', '1\uFE0F\u20E3'],
  ['a variant of an ideograph', '葛\u{E0100}城'],
  ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
];
