import { sql, type RawBuilder } from 'kysely';
import { inScopeById as nodesInScope } from '../../nodes/queries.ts';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { NodePosition } from '../commands/user-state.ts';

/** A node with its normalised code and name. */
export type ImportNode = NodePosition & { readonly codeKey: string; readonly nameKey: string };

export async function listNodesByCodeOrName(
  db: Db,
  scope: Scope,
  { codes, names }: { codes: readonly string[]; names: readonly string[] },
): Promise<ImportNode[]> {
  const selectNodes = (condition: RawBuilder<unknown>) => sql`
    select n.id, n.name, n.node_type as "nodeType", n.tpath, n.code_norm as "codeKey", n.name_norm as "nameKey" from nodes n
     where ${nodesInScope(scope)} and ${condition}`;
  // a union, because each part can use an index and an OR of both cannot
  return db.many(sql<ImportNode>`
    ${selectNodes(sql`n.code_norm = any(${[...codes]})`)} union ${selectNodes(sql`n.name_norm = any(${[...names]})`)}`);
}
