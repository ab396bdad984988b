import type { CellError } from '@storeward/contract/imports';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import type { DerivedBranch } from './kind.ts';

/** A branch with the rows of the file that name it. */
type BranchOfLines = Partial<Extract<DerivedBranch, { derived: unknown }> & { faults: readonly CellError[] }> & {
  readonly lines: readonly number[];
};

/** Assigns rows of the file to the records of their branches, or marks them as invalid. */
export async function assignBranches(
  db: Db,
  _scope: Scope,
  runId: string,
  branches: readonly BranchOfLines[],
): Promise<void> {
  await db.run(sql`
    update import_rows r
       set depends_on = coalesce(x.branch ->> 'dependsOn', r.depends_on), derived = coalesce(r.derived || (x.branch -> 'derived'), x.branch -> 'derived', r.derived), errors = x.branch -> 'faults'
      from (select branch, jsonb_array_elements_text(branch -> 'lines')::int as line
              from jsonb_array_elements(${JSON.stringify(branches)}::jsonb) branch) x
     where r.run_id = ${runId} and r.row = x.line`);
}

/** Deletes added rows below which every row is invalid, lowest first, so that no record is created for them. */
export async function dropUnusedRows(db: Db, _scope: Scope, runId: string): Promise<number> {
  let total = 0;
  for (;;) {
    const dropped = await db.run(sql`
      delete from import_rows d
       where d.run_id = ${runId} and d.row < 0 and d.outcome = 'created' and d.key not in
         (select r.depends_on from import_rows r where r.run_id = ${runId} and r.outcome is distinct from 'wrong')`);
    if (dropped === 0) return total;
    total += dropped;
  }
}
