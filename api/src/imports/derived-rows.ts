import type { AuthenticatedTransaction } from '../platform/http/pipeline/context.ts';
import { holdsFormula } from './cell-errors.ts';
import type { Cells, DerivedLevels, LevelRow, NewRow, TableRow } from './kind.ts';
import { assignBranches } from './derived-row-queries.ts';
import { insertRows } from './row-queries.ts';
import type { TableHeader } from './table.ts';

/** Collects, while the file is read, the branches that its rows name, and the rows that other rows may name as above them. */
export function branchCollector({ branchOf, levelOf }: DerivedLevels) {
  const rowsByBranch = new Map<string, number[]>();
  const takenKeys = new Set<string>();
  const levelRows: LevelRow[] = [];
  return {
    rowsByBranch,
    takenKeys,
    levelRows,
    add(
      { row, cells }: TableRow,
      { key, dependsOn }: Pick<NewRow, 'key' | 'dependsOn'>,
      values: Cells,
      { known }: TableHeader,
    ): void {
      takenKeys.add(key);
      const level = levelOf(values);
      if (level) levelRows.push({ ...level, key, parentKey: dependsOn, branch: branchOf(values) });
      // a formula is refused, so no branch is created from it
      const branch = holdsFormula(cells, known) ? undefined : branchOf(values);
      if (branch === undefined) return;
      const rows = rowsByBranch.get(branch);
      if (rows) rows.push(row);
      else rowsByBranch.set(branch, [row]);
    },
  };
}

/** Adds rows for missing records of branches, and assigns the rows of the file to them; returns the number added. */
export async function insertDerivedRows(
  { db, actor }: Pick<AuthenticatedTransaction, 'db' | 'actor'>,
  runId: string,
  levels: DerivedLevels,
  { rowsByBranch, ...file }: Omit<ReturnType<typeof branchCollector>, 'add'>,
  { columns, known }: Pick<TableHeader, 'columns' | 'known'>,
): Promise<number> {
  if (rowsByBranch.size === 0) return 0;
  // a new record gets the most frequent spelling of its name
  const byFrequency = [...rowsByBranch].toSorted(([, one], [, other]) => other.length - one.length);
  const { rows, byBranch } = await levels.derive(
    { db, actor },
    byFrequency.map(([branch]) => branch),
    file,
  );
  const added: NewRow[] = rows.map((row, index) => ({
    ...row,
    row: index - rows.length,
    cells: columns.map((_, column) => {
      const filled = known.flatMap(([index, name]) => (index === column ? (row.derived[name] ?? []) : []));
      return filled[0] ?? '';
    }),
  }));
  const batchSize = 1_000;
  for (let from = 0; from < added.length; from += batchSize)
    await insertRows(db, actor.scope, runId, added.slice(from, from + batchSize));
  const branches = [...rowsByBranch].map(([branch, lines]) => ({ lines, ...byBranch.get(branch) }));
  for (let from = 0; from < branches.length; from += batchSize)
    await assignBranches(db, actor.scope, runId, branches.slice(from, from + batchSize));
  return added.length;
}
