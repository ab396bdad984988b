import { expect, test } from 'vitest';
import { parseGlossary, styleErrors } from './glossary.ts';
import { visibleTexts } from './visible-texts.ts';

const markdown = `# German

## Terms

| English | Term | Never |
|---|---|---|
| location | Standort | Ort, Orte |
| bulk change | Massenänderung | Sammel* |
| lock | sperren | – |

## Same as English

- \`Status\`
`;

const errorsOf = (phrase: string, { language = 'de', original = 'something else', text = markdown } = {}) =>
  styleErrors(language, 'de.json', parseGlossary(text), new Map([['a.b', phrase]]), new Map([['a.b', original]]));

test('shows a phrase as it is read: branches apart, placeholders and tags gone', () => {
  expect(
    visibleTexts('{count, plural, =0 {No <b>users</b>} one {# user of {name}} other {{shown} users of {name}}}!'),
  ).toEqual(['No users!', '… user of …!', '… users of …!']);
  expect(visibleTexts("It''s {x, select, a {{n, plural, one {one} other {many}}} other {none}}")).toEqual([
    "It's one",
    "It's many",
    "It's none",
  ]);
});

test.each([
  ['Kein Ort gefunden', 'Ort'],
  ['{count, plural, one {# Zeile} other {# ORTE}}', 'Orte'],
  ['Neue Sammeländerung', 'Sammel*'],
])('reports a retired word in any branch and case: %s', (phrase, word) => {
  expect(errorsOf(phrase)).toEqual([expect.stringMatching(`^de.json: a.b says “${word.replace('*', '\\*')}”`)]);
});

test.each(['Kein Standort gefunden', 'Sofort gelöscht', 'Vorort', '{Ort} gelöscht', 'Gesperrt – seit heute'])(
  'accepts %s',
  (phrase) => {
    expect(errorsOf(phrase)).toEqual([]);
  },
);

test('finds a retired word within a text that has no spaces', () => {
  const japanese = markdown.replace('Ort, Orte', '場所');
  expect(errorsOf('この場所はありません', { text: japanese })).toHaveLength(1);
});

test('reports a sentence that is too long for its language', () => {
  const words = (count: number) => `${'wort '.repeat(count - 1)}wort.`;
  expect(errorsOf(words(20))).toEqual([]);
  expect(errorsOf(words(21))).toEqual([expect.stringContaining('has a long sentence')]);
  expect(errorsOf(`${words(12)} ${words(12)}`)).toEqual([]);
  expect(errorsOf('字'.repeat(51), { language: 'zh-CN' })).toHaveLength(1);
});

test('reports a text that is still the English one, unless the glossary has it', () => {
  expect(errorsOf('Save', { original: 'Save' })).toEqual([expect.stringContaining('is the same as in English')]);
  expect(errorsOf('Status', { original: 'Status' })).toEqual([]);
  expect(errorsOf('{count} %', { original: '{count} %' })).toEqual([]);
});
