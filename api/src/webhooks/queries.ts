import type { NodeType } from '@storeward/contract/access';
import type { SectionName } from '@storeward/contract/settings/sections';
import type { WebhookEvent } from '@storeward/contract/webhooks/webhook-events';
import type { Webhook, WebhookInput } from '@storeward/contract/webhooks';
import { previousSecretHours } from '@storeward/contract/webhooks';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';

/** A stored webhook with the type of its node, without its secret. */
export type StoredWebhook = {
  readonly id: string;
  readonly nodeId: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
  readonly description: string;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly sections: SectionName[] | null;
  readonly status: boolean;
  readonly failingSince: string | null;
  readonly turnedOffDate: string | null;
  readonly turnedOffReason: Webhook['turnedOffReason'];
  readonly createdDate: string;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly version: number;
};

/** A stored secret: the id of the organisation's key, and the ciphertext in base64. */
export type EncryptedSecret = { readonly key: string; readonly sealed: string };

/** The owner of a secret within its organisation, as associated data of its encryption. */
export type SecretOwner = { readonly section: string; readonly field: string };

/** The secret of a webhook, the current or the previous one. */
export const secretOwner = (webhookId: string): SecretOwner => ({ section: 'webhooks', field: webhookId });

const webhookColumns = sql`w.id, w.node_id as "nodeId", n.node_type as "nodeType", w.tpath, w.description, w.url, w.events, w.sections, w.status,
  w.failing_since as "failingSince", w.disabled_date as "turnedOffDate",
  case when w.disabled_date is not null then coalesce(w.disabled_reason, 'failing') end as "turnedOffReason", w.created_date as "createdDate",
  w.created_by as "createdBy", w.updated_date as "updatedDate", w.updated_by as "updatedBy", w.version`;

const inScope = (scope: Scope, nodeId: string) =>
  sql`w.org_id = ${scope.orgId} and w.tpath >= ${scope.lo} and w.tpath < ${scope.hi} and w.node_id = ${nodeId} and n.deleted_date is null`;

/** The webhooks of one node, by description. */
export async function listWebhooks(db: Db, scope: Scope, nodeId: string): Promise<StoredWebhook[]> {
  return db.many(sql<StoredWebhook>`
    select ${webhookColumns} from webhooks w join nodes n on n.org_id = w.org_id and n.id = w.node_id
     where ${inScope(scope, nodeId)} order by lower(w.description), w.id`);
}

