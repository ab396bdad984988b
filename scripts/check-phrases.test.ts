import { expect, test } from 'vitest';
import { mailFaults, others, phraseFaults } from './check-phrases.ts';
import { argumentsOf } from './phrases/arguments.ts';

type Words = Record<string, Record<string, unknown> | string>;

const english: Words = {
  users: {
    'users.list.title': 'User List',
    'users.list.count': '{count, plural, one {# user of {name}} other {# users of {name}}}',
  },
  errors: { 'errors.user.unknown': 'There is no such user.' },
};
const screen = "t('users.list.title'); t('users.list.count', { count, name });";

/** The faults of a made-up phrase book in which every language says the same but for what is changed in French. */
function faultsOf({
  en = english,
  fr = en,
  sources = screen,
  errorCodes = ['user.unknown'],
}: {
  en?: Words;
  fr?: Words;
  sources?: string;
  errorCodes?: string[];
}): string[] {
  const book = (words: Words): Map<string, string> =>
    new Map(
      Object.entries(words).map(([domain, phrases]) => [
        domain,
        typeof phrases === 'string' ? phrases : JSON.stringify(phrases, null, 2),
      ]),
    );
  const languages = new Map([
    ['en', book(en)],
    ...others.map((language): [string, Map<string, string>] => [language, book(language === 'fr' ? fr : en)]),
  ]);
  return phraseFaults({ languages, errorCodes, sources: new Map([['web/src/users/user-list.tsx', sources]]) });
}

test('a phrase book that is complete in all languages has nothing to mend', () => {
  expect(faultsOf({})).toEqual([]);
});

test('says so when there are no English phrases to measure by', () => {
  expect(faultsOf({ en: {} })).toEqual([
    'web/src/phrases/en: there are no phrases; they are the measure of all languages',
  ]);
});

test('names a language that is missing as a whole', () => {
  expect(faultsOf({ fr: {} })).toEqual(['web/src/phrases/fr: the language is missing as a whole']);
});

test('names a missing and a superfluous file', () => {
  const { users = {} } = english;
  expect(faultsOf({ fr: { users, shops: {} } })).toEqual([
    'web/src/phrases/fr/errors.json: the file is missing',
    'web/src/phrases/fr/shops.json: there is no such file in en; remove it',
  ]);
});

test('names a missing, a superfluous and an empty phrase', () => {
  const fr = { ...english, users: { 'users.list.title': ' ', 'users.list.hint': 'Astuce' } };
  expect(faultsOf({ fr })).toEqual([
    'web/src/phrases/fr/users.json: users.list.count is missing',
    'web/src/phrases/fr/users.json: users.list.hint is not in en; remove it',
    'web/src/phrases/fr/users.json: users.list.title is empty',
  ]);
});

test('names a placeholder that a translation lost, and one that it made up', () => {
  const fr = {
    ...english,
    users: { 'users.list.title': 'Liste', 'users.list.count': '{count, plural, other {# de {nom}}}' },
  };
  expect(faultsOf({ fr })).toEqual([
    'web/src/phrases/fr/users.json: users.list.count has {nom}, which en does not have',
    'web/src/phrases/fr/users.json: users.list.count lacks {name}',
  ]);
});

test('lets a language have other plural forms than English', () => {
  const fr = {
    ...english,
    users: {
      'users.list.title': 'Liste',
      'users.list.count': '{count, plural, one {# de {name}} many {# de {name}} other {# de {name}}}',
    },
  };
  expect(faultsOf({ fr })).toEqual([]);
});

test('lets a language count in words where English does not', () => {
  const en = { ...english, users: { 'users.list.title': 'List', 'users.list.count': '{count} of {name}' } };
  const fr = {
    ...english,
    users: { 'users.list.title': 'Liste', 'users.list.count': '{count, plural, one {une} other {#}} de {name}' },
  };
  expect(faultsOf({ en, fr })).toEqual([]);
});

