import type { Delivery, WebhookMessage } from '@storeward/contract/webhooks';
import { maxListedDeliveries } from '@storeward/contract/webhooks';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';

export type NewMessage = { readonly message: WebhookMessage; readonly tpath: string };

/** Deliveries are retried for 24 hours. */
const retryDeadline = sql`clock() + interval '24 hours'`;

/** Queues messages. The worker sees them after the commit. */
export async function insertMessages(db: Db, scope: Scope, messages: readonly NewMessage[]): Promise<void> {
  const rows = messages.map(({ message, tpath }) => ({
    id: message.id,
    webhookId: message.webhookId,
    tpath,
    body: JSON.stringify(message),
  }));
  await db.run(sql`
    insert into webhook_messages (id, org_id, webhook_id, tpath, body, created_date, expires_date, next_try)
    select x.id, ${scope.orgId}, x."webhookId", x.tpath, x.body, clock(), ${retryDeadline}, clock()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "webhookId" uuid, tpath text, body text)`);
}

const deliveryColumns = sql`m.id, m.body::json as message, m.created_date as "createdDate", m.tries, m.last_try as "lastTry", m.next_try as "nextTry",
  m.response_status as answer, m.error as trouble, m.duration_ms as took,
  case when m.sent_date is not null then 'delivered' when m.next_try is null then 'failed' else 'waiting' end as state`;

/** SQL condition: the portal of the request shows the node that the message names. */
const namesShownNode = (body = sql`m.body`) => sql`is_shown((${body}::json -> 'place' ->> 'id')::uuid)`;

export async function listMessages(db: Db, scope: Scope, webhookId: string): Promise<Delivery[]> {
  return db.many(sql<Delivery>`
    select ${deliveryColumns} from webhook_messages m where m.org_id = ${scope.orgId} and m.webhook_id = ${webhookId} and ${namesShownNode()}
     order by m.created_date desc, m.id desc limit ${maxListedDeliveries}`);
}

export async function findMessage(db: Db, scope: Scope, webhookId: string, id: string): Promise<Delivery | undefined> {
  return db.first(sql<Delivery>`
    select ${deliveryColumns} from webhook_messages m
     where m.org_id = ${scope.orgId} and m.webhook_id = ${webhookId} and m.id = ${id} and ${namesShownNode()}`);
}

/** Queues a message again under the same id. Returns whether it exists. */
export async function requeueMessage(db: Db, scope: Scope, webhookId: string, id: string): Promise<boolean> {
  const changed = await db.run(sql`
    update webhook_messages set next_try = clock(), expires_date = ${retryDeadline}, tries = 0, sent_date = null, response_status = null, error = null, duration_ms = null
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

export type DeliveryOutcome = Pick<Delivery, 'id' | 'answer' | 'trouble'> & { readonly took: number };

/** Records the outcome of a delivery. Returns whether it disabled the webhook. */
export async function recordOutcome(
  db: Db,
  { id, answer, trouble, took }: DeliveryOutcome,
  { days, auditId }: { days: number; auditId: string },
): Promise<boolean> {
  const row = await db.first(sql<{ disabled: boolean }>`
    select record_webhook_result(${id}, ${answer}, ${trouble}, ${took}, ${days}, ${auditId}) as disabled`);
  return row?.disabled === true;
}
