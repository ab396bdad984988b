import { appendFileSync } from 'node:fs';
import type { CompiledQuery, OperationNode } from 'kysely';
import { inject } from 'vitest';
import { observeResults } from '../src/platform/database/db.ts';
import { differencesOfColumn, differencesOfRows } from './statement-comparison.ts';
import type { TypedTemplate } from './statement-types.ts';

// Importing this file compares the results of all typed `sql` templates with their types.

const templates = Map.groupBy(inject('typedTemplates'), ({ fragments }) => fragments.join('\0'));
const templatesByIdentity = new WeakMap<readonly string[], readonly TypedTemplate[]>();
const differences = new Set<string>();
const seenLocations = new Set<string>();

observeResults(({ query }: CompiledQuery, result) => {
  for (const template of templatesOf(query)) {
    if (!template.columns) continue;
    see(template);
    report(template, differencesOfRows(template.columns, result));
  }
  for (const [column, expression] of selectedExpressions(query))
    for (const template of templatesOf(expression)) {
      if (!template.value) continue;
      see(template);
      report(template, differencesOfColumn(column, template.value, result));
    }
});

function report({ location }: TypedTemplate, found: readonly string[]): void {
  for (const difference of found) differences.add(`${location}: ${difference}`);
}

/** Throws if results differed from their types since the last call. */
export function failOnDifferences(): void {
  if (differences.size === 0) return;
  const found = [...differences].join('\n');
  differences.clear();
  throw new Error(`results of SQL that differ from their types:\n${found}`);
}

/** Records that a test ran the template, for the check that every statement has such a test. */
function see({ location }: TypedTemplate): void {
  const file = process.env['STATEMENTS_SEEN'];
  if (file && !seenLocations.has(location)) appendFileSync(file, `${location}\n`);
  seenLocations.add(location);
}

/** The typed templates with the texts of this node; several, if the same text is written more than once. */
function templatesOf(node: OperationNode): readonly TypedTemplate[] {
  if (!('sqlFragments' in node)) return [];
  const fragments = node.sqlFragments as readonly string[];
  const known = templatesByIdentity.get(fragments) ?? templates.get(fragments.join('\0')) ?? [];
  templatesByIdentity.set(fragments, known);
  return known;
}

type Selecting = { selections?: readonly { selection: { node?: OperationNode; alias?: { name?: string } } }[] };

/** The selected expressions of a built query, with the names of their columns. */
function selectedExpressions(query: OperationNode): [string, OperationNode][] {
  const { selections = [], returning } = query as Selecting & { returning?: Selecting };
  return [...selections, ...(returning?.selections ?? [])].flatMap(({ selection: { node, alias } }) =>
    node && alias?.name ? [[alias.name, node]] : [],
  );
}
