const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/** Letters of scripts in which a joiner changes the form of its neighbours: Arabic, those of India, and the like. */
const joiningLetter =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}/u;
const mark = /\p{M}/u;
const pictograph = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

type Position = {
  readonly character: string;
  /** The last character that is neither invisible nor a mark of another. */
  readonly base: string;
  readonly before: string;
  readonly after: string;
};

/** Whether an invisible character has a meaning where it is. */
function isMeaningful({ character, base, before, after }: Position): boolean {
  // overrides of the writing direction are refused, not dropped
  if (/[\u202A-\u202E\u2066-\u2069]/.test(character)) return true;
  if (character === '\u200C') return joiningLetter.test(base) && !ignorable.test(before) && /[\p{L}\p{M}]/u.test(after);
  // at the end too, where it keeps a letter in the form of the middle or forms a chillu
  if (character === '\u200D' && joiningLetter.test(base)) return !ignorable.test(before);
  if (character === '\u200D')
    return pictograph.test(base) && (before === base || before === '\uFE0F') && pictograph.test(after);
  // not of the character before, which can be another of these
  if (/[\u180B-\u180F]/.test(character)) return /\p{Script=Mongolian}/u.test(base);
  // how an emoji or an ideograph is drawn, and the digit of a keycap
  if (/[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u.test(character))
    return /[\p{Extended_Pictographic}\p{Script=Han}]/u.test(before) || (/[\d#*]/.test(before) && after === '\u20E3');
  return false;
}

/**
 * A name or another text without invisible characters that mean nothing where they are, by which two names would differ
 * that look the same. Joiners of words and of emoji, variants of ideographs, and flags keep theirs. A text of nothing else
 * stays, so that it can be refused by its own name. Takes linear time, since the length of the text is not known yet.
 */
export function withoutInvisible(value: string): string {
  if (!ignorable.test(value)) return value;
  const characters = [...value];
  let base = '';
  let isFlag = false;
  const kept = characters.filter((character, index) => {
    // the flag of a part of a country is a black flag and the letters of its code as tags
    isFlag = character === '\u{1F3F4}' || (isFlag && /[\u{E0020}-\u{E007F}]/u.test(character));
    const isVisible = !ignorable.test(character);
    if (isVisible && !mark.test(character)) base = character;
    const [before = '', after = ''] = [characters[index - 1], characters[index + 1]];
    return isVisible || isFlag || isMeaningful({ character, base, before, after });
  });
  const visible = kept.join('');
  return visible.trim() === '' ? value : visible;
}