/** One webhook of a node, locked for the transaction if `lock` is set. */
export async function findWebhook(
  db: Db,
  scope: Scope,
  nodeId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredWebhook | undefined> {
  return db.first(sql<StoredWebhook>`
    select ${webhookColumns} from webhooks w join nodes n on n.org_id = w.org_id and n.id = w.node_id
     where ${inScope(scope, nodeId)} and w.id = ${id}${lock ? sql` for update of w` : sql``}`);
}

/** Locks a node for the transaction, so that concurrent requests cannot exceed its number of webhooks. */
export async function lockNode(db: Db, scope: Scope, nodeId: string): Promise<void> {
  await db.run(sql`
    select from nodes n where n.org_id = ${scope.orgId} and n.tpath >= ${scope.lo} and n.tpath < ${scope.hi} and n.id = ${nodeId} for no key update`);
}

/** The end of the organisation's hash chain of the audit, from which on a webhook follows it. */
const chainHead = (scope: Scope) =>
  sql<number>`coalesce((select max(c.position) from audit_chain c where c.org_id = ${scope.orgId}), 0)`;

/** A webhook that is followed from now on: what happened before is not reported. */
const followedFromNow = (scope: Scope) => ({
  followed_position: chainHead(scope),
  events_since: sql<string>`clock()`,
});

/** The columns of the input; the portal of the request decides which nodes the webhook hears of. */
const inputColumns = ({ events, ...input }: WebhookInput) => ({
  ...input,
  ...(events && { events }),
  host: sql<string>`coalesce(scope_host(), '')`,
});

export async function insertWebhook(
  db: Db,
  scope: Scope,
  {
    id,
    node,
    input,
    secret,
  }: { id: string; node: { id: string; tpath: string }; input: WebhookInput; secret: EncryptedSecret },
  userId: string,
): Promise<void> {
  await db.run(
    build.insertInto('webhooks').values({
      id,
      org_id: scope.orgId,
      node_id: node.id,
      tpath: node.tpath,
      ...inputColumns(input),
      ...followedFromNow(scope),
      secret_key: secret.key,
      secret: secret.sealed,
      created_date: sql<string>`clock()`,
      created_by: userId,
      updated_date: sql<string>`clock()`,
      updated_by: userId,
    }),
  );
}

/** A change of a locked webhook. */
export type WebhookChange =
  | { readonly input: WebhookInput }
  | { readonly status: boolean }
  | { readonly secret: EncryptedSecret };

/**
 * Updates a locked webhook. A new URL or status resets its failures. One that did not follow the audit until now begins
 * with what happens from now on.
 */
export async function updateWebhook(
  db: Db,
  scope: Scope,
  id: string,
  change: WebhookChange,
  userId: string,
): Promise<void> {
  const resetFailure = { failing_since: null, disabled_date: null, disabled_reason: null };
  const columns =
    'input' in change
      ? {
          ...inputColumns(change.input),
          failing_since: null,
          followed_position: sql<number>`case when events = '{configuration.changed}' then ${chainHead(scope)} else followed_position end`,
          events_since: sql<string>`case when events = '{configuration.changed}' then clock() else events_since end`,
        }
      : 'status' in change
        ? {
            status: change.status,
            ...resetFailure,
            ...(change.status ? followedFromNow(scope) : { replay_until: null }),
          }
        : {
            // renewing twice (after a lost response) keeps the secret that receivers still use
            old_secret_key: sql<string>`case when old_until > clock() then old_secret_key else secret_key end`,
            old_secret: sql<string>`case when old_until > clock() then old_secret else secret end`,
            old_until: sql<string>`case when old_until > clock() then old_until else clock() + make_interval(hours => ${previousSecretHours}) end`,
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

export async function deleteWebhook(db: Db, scope: Scope, id: string): Promise<void> {
  await db.run(build.deleteFrom('webhooks').where('org_id', '=', scope.orgId).where('id', '=', id));
}

/** Claims due change events of one organisation and sets the transaction's scope to it; undefined if none are due. */
export async function claimChangeEvents(db: Db): Promise<string | undefined> {
  const row = await db.first(sql<{ claimed: string | null }>`select claim_change_events() as claimed`);
  return row?.claimed ?? undefined;
}

/** Starts to send the messages again that were created from a time until now; replaces a replay that is under way. */
export async function startReplay(db: Db, scope: Scope, id: string, from: string): Promise<void> {
  await db.run(
    build
      .updateTable('webhooks')
      .set({
        replay_after: from,
        replay_after_id: '00000000-0000-0000-0000-000000000000',
        replay_until: sql<string>`clock_now()`,
        replay_hidden: sql<string[]>`scope_hidden()`,
      })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id),
  );
}

/** Queues the next part of a replay of any organisation. Returns whether there was one. */
export async function continueReplays(db: Db, limit: number): Promise<boolean> {
  const row = await db.first(sql<{ continued: boolean }>`select continue_webhook_replays(${limit}) as continued`);
  return row?.continued === true;
}

/**
 * Claims new audit entries for one webhook and sets the transaction's scope to its organisation; undefined if there are
 * none. `types` has the event of each action.
 */
export async function claimAuditEntries(
  db: Db,
  types: Readonly<Record<string, string>>,
  limit: number,
): Promise<string | undefined> {
  const row = await db.first(
    sql<{ claimed: string | null }>`select claim_webhook_entries(${JSON.stringify(types)}::jsonb, ${limit}) as claimed`,
  );
  return row?.claimed ?? undefined;
}
