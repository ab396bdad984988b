import type { NodeType } from '@storeward/contract/access';
import type { SectionName } from '@storeward/contract/settings/sections';
import type { WebhookInput } from '@storeward/contract/webhooks';
import { oldSecretHours } from '@storeward/contract/webhooks';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';

/** A webhook as it is stored, with the kind of its place, and without its secret. */
export type StoredWebhook = {
  readonly id: string;
  readonly nodeId: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
  readonly description: string;
  readonly url: string;
  readonly sections: SectionName[] | null;
  readonly status: boolean;
  readonly failingSince: string | null;
  readonly turnedOffDate: string | null;
  readonly createdDate: string;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly version: number;
};

/** A secret as the database keeps it: with which of the organisation's keys, and itself. */
export type KeptSecret = { readonly key: string; readonly sealed: string };

const shown = sql`w.id, w.node_id as "nodeId", n.node_type as "nodeType", w.tpath, w.description, w.url, w.sections, w.status,
  w.failing_since as "failingSince", w.turned_off_date as "turnedOffDate", w.created_date as "createdDate",
  w.created_by as "createdBy", w.updated_date as "updatedDate", w.updated_by as "updatedBy", w.version`;

const within = (scope: Scope, nodeId: string) =>
  sql`w.org_id = ${scope.orgId} and w.tpath >= ${scope.lo} and w.tpath < ${scope.hi} and w.node_id = ${nodeId} and n.deleted_date is null`;

/** The webhooks of one place, by description. */
export async function listWebhooks(db: Db, scope: Scope, nodeId: string): Promise<StoredWebhook[]> {
  return db.many(sql<StoredWebhook>`
    select ${shown} from webhooks w join nodes n on n.org_id = w.org_id and n.id = w.node_id
     where ${within(scope, nodeId)} order by lower(w.description), w.id`);
}

/** One webhook of a place: looked at, or held until the change at hand is stored. */
export async function findWebhook(
  db: Db,
  scope: Scope,
  nodeId: string,
  id: string,
  { held = false }: { held?: boolean } = {},
): Promise<StoredWebhook | undefined> {
  return db.first(sql<StoredWebhook>`
    select ${shown} from webhooks w join nodes n on n.org_id = w.org_id and n.id = w.node_id
     where ${within(scope, nodeId)} and w.id = ${id}${held ? sql` for update of w` : sql``}`);
}

/** Holds a place until the change at hand is stored, so that its webhooks are counted by one at a time. */
export async function holdPlace(db: Db, scope: Scope, nodeId: string): Promise<void> {
  await db.run(sql`
    select from nodes n where n.org_id = ${scope.orgId} and n.tpath >= ${scope.lo} and n.tpath < ${scope.hi} and n.id = ${nodeId} for no key update`);
}

/** Writes a new webhook of a place. */
export async function insertWebhook(
  db: Db,
  scope: Scope,
  {
    id,
    place,
    input,
    secret,
  }: { id: string; place: { id: string; tpath: string }; input: WebhookInput; secret: KeptSecret },
  userId: string,
): Promise<void> {
  await db.run(
    build.insertInto('webhooks').values({
      id,
      org_id: scope.orgId,
      node_id: place.id,
      tpath: place.tpath,
      ...input,
      secret_key: secret.key,
      secret: secret.sealed,
      created_date: sql<string>`clock()`,
      created_by: userId,
      updated_date: sql<string>`clock()`,
      updated_by: userId,
    }),
  );
}

/** What may be written about a webhook that is held. */
export type WebhookChange =
  | { readonly input: WebhookInput }
  | { readonly status: boolean }
  | { readonly secret: KeptSecret };

/** Writes a change of a webhook that is held; whoever turns one on or off, or lets it lead elsewhere, begins anew with it. */
export async function updateWebhook(
  db: Db,
  scope: Scope,
  id: string,
  change: WebhookChange,
  userId: string,
): Promise<void> {
  const anew = { failing_since: null, turned_off_date: null };
  const columns =
    'input' in change
      ? { ...change.input, failing_since: null }
      : 'status' in change
        ? { status: change.status, ...anew }
        : {
            // had anew twice, by somebody who missed the first answer, the one that is in use goes on all the same
            old_secret_key: sql<string>`case when old_until > clock() then old_secret_key else secret_key end`,
            old_secret: sql<string>`case when old_until > clock() then old_secret else secret end`,
            old_until: sql<string>`case when old_until > clock() then old_until else clock() + make_interval(hours => ${oldSecretHours}) end`,
            secret_key: change.secret.key,
            secret: change.secret.sealed,
          };
  await db.run(
    build
      .updateTable('webhooks')
      .set({ ...columns, updated_date: sql<string>`clock()`, updated_by: userId, version: sql<number>`version + 1` })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id),
  );
}

/** Deletes a webhook with all that it was sent. */
export async function deleteWebhook(db: Db, scope: Scope, id: string): Promise<void> {
  await db.run(build.deleteFrom('webhooks').where('org_id', '=', scope.orgId).where('id', '=', id));
}

/** Takes up news of settings that is due, of whichever organisation, and sets the scope to the whole of that; nothing where none is. */
export async function takeUpNews(db: Db): Promise<string | undefined> {
  const row = await db.first(sql<{ taken: string | null }>`select take_up_news() as taken`);
  return row?.taken ?? undefined;
}
