import type { NodeType } from '@storeward/contract/access';
import type { NodeInput } from '@storeward/contract/nodes/node-input';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import { build, type Db } from '../../platform/database/db.ts';
import { inScope, inScopeById } from '../queries.ts';

/** A stored node with everything that the rules, audit entries and undo of a change need. */
export type NodeState = NodeInput & {
  readonly id: string;
  readonly parentId: string | null;
  readonly parentCode: string;
  readonly nodeType: NodeType;
  readonly status: boolean;
  readonly tpath: string;
  readonly version: number;
  /** Whether the portal of the request shows nodes created below it; false below a hidden node, even the reader's own. */
  readonly showsBelow: boolean;
  /** The normalised code, unique within the organisation. */
  readonly key: string;
};

const stateColumns = sql`n.id, n.parent_id as "parentId", coalesce(p.code, '') as "parentCode", n.node_type as "nodeType", n.status, n.tpath, n.version,
  not n.tpath || '0' ^@ any ((select scope_hidden())::text[]) as "showsBelow",
  n.code_norm as key, n.name, n.code, n.region, coalesce(n.street, '') as street, coalesce(n.city, '') as city,
  coalesce(n.state, '') as state, coalesce(n.post_code, '') as "postCode", coalesce(n.country, '') as country,
  coalesce(n.time_zone, '') as "timeZone", n.latitude, n.longitude, n.phone_number as "phoneNumber", n.email_id as "emailId"`;
const joinParent = sql`left join nodes p on p.org_id = n.org_id and p.id = n.parent_id`;

/** Nodes by id or normalised code in the order of their ids; with `lock`, locked in that order until the transaction ends. */
export async function listNodeStates(
  db: Db,
  scope: Scope,
  by: { readonly ids: readonly string[] } | { readonly keys: readonly string[] },
  { lock }: { lock: boolean },
): Promise<NodeState[]> {
  const selected = 'ids' in by ? sql`n.id = any(${[...by.ids]})` : sql`n.code_norm = any(${[...by.keys]})`;
  return db.many(sql<NodeState>`
    select ${stateColumns} from nodes n ${joinParent} where ${inScopeById(scope)} and ${selected}
     order by n.id${lock ? sql` for no key update of n` : sql``}`);
}

/** The organisation's root node; empty if the scope covers only a subtree. */
export async function listRoots(db: Db, scope: Scope): Promise<NodeState[]> {
  return db.many(
    sql<NodeState>`select ${stateColumns} from nodes n ${joinParent} where ${inScope(scope)} and n.parent_id is null`,
  );
}

/** All nodes below the scope's root, parents before children, in parts. */
export function streamForExport(db: Db, scope: Scope): AsyncGenerator<NodeState[]> {
  const query = sql<NodeState>`
    select ${stateColumns} from nodes n ${joinParent}
     where ${inScope(scope)} and n.tpath <> ${scope.lo} and n.parent_id is not null
     order by length(n.tpath) - length(replace(n.tpath, '.', '')), p.code_norm, n.code_norm`;
  return db.stream(query, { size: 500, seconds: 10 });
}

/** The given codes that are used anywhere in the organisation, also outside the scope. */
export async function listTakenCodes(db: Db, _scope: Scope, keys: readonly string[]): Promise<Set<string>> {
  const row = await db.first(sql<{ taken: string[] }>`select codes_taken(${[...keys]}) as taken`);
  return new Set(row?.taken);
}

/** The host names of the organisation's portals. */
export async function listHosts(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db.many(build.selectFrom('portal_hosts').select('host').where('org_id', '=', scope.orgId));
  return rows.map(({ host }) => host);
}
