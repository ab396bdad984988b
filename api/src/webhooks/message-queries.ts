import { exactCountLimit } from '@storeward/contract/paging';
import type { WebhookMessage } from '@storeward/contract/webhooks/webhook-messages';
import type { Delivery, Webhook } from '@storeward/contract/webhooks';
import { maxReplayedMessages } from '@storeward/contract/webhooks';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { type Cursor, limitPlusOne, type TotalCount } from '../platform/database/cursor-pagination.ts';
import type { Db } from '../platform/database/db.ts';

export type NewMessage = { readonly message: WebhookMessage; readonly tpath: string };

/** Retries of a delivery end after 24 hours; `record_webhook_outcome` decides when the next one is due. */
const retryDeadline = sql`clock() + interval '24 hours'`;

/** Queues messages, to be sent in this order. The worker sees them after the commit. */
export async function insertMessages(db: Db, scope: Scope, messages: readonly NewMessage[]): Promise<void> {
  const rows = messages.map(({ message, tpath }) => ({
    id: message.id,
    webhookId: message.webhookId,
    tpath,
    body: JSON.stringify(message),
  }));
  await db.run(sql`
    insert into webhook_messages (id, org_id, webhook_id, tpath, body, created_date, expires_date, next_try)
    select x.id, ${scope.orgId}, x."webhookId", x.tpath, x.body, clock_now(), ${retryDeadline}, clock_now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "webhookId" uuid, tpath text, body text)`);
}

const deliveryColumns = sql`m.id, m.body::json as message, m.created_date as "createdDate", m.tries, m.last_try as "lastTry", m.next_try as "nextTry",
  m.response_status as answer, m.response_text as response, m.error as trouble, m.duration_ms as took,
  case when m.sent_date is not null then 'delivered' when m.next_try is null then 'failed' else 'waiting' end as state`;

/** SQL condition: the portal of the request shows the node that the message names. */
const namesShownNode = (body = sql`m.body`) => sql`is_shown((${body}::json -> 'place' ->> 'id')::uuid)`;

/** Which messages to list. */
export type DeliveryFilter = {
  readonly state?: Delivery['state'] | undefined;
  readonly kind?: WebhookMessage['kind'] | undefined;
  readonly from?: string | undefined;
};

const stateConditions = {
  waiting: sql`m.next_try is not null`,
  delivered: sql`m.sent_date is not null`,
  failed: sql`m.next_try is null and m.sent_date is null`,
} as const;

const filterCondition = (scope: Scope, webhookId: string, { state, kind, from }: DeliveryFilter) =>
  sql.join(
    [
      sql`m.org_id = ${scope.orgId} and m.webhook_id = ${webhookId} and ${namesShownNode()}`,
      ...(state ? [stateConditions[state]] : []),
      ...(kind ? [sql`m.body::json ->> 'kind' = ${kind}`] : []),
      ...(from ? [sql`m.created_date >= ${from}`] : []),
    ],
    sql` and `,
  );

/** The messages of a webhook, newest first, one more than `limit`; `sortedBy` is the position for a cursor. */
export async function listMessages(
  db: Db,
  scope: Scope,
  webhookId: string,
  { offset, limit, ...filter }: DeliveryFilter & { readonly offset: number; readonly limit: number },
  cursor: Cursor | undefined,
): Promise<(Delivery & { readonly sortedBy: string })[]> {
  const after = cursor
    ? sql`and (m.created_date, m.id) < (${cursor.after}::timestamptz, ${cursor.id}::uuid)`
    : sql`offset ${offset}`;
  return db.many(sql<Delivery & { sortedBy: string }>`
    select ${deliveryColumns}, m.created_date::text as "sortedBy" from webhook_messages m
     where ${filterCondition(scope, webhookId, filter)} ${cursor ? after : sql``}
     order by m.created_date desc, m.id desc ${cursor ? sql`` : after} limit ${limitPlusOne(limit)}`);
}

