import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { argumentsOf } from './phrases/arguments.ts';
import { parseGlossary, styleErrors } from './phrases/glossary.ts';
import { namedKeys, usesOf } from './phrases/uses.ts';

/** The source language, and the languages compared with it. */
export const sourceLanguage = 'en';
export const otherLanguages = ['fr', 'zh-CN', 'nl', 'ja-JP', 'it', 'de'] as const;

/** The phrase files of one language: domain to the raw text of its file. */
export type Language = ReadonlyMap<string, string>;

/** Input of the check: the files of every language, the error codes of the contract, and the sources of the web app. */
export type Phrasebook = {
  readonly languages: ReadonlyMap<string, Language>;
  readonly errorCodes: readonly string[];
  readonly sources: ReadonlyMap<string, string>;
};

/** The phrases of the mails: one file per language. */
export type MailPhrases = ReadonlyMap<string, string>;

const mailFolder = 'api/src/mails/phrases';
const glossaryFolder = 'docs/glossary';

/** Errors in the phrases of the mails: missing, unknown, empty or with other placeholders than the English ones. */
export function mailPhraseErrors(languages: MailPhrases): string[] {
  const errors: string[] = [];
  const path = (language: string) => `${mailFolder}/${language}.json`;
  const read = (language: string) => {
    const text = languages.get(language);
    if (text === undefined) errors.push(`${path(language)}: the file is missing`);
    return text === undefined ? undefined : parse(path(language), 'mails', text, errors);
  };
  const english = read(sourceLanguage) ?? new Map<string, string>();
  for (const language of otherLanguages) {
    const foreign = read(language);
    if (foreign) compareFile(path(language), english, foreign, errors);
  }
  return errors.sort();
}

/** Number of words from which a test names a phrase by its key; shorter texts are names of buttons and fields. */
const longPhrase = 4;

/** What a source quotes: strings, templates without values, and regular expressions without their anchors. */
const quotedTexts = (source: string): string[] =>
  [
    ...source.matchAll(
      /'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`$]*)`|(?<=[(,=:|]\s*)\/\^?((?:[^/\\\n[*]|\\.)+?)\$?\/[a-z]*(?=[,)\s])/g,
    ),
  ].map(([, single, double, template, pattern]) => {
    return single?.replaceAll("\\'", "'") ?? double ?? template ?? pattern?.replaceAll(/\\(?=\W)/g, '') ?? '';
  });

/** The words of a text; numbers, such as those of an example, are none. */
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => /\p{L}/u.test(word));

/** Errors of tests that quote a phrase, or a part of one, that the specification does not fix: they would stop its wording from changing. */
export function copiedPhraseErrors(
  english: Language,
  fixedTexts: ReadonlySet<string>,
  tests: ReadonlyMap<string, string>,
): string[] {
  const phrases = [...english].flatMap(([domain, text]) => [...parse(file(sourceLanguage, domain), domain, text, [])]);
  const isFixed = (text: string) => [...fixedTexts].some((fixed) => fixed.includes(text));
  return [...tests].flatMap(([path, source]) =>
    [...new Set(quotedTexts(source))].flatMap((text) => {
      if (wordsOf(text).length < longPhrase || isFixed(text)) return [];
      const keys = phrases.filter(([, phrase]) => phrase.includes(text.trim())).map(([key]) => key);
      return keys.length > 0
        ? [`${path}: “${text}” is text of ${keys.join(' or ')}; use phrase(key) or containing(key)`]
        : [];
    }),
  );
}

type Phrases = ReadonlyMap<string, string>;

