import { visibleTexts } from './visible-texts.ts';

/** The glossary of one language, `docs/glossary/<language>.md`. */
export type Glossary = {
  /** Words that no phrase may contain, with the word that is used instead. */
  readonly retired: readonly { readonly word: string; readonly instead: string }[];
  /** Phrases that are rightly the same as in English. */
  readonly sameAsEnglish: ReadonlySet<string>;
};

/** Longest sentence on a screen: in words, or in characters where a language writes without spaces. */
const longestSentence: Readonly<Record<string, { readonly words: number } | { readonly characters: number }>> = {
  en: { words: 20 },
  de: { words: 20 },
  nl: { words: 20 },
  fr: { words: 25 },
  it: { words: 25 },
  'ja-JP': { characters: 80 },
  'zh-CN': { characters: 50 },
};

/** Reads the tables under "Terms" (English, term, never) and the list under "Same as English". */
export function parseGlossary(markdown: string): Glossary {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*:?-/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .slice(1);
  const retired = rows.flatMap(([, , term = '', never = '']) =>
    never
      .split(/[,、，]/)
      .map((word) => word.trim())
      .filter((word) => word !== '' && word !== '–')
      .map((word) => ({ word, instead: term })),
  );
  const same = markdown.split(/^## Same as English$/m)[1] ?? '';
  return { retired, sameAsEnglish: new Set([...same.matchAll(/^- `(.+)`$/gm)].map((match) => match[1] ?? '')) };
}

/** Errors of style in one file of phrases: retired words, sentences over the limit, and English left untranslated. */
export function styleErrors(
  language: string,
  path: string,
  glossary: Glossary,
  phrases: ReadonlyMap<string, string>,
  english: ReadonlyMap<string, string>,
): string[] {
  const patterns = glossary.retired.map(({ word, instead }) => ({ pattern: patternOf(word), word, instead }));
  return [...phrases].flatMap(([key, phrase]) => {
    const texts = visibleTexts(phrase);
    const errors = patterns
      .filter(({ pattern }) => texts.some((text) => pattern.test(text)))
      .map(({ word, instead }) => `${path}: ${key} says “${word}”; the glossary has “${instead}”`);
    const long = texts.flatMap((text) => sentencesOf(text)).find((sentence) => isTooLong(language, sentence));
    if (long !== undefined) errors.push(`${path}: ${key} has a long sentence: ${long}`);
    if (
      language !== 'en' &&
      phrase === english.get(key) &&
      /\p{L}{2}/u.test(texts.join('')) &&
      !glossary.sameAsEnglish.has(phrase)
    )
      errors.push(`${path}: ${key} is the same as in English; translate it, or add it to the glossary`);
    return errors;
  });
}

/** A whole word in any case, a stem for `stem*`; anywhere in the text in scripts without spaces. */
function patternOf(word: string): RegExp {
  const escaped = RegExp.escape(word.replace(/\*$/, ''));
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return new RegExp(escaped, 'u');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}${word.endsWith('*') ? '' : '(?![\\p{L}\\p{N}])'}`, 'iu');
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?:;])\s|(?<=[。！？：；])/u);

function isTooLong(language: string, sentence: string): boolean {
  const limit = longestSentence[language];
  if (!limit) return false;
  return 'words' in limit
    ? sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length > limit.words
    : sentence.length > limit.characters;
}
