import type { NodeType } from '@storeward/contract/access';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { inScopeById } from '../queries.ts';

type NamedChild = {
  readonly id: string;
  readonly parentId: string;
  readonly code: string;
  readonly name: string;
  readonly nameKey: string;
};

/** The children of these nodes that have one of these normalised names. */
export async function listChildrenByName(
  db: Db,
  scope: Scope,
  {
    parentIds,
    nameKeys,
    nodeType,
  }: { readonly parentIds: readonly string[]; readonly nameKeys: readonly string[]; readonly nodeType: NodeType },
): Promise<NamedChild[]> {
  if (parentIds.length === 0) return [];
  return db.many(sql<NamedChild>`
    select n.id, n.parent_id as "parentId", n.code, n.name, n.name_norm as "nameKey" from nodes n
     where ${inScopeById(scope)} and n.parent_id = any(${[...parentIds]}) and n.node_type = ${nodeType}
       and n.name_norm = any(${[...nameKeys]})`);
}
