// Checks that processes of the release before can run on the tables of this one: node scripts/check-migrations.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSchema } from '../api/src/platform/database/schema/schema.ts';

/** Migrations up to this one are not judged: there was no release before them. */
const lastUnjudged = '0034-shifted-plans.sql';

export type Migration = { readonly name: string; readonly sql: string };

export type Release = {
  /** The number of the release that the migrations lead to. */
  readonly release: number;
  /** The names of the functions of the release. */
  readonly functions: readonly string[];
  readonly changelog: string;
};

/** A statement without its comments and string literals, in lower case; `comments` are those in front of it and in it. */
type Statement = { readonly text: string; readonly comments: string };

/** `isRemoval` if it is allowed once the release before does not use the object any more. */
type Violation = { readonly problem: string; readonly isRemoval?: boolean };

const name = String.raw`(?:if (?:not )?exists )?(?:only )?("[^"]+"|[\w.]+)`;
const created = new RegExp(String.raw`\bcreate (?:(?:temporary|temp|unlogged) )?table ${name}`, 'g');
const alteredTable = new RegExp(String.raw`\balter table ${name} (.*)`);
const createdIndex =
  /\bcreate (unique )?index (concurrently )?(?:(if not exists) )?(?:("[^"]+"|(?!on\b)\w+) )?on (?:only )?("[^"]+"|[\w.]+)/;

/** Comments and strings may contain anything; the bodies of `do` blocks are judged like other statements, their dynamic SQL is not. */
function statementsOf(sql: string): Statement[] {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
  const code = sql.replaceAll(/--.*|\/\*[^]*?\*\/|'(?:[^']|'')*'/g, blank);
  let start = 0;
  return code.split(';').map((part) => {
    const raw = sql.slice(start, start + part.length);
    start += part.length + 1;
    return {
      text: part.replaceAll(/\s+/g, ' ').trim().toLowerCase(),
      comments: (raw.match(/--.*/g) ?? []).join('\n'),
    };
  });
}

/** The actions of `alter table`, which commas outside parentheses separate. */
function actionsOf(text: string): string[] {
  let depth = 0;
  const actions = [''];
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
}

/** The names of tables and constraints that a migration makes. */
type Made = { readonly made: ReadonlySet<string>; readonly constraints: ReadonlySet<string> };

const waiting = 'every write to the table waits until it is done';
const unknownRule = 'the release before may write rows that it rejects';

