import type { Scope } from '../api/src/platform/actor.ts';
import { build, type Db, type Query } from '../api/src/platform/database/db.ts';

/** A compiled statement with its parameters. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

type ScopeFields = Pick<Scope, 'orgId' | 'lo' | 'hi' | 'whole'>;

/** Captures the statements a query function would send, so that the baseline runs the same ones. */
export async function statementsOf(send: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const capture = (query: Query<unknown>) => {
    const { sql, parameters } = query.compile(build);
    statements.push({ text: sql, values: parameters });
  };
  await send({
    many: async (query) => (capture(query), []),
    first: async (query) => (capture(query), undefined),
    run: async (query) => (capture(query), 0),
    pipeline: capture,
    // oxlint-disable-next-line require-yield -- there are no rows here
    async *stream(query) {
      capture(query);
    },
  });
  return statements;
}

/** Scope of a whole organisation. For baselines only, which have no session; the product never creates one here. */
export const wholeScope = (orgId: string, path: string): Scope =>
  // checked without the brand, since a cast of the literal would hide a missing or misspelt property
  ({ orgId, lo: path, hi: `${path.slice(0, -1)}/`, whole: true }) satisfies ScopeFields as Scope;
