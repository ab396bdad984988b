import { describe, expect, test } from 'vitest';
import {
  copiedPhraseErrors,
  glossaryErrors,
  mailPhraseErrors,
  otherLanguages,
  phraseErrors,
  sourceLanguage,
} from './check-phrases.ts';
import { argumentsOf } from './phrases/arguments.ts';

type PhraseFiles = Record<string, Record<string, unknown> | string>;

const english: PhraseFiles = {
  users: {
    'users.list.title': 'User List',
    'users.list.count': '{count, plural, one {# user of {name}} other {# users of {name}}}',
  },
  errors: { 'errors.user.unknown': 'There is no such user.' },
};
const screen = "t('users.list.title'); t('users.list.count', { count, name });";

/** The errors of an invented phrase book in which all languages are equal except for the given changes in French. */
function errorsOf({
  en = english,
  fr = en,
  sources = screen,
  errorCodes = ['user.unknown'],
}: {
  en?: PhraseFiles;
  fr?: PhraseFiles;
  sources?: string;
  errorCodes?: string[];
}): string[] {
  const book = (words: PhraseFiles): Map<string, string> =>
    new Map(
      Object.entries(words).map(([domain, phrases]) => [
        domain,
        typeof phrases === 'string' ? phrases : JSON.stringify(phrases, null, 2),
      ]),
    );
  const languages = new Map([
    ['en', book(en)],
    ...otherLanguages.map((language): [string, Map<string, string>] => [language, book(language === 'fr' ? fr : en)]),
  ]);
  return phraseErrors({ languages, errorCodes, sources: new Map([['web/src/users/user-list.tsx', sources]]) });
}

test('reports nothing for phrases that are complete in all languages', () => {
  expect(errorsOf({})).toEqual([]);
});

test('reports missing English phrases', () => {
  expect(errorsOf({ en: {} })).toEqual(['web/src/phrases/en: no phrases; English is the source of all languages']);
});

test('reports a missing language', () => {
  expect(errorsOf({ fr: {} })).toEqual(['web/src/phrases/fr: the language is missing']);
});

test('reports a missing and an unknown file', () => {
  const { users = {} } = english;
  expect(errorsOf({ fr: { users, shops: {} } })).toEqual([
    'web/src/phrases/fr/errors.json: the file is missing',
    'web/src/phrases/fr/shops.json: there is no such file in en; remove it',
  ]);
});

test('reports a missing, an unknown and an empty phrase', () => {
  const fr = { ...english, users: { 'users.list.title': ' ', 'users.list.hint': 'Astuce' } };
  expect(errorsOf({ fr })).toEqual([
    'web/src/phrases/fr/users.json: users.list.count is missing',
    'web/src/phrases/fr/users.json: users.list.hint is not in en; remove it',
    'web/src/phrases/fr/users.json: users.list.title is empty',
  ]);
});

test('reports a missing and an unknown placeholder of a translation', () => {
  const fr = {
    ...english,
    users: { 'users.list.title': 'Liste', 'users.list.count': '{count, plural, other {# de {nom}}}' },
  };
  expect(errorsOf({ fr })).toEqual([
    'web/src/phrases/fr/users.json: users.list.count has {nom}, which en does not have',
    'web/src/phrases/fr/users.json: users.list.count lacks {name}',
  ]);
});

test('accepts other plural forms than those of English', () => {
  const fr = {
    ...english,
    users: {
      'users.list.title': 'Liste',
      'users.list.count': '{count, plural, one {# de {name}} many {# de {name}} other {# de {name}}}',
    },
  };
  expect(errorsOf({ fr })).toEqual([]);
});

test('accepts a plural where English has a plain placeholder', () => {
  const en = { ...english, users: { 'users.list.title': 'List', 'users.list.count': '{count} of {name}' } };
  const fr = {
    ...english,
    users: { 'users.list.title': 'Liste', 'users.list.count': '{count, plural, one {une} other {#}} de {name}' },
  };
  expect(errorsOf({ en, fr })).toEqual([]);
});

test('names a phrase that is defined twice, one in the wrong file, one that is no text, and unsound JSON', () => {
  const users = '{\n  "users.list.title": "A",\n  "users.list.title": "B",\n  "users.list.count": "{count}"\n}';
  expect(
    errorsOf({
      en: { ...english, users },
      fr: { ...english, users: { 'users.list.title': 'A', 'users.list.count': '{count}' } },
    }),
  ).toContain('web/src/phrases/en/users.json: users.list.title is defined twice');
  expect(errorsOf({ fr: { ...english, users: { 'roles.list.title': 'Rôles', 'users.list.title': {} } } })).toEqual(
    expect.arrayContaining([
      'web/src/phrases/fr/users.json: roles.list.title belongs to roles.json',
      'web/src/phrases/fr/users.json: users.list.title is not text; keep the file flat',
    ]),
  );
  expect(errorsOf({ fr: { ...english, users: '{' } })).toContain('web/src/phrases/fr/users.json: invalid JSON');
});