/** What computes a value for each row, and so writes the table anew: only constants and the time of the transaction do not. */
const rewriting =
  /\bgenerated\b|^(?:big|small)?serial\b|\bdefault (?!(?:now|transaction_timestamp|statement_timestamp)\()[\w.]+\(/;

function columnViolations(action: string, table: string, earlier: readonly Statement[]): Violation[] {
  const changed = new RegExp(`^alter (?:column )?${name} (.*)`).exec(action);
  if (changed) {
    const [, column = '', change = ''] = changed;
    if (/^(?:set data )?type\b/.test(change)) return [{ problem: `changes the type of ${table}.${column}` }];
    if (change === 'drop default') return [{ problem: `drops the default of ${table}.${column}`, isRemoval: true }];
    if (change === 'set not null' && !isProvedNotNull(table, column, earlier))
      return [
        {
          problem: `sets ${table}.${column} to not null; add "check (${column} is not null) not valid", and validate it in a migration of a release before`,
        },
      ];
    return [];
  }
  const dropped = new RegExp(`^drop (?!constraint\\b)(?:column )?${name}`).exec(action)?.[1];
  if (dropped) return [{ problem: `drops the column ${table}.${dropped}`, isRemoval: true }];
  const added = new RegExp(`^add (?:column )?${name} (.*)`).exec(action);
  if (!added) return [];
  const [, column = '', definition = ''] = added;
  const isFilled = /\bdefault\b/.test(definition);
  return [
    ...(/\bnot null\b/.test(definition) && !isFilled && !rewriting.test(definition)
      ? [{ problem: `adds ${table}.${column} as not null without a default; the release before does not write it` }]
      : []),
    ...(rewriting.test(definition)
      ? [
          {
            problem: `adds ${table}.${column} with a value for each row: ${waiting}; add it empty, and fill it in parts`,
          },
        ]
      : []),
    ...(/\b(?:unique|primary key)\b/.test(definition)
      ? [{ problem: `adds ${table}.${column} with an index: ${waiting}; create the index as a statement of its own` }]
      : []),
  ];
}

function isProvedNotNull(table: string, column: string, earlier: readonly Statement[]): boolean {
  const actions = earlier.flatMap(({ text }) => {
    const [, altered, rest = ''] = alteredTable.exec(text) ?? [];
    return altered === table ? actionsOf(rest) : [];
  });
  return actions.some((action) => {
    const constraint = /^add constraint ("[^"]+"|\w+) check \((.*)\) not valid$/.exec(action);
    return constraint?.[2] === `${column} is not null` && actions.includes(`validate constraint ${constraint[1]}`);
  });
}

function alterationViolations(text: string, { made, constraints }: Made, earlier: readonly Statement[]): Violation[] {
  const [, table = '', rest = ''] = alteredTable.exec(text) ?? [];
  if (table === '' || made.has(table)) return [];
  const isNew = (constraint = '') => constraints.has(constraint);
  return actionsOf(rest).flatMap((action): Violation[] => {
    if (isNew(/^validate constraint ("[^"]+"|\w+)/.exec(action)?.[1]))
      return [
        { problem: `validates a constraint of ${table} that it adds: ${unknownRule}; validate it in the next release` },
      ];
    if (/^(?:rename|set schema)\b/.test(action)) return [{ problem: `renames ${table} or a part of it` }];
    if (/^add (?:constraint|check|foreign key|unique|primary key|exclude)\b/.test(action))
      return action.endsWith(' not valid')
        ? []
        : [
            {
              problem: `adds a constraint to ${table}: ${waiting}, and ${unknownRule}; add "not valid", and validate it in a migration of the next release`,
            },
          ];
    return columnViolations(action, table, earlier);
  });
}

function indexViolations(text: string, made: ReadonlySet<string>, changelog: string): Violation[] {
  const [found, unique, concurrently, ifNotExists, index = '', table = ''] = createdIndex.exec(text) ?? [];
  if (found === undefined || made.has(table)) return [];
  if (concurrently)
    return [{ problem: `creates ${index} concurrently, which the transaction of the migrations does not allow` }];
  if (unique) return [{ problem: `makes columns of ${table} unique: ${unknownRule}` }];
  if (ifNotExists && changelog.toLowerCase().includes(index.replaceAll('"', ''))) return [];
  return [
    {
      problem: `creates an index on ${table}: ${waiting}; write "if not exists", and name the index in CHANGELOG.md with the statement that creates it concurrently beforehand`,
    },
  ];
}

function removalViolations(text: string, made: ReadonlySet<string>, functions: readonly string[]): Violation[] {
  const [, kind = '', names = ''] =
    /\bdrop (table|type|domain|view|materialized view|sequence|schema|function|procedure) (?:if exists )?(.*)/.exec(
      text,
    ) ?? [];
  // a function that the release has is created again
  const kept = kind === 'function' ? functions : [...made];
  const dropped = names.replaceAll(/\([^)]*\)|\b(?:cascade|restrict)\b/g, '').split(',');
  return [
    ...dropped
      .map((one) => one.trim())
      .filter((one) => one !== '' && !kept.includes(one))
      .map((one) => ({ problem: `drops the ${kind} ${one}`, isRemoval: true })),
    ...(/\balter (?:type|domain|view|materialized view|sequence|function) .*\brename\b/.test(text)
      ? [{ problem: 'renames an object that the release before uses' }]
      : []),
  ];
}

const reasonAfter = (marker: string) => new RegExp(`^-- *${marker}: *\\S`, 'im');
const breaks = reasonAfter('breaks the release before');
const unusedSince = /^-- *unused since release (\d+): *\S/im;

/** How the comments of a statement excuse its violation, or what they lack. */
function remaining(
  { problem, isRemoval }: Violation,
  comments: string,
  file: string,
  { release, changelog }: Release,
): string[] {
  if (breaks.test(comments))
    return changelog.includes(file.replace('.sql', ''))
      ? []
      : [
          `${problem}, and CHANGELOG.md does not name ${file.replace('.sql', '')}; say there to stop all processes before`,
        ];
  const since = Number(unusedSince.exec(comments)?.[1]);
  if (isRemoval && since < release) return [];
  return [
    `${problem}; ${
      isRemoval
        ? `drop it in the release after the last use, below "-- unused since release ${release - 1}: …", or `
        : ''
    }write "-- breaks the release before: …" with the reason above the statement and name the migration in CHANGELOG.md`,
  ];
}

/** Every violation of the migrations after `judgedAfter`, with the way to mend it. */
export function migrationErrors(migrations: readonly Migration[], judgedAfter: string, release: Release): string[] {
  const earlier: Statement[] = [];
  return migrations.flatMap(({ name: file, sql }) => {
    const statements = statementsOf(sql);
    const made = new Set(statements.flatMap(({ text }) => [...text.matchAll(created)].map(([, table = '']) => table)));
    const constraints = new Set(
      statements.flatMap(({ text }) =>
        [...text.matchAll(/\badd constraint ("[^"]+"|\w+)/g)].map(([, constraint = '']) => constraint),
      ),
    );
    const errors = statements.flatMap(({ text, comments }) =>
      [
        ...alterationViolations(text, { made, constraints }, earlier),
        ...indexViolations(text, made, release.changelog),
        ...removalViolations(text, made, release.functions),
      ].flatMap((violation) => remaining(violation, comments, file, release)),
    );
    earlier.push(...statements);
    return file > judgedAfter ? errors.map((error) => `api/migrations/${file}: ${error}`) : [];
  });
}

if (import.meta.main) {
  const { release, steps, functions } = readSchema();
  const [, ...migrations] = steps;
  const errors = migrationErrors(migrations, lastUnjudged, {
    release,
    functions: functions.map((one) => one.name),
    changelog: readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8'),
  });
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
  else console.log(`migrations: ${migrations.filter((one) => one.name > lastUnjudged).length} judged`);
}