/** The number of messages that a list with the same filter shows. */
export async function countMessages(
  db: Db,
  scope: Scope,
  webhookId: string,
  filter: DeliveryFilter,
): Promise<TotalCount> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from (
      select from webhook_messages m where ${filterCondition(scope, webhookId, filter)} limit ${sql.lit(exactCountLimit + 1)}) x`);
  const total = row?.total ?? 0;
  return total > exactCountLimit ? { total, totalIsEstimate: true } : { total };
}

/** The number of messages that a replay from a time sends again, counted up to one more than allowed. */
export async function countReplayed(db: Db, scope: Scope, webhookId: string, from: string): Promise<number> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from (
      select from webhook_messages m
       where ${filterCondition(scope, webhookId, { from })} and m.next_try is null and m.body::json ->> 'kind' <> 'webhook.test'
       limit ${sql.lit(maxReplayedMessages + 1)}) x`);
  return row?.total ?? 0;
}

export async function findMessage(db: Db, scope: Scope, webhookId: string, id: string): Promise<Delivery | undefined> {
  return db.first(sql<Delivery>`
    select ${deliveryColumns} from webhook_messages m
     where m.org_id = ${scope.orgId} and m.webhook_id = ${webhookId} and m.id = ${id} and ${namesShownNode()}`);
}

/** Queues a message again under the same id. Returns whether it exists. */
export async function requeueMessage(db: Db, scope: Scope, webhookId: string, id: string): Promise<boolean> {
  const changed = await db.run(sql`
    update webhook_messages set next_try = clock(), expires_date = ${retryDeadline}, tries = 0, sent_date = null, response_status = null, response_text = null, error = null, duration_ms = null
     where org_id = ${scope.orgId} and webhook_id = ${webhookId} and id = ${id} and ${namesShownNode(sql`body`)}`);
  return changed > 0;
}

/** Cancels the pending messages of a disabled webhook. */
export async function cancelPendingMessages(db: Db, scope: Scope, webhookId: string): Promise<void> {
  await db.run(sql`
    update webhook_messages set next_try = null, error = coalesce(error, 'turnedOff')
     where org_id = ${scope.orgId} and webhook_id = ${webhookId} and next_try is not null`);
}

/** An encrypted secret with its organisation's encrypted key, both in base64. */
export type SigningSecret = {
  readonly org: string;
  readonly webhookId: string;
  readonly keyId: string;
  readonly key: string;
  readonly secret: string;
  /** Whether it may be encrypted without associated data. */
  readonly unbound: boolean;
};

/** A due message with its URL, timestamp (Unix seconds), and signing secrets, each with its encrypted key. */
export type ClaimedMessage = {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly at: number;
  readonly secrets: readonly SigningSecret[];
};

/** Claims due messages of all organisations with a lease of `seconds`. */
export async function claimMessages(db: Db, limit: number, seconds: number): Promise<ClaimedMessage[]> {
  return db.many(sql<ClaimedMessage>`
    select id, url, body, at, secrets from claim_webhook_messages(${limit}, make_interval(secs => ${seconds}))`);
}

export type DeliveryOutcome = {
  readonly id: string;
  readonly status: Delivery['answer'];
  readonly response: Delivery['response'];
  readonly error: Delivery['trouble'];
  readonly durationMs: number;
  /** Seconds that the receiver asks to wait before the next try. */
  readonly retryAfter: number | null;
};

/** Records the outcome of a delivery. Returns why it disabled the webhook, if it did. */
export async function recordOutcome(
  db: Db,
  { id, status, response, error, durationMs, retryAfter }: DeliveryOutcome,
  { days, auditId }: { days: number; auditId: string },
): Promise<Webhook['turnedOffReason']> {
  const row = await db.first(sql<{ reason: Webhook['turnedOffReason'] }>`
    select record_webhook_outcome(${id}, ${status}, ${response}, ${error}, ${durationMs}, ${retryAfter}, ${days}, ${auditId}) as reason`);
  return row?.reason ?? null;
}