test('reports an error without a phrase and a phrase without an error', () => {
  expect(errorsOf({ errorCodes: ['role.nameTaken'] })).toEqual([
    'web/src/phrases/en/errors.json: errors.user.unknown belongs to no error of contract/src/errors.ts; remove it',
    'web/src/phrases/en/errors.json: the error role.nameTaken has no phrase errors.role.nameTaken',
  ]);
});

test('accepts error phrases of the browser itself if they are used by their whole key', () => {
  const en = {
    ...english,
    errors: { 'errors.user.unknown': 'Unknown.', 'errors.offline': 'Offline.', 'errors.gone': 'Gone.' },
  };
  expect(errorsOf({ en, sources: `${screen} t(\`errors.\${code}\`); t('errors.offline');` })).toEqual([
    'web/src/phrases/en/errors.json: errors.gone belongs to no error of contract/src/errors.ts; remove it',
  ]);
});

test('reports an unused phrase and a used key without a phrase', () => {
  expect(errorsOf({ sources: "t('users.list.title'); t('users.list.hint');" })).toEqual([
    'web/src/phrases/en/users.json: users.list.count is not used in web/src; remove it',
    'web/src/users/user-list.tsx: users.list.hint has no phrase; add it to web/src/phrases/en/users.json',
  ]);
});

test('counts keys in tables and keys that start with a template prefix as used', () => {
  expect(errorsOf({ sources: "const row = { title: 'users.list.title' }; t(`users.list.${what}`);" })).toEqual([]);
});

test('lists the placeholders of a phrase', () => {
  expect(argumentsOf("Hello {name}, it''s '{literal}'")).toEqual(['name']);
  expect(argumentsOf('{n, plural, one {#} }')).toEqual(['n, plural', 'n, plural without "other"']);
  expect(argumentsOf('{a} {b')).toEqual(['a', 'an unclosed brace']);
  expect(argumentsOf('a} {b}')).toEqual(['a brace too many']);
});

test('reports differences between the languages of the mails', () => {
  const english = JSON.stringify({ 'mails.hello': 'Hello {name},', 'mails.last': 'Bye' }, null, 2);
  const all = new Map([['en', english], ...otherLanguages.map((language): [string, string] => [language, english])]);
  expect(mailPhraseErrors(all)).toEqual([]);
  const french = JSON.stringify({ 'mails.hello': 'Bonjour', 'users.last': '' }, null, 2);
  expect(mailPhraseErrors(new Map([...all].filter(([language]) => language !== 'de')).set('fr', french))).toEqual([
    'api/src/mails/phrases/de.json: the file is missing',
    'api/src/mails/phrases/fr.json: mails.hello lacks {name}',
    'api/src/mails/phrases/fr.json: mails.last is missing',
    'api/src/mails/phrases/fr.json: users.last belongs to users.json',
    'api/src/mails/phrases/fr.json: users.last is empty',
    'api/src/mails/phrases/fr.json: users.last is not in en; remove it',
  ]);
});

test('every language needs a glossary, which is applied to the portal and to the mails', () => {
  const terms = '| English | Term | Never |\n|---|---|---|\n| store | store | shop |\n';
  const languages = new Map([sourceLanguage, ...otherLanguages].map((name) => [name, new Map<string, string>()]));
  languages.set('en', new Map([['nodes', '{"nodes.open":"Open shop"}']]));
  const glossaries = new Map([...languages.keys()].filter((name) => name !== 'it').map((name) => [name, terms]));
  glossaries.set('nl', '# Dutch');
  expect(glossaryErrors(glossaries, { languages }, new Map([['en', '{"mails.hello":"Shop"}']]))).toEqual([
    'web/src/phrases/en/nodes.json: nodes.open says “shop”; the glossary has “store”',
    'api/src/mails/phrases/en.json: mails.hello says “shop”; the glossary has “store”',
    'docs/glossary/nl.md: the table of terms is missing',
    'docs/glossary/it.md: the glossary is missing',
  ]);
});

describe('a test names a long phrase by its key', () => {
  const phrases = new Map([['users', JSON.stringify({ 'users.list.empty': 'No users yet. Create one.' })]]);
  const errors = (source: string, fixed: string[] = []) =>
    copiedPhraseErrors(phrases, new Set(fixed), new Map([['e2e/users.spec.ts', source]]));

  test.each([
    "getByText('No users yet. Create one.')",
    "const text = 'No users yet. Create one.';",
    'isEmpty ? text : `No users yet. Create one.`',
    '<List empty="No users yet. Create one." />',
    "getByText('No users yet. Create one')",
    'getByText(/^No users yet\\. Create one/)',
    "getByText('users yet. Create one')",
  ])('not as %s', (source) => {
    expect(errors(source)).toEqual([
      expect.stringContaining('is text of users.list.empty; use phrase(key) or containing(key)'),
    ]);
  });

  test('unless the specification fixes it', () => {
    expect(errors("getByText(phrase('users.list.empty'))")).toEqual([]);
    expect(errors("getByText('No users yet. Create one.')", ['No users yet. Create one.'])).toEqual([]);
  });
});
