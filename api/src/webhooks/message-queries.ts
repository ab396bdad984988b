import type { Delivery, WebhookMessage } from '@storeward/contract/webhooks';
import { messagesListed } from '@storeward/contract/webhooks';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';

/** A message to one webhook. */
export type NewMessage = { readonly message: WebhookMessage; readonly tpath: string };

/** For how long a message is tried. */
const giveUp = sql`clock() + interval '24 hours'`;

/** Puts messages into the queue; they leave once that is stored, and not otherwise. */
export async function insertMessages(db: Db, scope: Scope, messages: readonly NewMessage[]): Promise<void> {
  const rows = messages.map(({ message, tpath }) => ({
    id: message.id,
    webhookId: message.webhookId,
    tpath,
    body: JSON.stringify(message),
  }));
  await db.run(sql`
    insert into webhook_messages (id, org_id, webhook_id, tpath, body, created_date, give_up, next_try)
    select x.id, ${scope.orgId}, x."webhookId", x.tpath, x.body, clock(), ${giveUp}, clock()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "webhookId" uuid, tpath text, body text)`);
}

const shown = sql`m.id, m.body::json as message, m.created_date as "createdDate", m.tries, m.last_try as "lastTry", m.next_try as "nextTry",
  m.answer, m.trouble, m.took,
  case when m.sent_date is not null then 'delivered' when m.next_try is null then 'failed' else 'waiting' end as state`;

/** The last messages of a webhook, the newest first. */
export async function listMessages(db: Db, scope: Scope, webhookId: string): Promise<Delivery[]> {
  return db.many(sql<Delivery>`
    select ${shown} from webhook_messages m where m.org_id = ${scope.orgId} and m.webhook_id = ${webhookId}
     order by m.created_date desc, m.id desc limit ${messagesListed}`);
}

/** One message of a webhook. */
export async function findMessage(db: Db, scope: Scope, webhookId: string, id: string): Promise<Delivery | undefined> {
  return db.first(sql<Delivery>`
    select ${shown} from webhook_messages m
     where m.org_id = ${scope.orgId} and m.webhook_id = ${webhookId} and m.id = ${id}`);
}

/** Has a message sent once more, under its own id; answers whether there is one. */
export async function queueAgain(db: Db, scope: Scope, webhookId: string, id: string): Promise<boolean> {
  const changed = await db.run(sql`
    update webhook_messages set next_try = clock(), give_up = ${giveUp}, tries = 0, sent_date = null, answer = null, trouble = null, took = null
     where org_id = ${scope.orgId} and webhook_id = ${webhookId} and id = ${id}`);
  return changed > 0;
}

/** Gives up what waits to be sent to a webhook that is turned off. */
export async function giveUpWaiting(db: Db, scope: Scope, webhookId: string): Promise<void> {
  await db.run(sql`
    update webhook_messages set next_try = null, trouble = coalesce(trouble, 'turnedOff')
     where org_id = ${scope.orgId} and webhook_id = ${webhookId} and next_try is not null`);
}

/** A message that is due, where it goes, when it is sent, and the secrets that it is signed with, each with the key it is sealed by. */
export type TakenMessage = {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly at: number;
  readonly secrets: readonly { readonly secret: string; readonly key: string }[];
};

/** Takes messages that are due, of whichever organisation; nobody else gets them for `seconds`. */
export async function takeMessages(db: Db, most: number, seconds: number): Promise<TakenMessage[]> {
  return db.many(sql<TakenMessage>`
    select id, url, body, at, secrets from take_webhook_messages(${most}, make_interval(secs => ${seconds}))`);
}

/** What became of a message that was sent off. */
export type Outcome = Pick<Delivery, 'id' | 'answer' | 'trouble'> & { readonly took: number };

/** Notes what became of a message; answers whether its webhook was turned off over it. */
export async function noteAnswer(
  db: Db,
  { id, answer, trouble, took }: Outcome,
  { days, auditId }: { days: number; auditId: string },
): Promise<boolean> {
  const row = await db.first(sql<{ off: boolean }>`
    select webhook_answered(${id}, ${answer}, ${trouble}, ${took}, ${days}, ${auditId}) as off`);
  return row?.off === true;
}
