import type { Scope } from '../api/src/platform/actor.ts';
import { build, type Db, type Question } from '../api/src/platform/db.ts';

/** A statement as it goes to the database. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** The statements that a query would send, taken down instead of sent: the yardstick runs the very same. */
export async function statementsOf(ask: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const taken: Statement[] = [];
  const note = (question: Question<unknown>) => {
    const { sql, parameters } = question.compile(build);
    taken.push({ text: sql, values: parameters });
  };
  await ask({
    many: async (question) => (note(question), []),
    first: async (question) => (note(question), undefined),
    run: async (question) => (note(question), 0),
    send: note,
  });
  return taken;
}

/** The scope of all of an organisation. Only for yardsticks, which bring no session: the product never makes one here. */
export const wholeScope = (orgId: string, path: string): Scope =>
  ({ orgId, lo: path, hi: `${path.slice(0, -1)}/`, whole: true }) as unknown as Scope;
