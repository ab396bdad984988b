import { expect, test } from 'vitest';
import { decisionErrors, decisionIndex } from './check-decisions.ts';

const decision = (number: string, head: string) =>
  [`${number}-a-decision.md`, `# ${number} A decision\n\n**Date** 2026-11-21 · ${head}\n\n## Context\n`] as const;

/** The decisions with the index that belongs to them. */
const withIndex = (...decisions: readonly (readonly [file: string, text: string])[]) => {
  const files = new Map(decisions);
  return files.set('README.md', decisionIndex(files));
};

const old = (label: string) =>
  decision('0001', `**Supersedes** nothing · ${label} [0002](0002-a-decision.md), its list`);
const successor = decision('0002', '**Supersedes** the list\nof 0001 · **Extends** 0003');

test.for(['**Superseded by**', '**Superseded in part by**'])(
  'accepts two decisions that name each other: %s',
  (label) => {
    expect(decisionErrors(withIndex(old(label), successor))).toEqual([]);
  },
);

test('refuses an index that is out of date', () => {
  const files = withIndex(successor, old('**Superseded by**'));
  files.set(...decision('0003', '**Supersedes** nothing'));
  expect(decisionErrors(files)).toEqual(['README.md: is out of date; run scripts/check-decisions.ts --write']);
});

test('refuses a successor that is no decision', () => {
  expect(decisionErrors(withIndex(old('**Superseded by**')))).toEqual([
    '0001-a-decision.md: is superseded by 0002, which is no decision',
  ]);
});

test('refuses a successor that does not name the decision', () => {
  expect(
    decisionErrors(withIndex(old('**Superseded in part by**'), decision('0002', '**Supersedes** nothing'))),
  ).toEqual(['0002-a-decision.md: name 0001 after **Supersedes**, since 0001 is superseded by it']);
});

test('refuses a superseded decision that does not name its successor', () => {
  expect(decisionErrors(withIndex(decision('0001', '**Supersedes** nothing'), successor))).toEqual([
    '0001-a-decision.md: name 0002 after **Superseded by** or **Superseded in part by**',
  ]);
});

test('refuses a heading with another number than the file', () => {
  const [, text] = decision('0001', '**Supersedes** nothing');
  expect(decisionErrors(withIndex(['0002-a-decision.md', text]))).toEqual([
    '0002-a-decision.md: the heading must be "# 0002 <title>"',
  ]);
});

test('lists each decision with its title and status', () => {
  const files = withIndex(old('**Superseded in part by**'), successor, ['0000-template.md', '# 0000 Title']);
  expect(files.get('README.md')).toContain(
    [
      '| 0001 | [A decision](0001-a-decision.md) | in force, in part superseded by [0002](0002-a-decision.md) |',
      '| 0002 | [A decision](0002-a-decision.md) | in force |',
    ].join('\n'),
  );
  expect(files.get('README.md')).not.toContain('Title]');
});