test('names a phrase that stands twice, one in the wrong file, one that is no text, and unsound JSON', () => {
  const users = '{\n  "users.list.title": "A",\n  "users.list.title": "B",\n  "users.list.count": "{count}"\n}';
  expect(
    faultsOf({
      en: { ...english, users },
      fr: { ...english, users: { 'users.list.title': 'A', 'users.list.count': '{count}' } },
    }),
  ).toContain('web/src/phrases/en/users.json: users.list.title stands twice');
  expect(faultsOf({ fr: { ...english, users: { 'roles.list.title': 'Rôles', 'users.list.title': {} } } })).toEqual(
    expect.arrayContaining([
      'web/src/phrases/fr/users.json: roles.list.title belongs into roles.json',
      'web/src/phrases/fr/users.json: users.list.title is not text; keep the file flat',
    ]),
  );
  expect(faultsOf({ fr: { ...english, users: '{' } })).toContain('web/src/phrases/fr/users.json: not sound JSON');
});

test('names a refusal without a phrase, and a phrase without a refusal', () => {
  expect(faultsOf({ errorCodes: ['role.nameTaken'] })).toEqual([
    'web/src/phrases/en/errors.json: errors.user.unknown belongs to no refusal of contract/src/errors.ts; remove it',
    'web/src/phrases/en/errors.json: the refusal role.nameTaken has no phrase errors.role.nameTaken',
  ]);
});

test('lets the web app speak of errors that are no refusal, but only by their whole name', () => {
  const en = {
    ...english,
    errors: { 'errors.user.unknown': 'Unknown.', 'errors.offline': 'Offline.', 'errors.gone': 'Gone.' },
  };
  expect(faultsOf({ en, sources: `${screen} t(\`errors.\${code}\`); t('errors.offline');` })).toEqual([
    'web/src/phrases/en/errors.json: errors.gone belongs to no refusal of contract/src/errors.ts; remove it',
  ]);
});

test('names a phrase that nobody uses, and a use that has no phrase', () => {
  expect(faultsOf({ sources: "t('users.list.title'); t('users.list.hint');" })).toEqual([
    'web/src/phrases/en/users.json: users.list.count is used nowhere in web/src; remove it',
    'web/src/users/user-list.tsx: users.list.hint has no phrase; write it into web/src/phrases/en/users.json',
  ]);
});

test('counts a key in a table, and every key that a template begins, as used', () => {
  expect(faultsOf({ sources: "const row = { title: 'users.list.title' }; t(`users.list.${what}`);" })).toEqual([]);
});

test('reads what a phrase expects to be filled in', () => {
  expect(argumentsOf("Hello {name}, it''s '{literal}'")).toEqual(['name']);
  expect(argumentsOf('{n, plural, one {#} }')).toEqual(['n, plural', 'n, plural without "other"']);
  expect(argumentsOf('{a} {b')).toEqual(['a', 'an unclosed brace']);
  expect(argumentsOf('a} {b}')).toEqual(['a brace too many']);
});

test('the mails speak every language, and say the same in each', () => {
  const english = JSON.stringify({ 'mails.hello': 'Hello {name},', 'mails.last': 'Bye' }, null, 2);
  const all = new Map([['en', english], ...others.map((language): [string, string] => [language, english])]);
  expect(mailFaults(all)).toEqual([]);
  const french = JSON.stringify({ 'mails.hello': 'Bonjour', 'users.last': '' }, null, 2);
  expect(mailFaults(new Map([...all].filter(([language]) => language !== 'de')).set('fr', french))).toEqual([
    'api/src/mails/phrases/de.json: the file is missing',
    'api/src/mails/phrases/fr.json: mails.hello lacks {name}',
    'api/src/mails/phrases/fr.json: mails.last is missing',
    'api/src/mails/phrases/fr.json: users.last belongs into users.json',
    'api/src/mails/phrases/fr.json: users.last is empty',
    'api/src/mails/phrases/fr.json: users.last is not in en; remove it',
  ]);
});
