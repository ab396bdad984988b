// Compares docs/decisions/README.md with the decisions, and their heads with each other; --write writes the index.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A decision by its number, with the numbers that its head names. */
type Decision = {
  readonly number: string;
  readonly file: string;
  readonly title: string;
  readonly supersedes: readonly string[];
  /** Those that replace all of it, and those that replace a part. */
  readonly supersededBy: readonly string[];
  readonly supersededInPartBy: readonly string[];
};

const labels = {
  supersedes: '**Supersedes**',
  supersededBy: '**Superseded by**',
  supersededInPartBy: '**Superseded in part by**',
} as const;

/** Reads the heading and the head, which is the paragraph below it. */
function decisionOf(file: string, text: string): Decision {
  const [heading = '', head = ''] = text.split('\n\n');
  const [, number = '', title = ''] = /^# (\d{4}) (.+)$/.exec(heading) ?? [];
  const parts = head.replaceAll('\n', ' ').split(' · ');
  const numbersAt = (label: string) => [
    ...new Set(parts.flatMap((part) => (part.startsWith(label) ? (part.match(/\b\d{4}\b/g) ?? []) : []))),
  ];
  return {
    number,
    file,
    title,
    supersedes: numbersAt(labels.supersedes),
    supersededBy: numbersAt(labels.supersededBy),
    supersededInPartBy: numbersAt(labels.supersededInPartBy),
  };
}

/** The decisions of a folder, by the text of each file. */
const decisionsOf = (files: ReadonlyMap<string, string>): Decision[] =>
  [...files]
    .filter(([file]) => /^\d{4}-.+\.md$/.test(file) && !file.startsWith('0000-'))
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([file, text]) => decisionOf(file, text));

/** The index of all decisions with the status of each. */
export function decisionIndex(files: ReadonlyMap<string, string>): string {
  const decisions = decisionsOf(files);
  const links = (numbers: readonly string[]) =>
    numbers.map((number) => `[${number}](${decisions.find((one) => one.number === number)?.file ?? ''})`).join(', ');
  const status = ({ supersededBy, supersededInPartBy }: Decision) => {
    if (supersededBy.length > 0) return `superseded by ${links(supersededBy)}`;
    return supersededInPartBy.length > 0 ? `in force, in part superseded by ${links(supersededInPartBy)}` : 'in force';
  };
  return [
    '# Decisions',
    '',
    'Written by `node_modules/.bin/node scripts/check-decisions.ts --write` from the heads of the decisions.',
    '',
    '| Number | Title | Status |',
    '|---|---|---|',
    ...decisions.map((decision) => {
      const { number, file, title } = decision;
      return `| ${number} | [${title.replaceAll('|', '\\|')}](${file}) | ${status(decision)} |`;
    }),
    '',
  ].join('\n');
}

/** Every contradiction between two decisions, and between them and the index, with the way to mend it. */
export function decisionErrors(files: ReadonlyMap<string, string>): string[] {
  const decisions = decisionsOf(files);
  const byNumber = new Map(decisions.map((decision) => [decision.number, decision]));
  const errors = decisions.flatMap(({ number, file, supersedes, supersededBy, supersededInPartBy }) => [
    ...(file.startsWith(`${number}-`) ? [] : [`${file}: the heading must be "# ${file.slice(0, 4)} <title>"`]),
    ...[...supersededBy, ...supersededInPartBy].flatMap((other) => {
      const successor = byNumber.get(other);
      if (!successor) return [`${file}: is superseded by ${other}, which is no decision`];
      return successor.supersedes.includes(number)
        ? []
        : [`${successor.file}: name ${number} after ${labels.supersedes}, since ${number} is superseded by it`];
    }),
    ...supersedes.flatMap((other) => {
      const predecessor = byNumber.get(other);
      if (!predecessor) return [`${file}: supersedes ${other}, which is no decision`];
      return [...predecessor.supersededBy, ...predecessor.supersededInPartBy].includes(number)
        ? []
        : [`${predecessor.file}: name ${number} after ${labels.supersededBy} or ${labels.supersededInPartBy}`];
    }),
  ]);
  const isCurrent = files.get('README.md') === decisionIndex(files);
  return isCurrent ? errors : [...errors, 'README.md: is out of date; run scripts/check-decisions.ts --write'];
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../docs/decisions');
  const read = () =>
    new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const));
  if (process.argv.includes('--write')) writeFileSync(join(folder, 'README.md'), decisionIndex(read()));
  const errors = decisionErrors(read());
  for (const error of errors) console.error(`docs/decisions/${error}`);
  if (errors.length > 0) process.exitCode = 1;
  else console.log('decisions: index and heads agree');
}