/** Errors in the phrases of the web app: missing, unknown, empty, unused, or with other placeholders than the English ones. */
export function phraseErrors({ languages, errorCodes, sources }: Phrasebook): string[] {
  const errors: string[] = [];
  const read = (language: string): Map<string, Phrases> =>
    new Map(
      [...(languages.get(language) ?? [])].map(([domain, text]) => [
        domain,
        parse(file(language, domain), domain, text, errors),
      ]),
    );

  const english = read(sourceLanguage);
  if (english.size === 0)
    return [`web/src/phrases/${sourceLanguage}: no phrases; English is the source of all languages`];
  for (const language of otherLanguages) compare(language, english, read(language), errors);

  const known = new Set([...english.values()].flatMap((phrases) => [...phrases.keys()]));
  for (const code of errorCodes) {
    if (!known.has(`errors.${code}`))
      errors.push(`${file(sourceLanguage, 'errors')}: the error ${code} has no phrase errors.${code}`);
  }
  const codes = new Set(errorCodes.map((code) => `errors.${code}`));
  const { complete, prefixes } = usesOf(sources);
  for (const key of known) {
    if (codes.has(key) || complete.has(key)) continue;
    if (key.startsWith('errors.')) {
      errors.push(`${fileOf(key)}: ${key} belongs to no error of contract/src/errors.ts; remove it`);
    } else if (!prefixes.some((beginning) => key.startsWith(beginning))) {
      errors.push(`${fileOf(key)}: ${key} is not used in web/src; remove it`);
    }
  }
  for (const [path, source] of sources) {
    for (const key of namedKeys(source))
      if (!known.has(key)) errors.push(`${path}: ${key} has no phrase; add it to ${fileOf(key)}`);
  }
  return errors.sort();
}

function parse(path: string, domain: string, text: string, errors: string[]): Phrases {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    errors.push(`${path}: invalid JSON`);
    return new Map();
  }
  const phrases = new Map<string, string>();
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    errors.push(`${path}: must be one flat object of key and phrase`);
    return phrases;
  }
  for (const [key, phrase] of Object.entries(content)) {
    if (typeof phrase !== 'string') errors.push(`${path}: ${key} is not text; keep the file flat`);
    else if (phrase.trim() === '') errors.push(`${path}: ${key} is empty`);
    if (!key.startsWith(`${domain}.`)) errors.push(`${path}: ${key} belongs to ${basename(fileOf(key))}`);
    phrases.set(key, typeof phrase === 'string' ? phrase : '');
  }
  const written = [...text.matchAll(/^\s*\{?\s*"((?:[^"\\]|\\.)+)"\s*:/gm)].map((match) => match[1] ?? '');
  for (const key of new Set(written.filter((word, index) => written.indexOf(word) !== index))) {
    errors.push(`${path}: ${key} is defined twice`);
  }
  return phrases;
}

function compare(
  language: string,
  english: ReadonlyMap<string, Phrases>,
  foreign: ReadonlyMap<string, Phrases>,
  errors: string[],
): void {
  if (foreign.size === 0) {
    errors.push(`web/src/phrases/${language}: the language is missing`);
    return;
  }
  for (const domain of foreign.keys()) {
    if (!english.has(domain))
      errors.push(`${file(language, domain)}: there is no such file in ${sourceLanguage}; remove it`);
  }
  for (const [domain, originals] of english) {
    const path = file(language, domain);
    const translations = foreign.get(domain);
    if (!translations) {
      errors.push(`${path}: the file is missing`);
      continue;
    }
    compareFile(path, originals, translations, errors);
  }
}

function compareFile(path: string, originals: Phrases, translations: Phrases, errors: string[]): void {
  for (const key of translations.keys())
    if (!originals.has(key)) errors.push(`${path}: ${key} is not in ${sourceLanguage}; remove it`);
  for (const [key, original] of originals) {
    const translation = translations.get(key);
    if (translation === undefined) errors.push(`${path}: ${key} is missing`);
    else if (translation.trim() !== '') sameArguments(path, key, original, translation, errors);
  }
}

function sameArguments(path: string, key: string, original: string, translation: string, errors: string[]): void {
  const [due, found] = [argumentsOf(original), argumentsOf(translation)].map((names) => names.map(byName)) as [
    string[],
    string[],
  ];
  for (const argument of due) if (!found.includes(argument)) errors.push(`${path}: ${key} lacks {${argument}}`);
  for (const argument of found)
    if (!due.includes(argument))
      errors.push(`${path}: ${key} has {${argument}}, which ${sourceLanguage} does not have`);
}

/** Languages differ in plural forms, so a plural is compared by its placeholder's name only. */
function byName(argument: string): string {
  return argument.replace(/, (?:plural|selectordinal)$/, '');
}

function file(language: string, domain: string): string {
  return `web/src/phrases/${language}/${domain}.json`;
}

function fileOf(key: string): string {
  return file(sourceLanguage, key.split('.')[0] ?? key);
}

/** Errors of style in the phrases of the web app and of the mails, by the glossary of each language. */
export function glossaryErrors(
  glossaries: ReadonlyMap<string, string>,
  { languages }: Pick<Phrasebook, 'languages'>,
  mails: MailPhrases,
): string[] {
  return [sourceLanguage, ...otherLanguages].flatMap((language) => {
    const markdown = glossaries.get(language);
    if (markdown === undefined) return [`${glossaryFolder}/${language}.md: the glossary is missing`];
    const glossary = parseGlossary(markdown);
    if (glossary.retired.length === 0) return [`${glossaryFolder}/${language}.md: the table of terms is missing`];
    const files = [
      ...[...(languages.get(language) ?? [])].map(([domain, text]) => ({
        path: file(language, domain),
        text,
        english: languages.get(sourceLanguage)?.get(domain),
      })),
      { path: `${mailFolder}/${language}.json`, text: mails.get(language), english: mails.get(sourceLanguage) },
    ];
    return files.flatMap(({ path, text = '{}', english = '{}' }) =>
      styleErrors(language, path, glossary, parse(path, '', text, []), parse(path, '', english, [])),
    );
  });
}

/** Reads phrases, error codes and sources from the project's folder. */
async function readPhrasebook(root: string): Promise<Phrasebook> {
  const folder = join(root, 'web/src/phrases');
  const languages = new Map(
    [sourceLanguage, ...otherLanguages]
      .filter((language) => existsSync(join(folder, language)))
      .map((language) => [language, readLanguage(join(folder, language))]),
  );
  const { errors } = await import('../contract/src/errors.ts');
  const sources = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path): [string, string] => [join('web/src', path), readFileSync(join(root, 'web/src', path), 'utf8')]);
  sources.push(['web/login.html', readFileSync(join(root, 'web/login.html'), 'utf8')]);
  return { languages, errorCodes: Object.keys(errors), sources: new Map(sources) };
}

/** The sources of the tests of the web app and of the browser tests, but for the list of fixed texts. */
function readTests(root: string): Map<string, string> {
  const browserTests = readdirSync(join(root, 'e2e')).map((name) => join('e2e', name));
  const webTests = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join('web/src', name));
  const paths = [...browserTests, ...webTests].filter(
    (path) => path !== 'e2e/quoted-messages.ts' && /\.tsx?$/.test(path),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function readFolder(folder: string, extension: string): Language {
  const files = readdirSync(folder).filter((name) => name.endsWith(extension));
  return new Map(files.map((name) => [basename(name, extension), readFileSync(join(folder, name), 'utf8')]));
}

const readLanguage = (folder: string): Language => readFolder(folder, '.json');

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const book = await readPhrasebook(root);
  const mails = readLanguage(join(root, mailFolder));
  const glossaries = readFolder(join(root, glossaryFolder), '.md');
  const { quotedMessages } = await import('../e2e/quoted-messages.ts');
  const fixedTexts = new Set(quotedMessages.map(({ text }) => text));
  const errors = [
    ...phraseErrors(book),
    ...mailPhraseErrors(mails),
    ...glossaryErrors(glossaries, book, mails),
    ...copiedPhraseErrors(book.languages.get(sourceLanguage) ?? new Map(), fixedTexts, readTests(root)),
  ];
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
  else console.log(`phrases: ${book.languages.size} languages, ${book.errorCodes.length} errors, nothing missing`);
}
