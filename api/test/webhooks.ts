import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Permission } from '@storeward/contract/access';
import type { Delivery, Webhook, WebhookMessage } from '@storeward/contract/webhooks';
import { afterAll, expect, vi } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { installationSealing } from '../src/settings/secrets.ts';
import type { Caller, Person, Place } from './builders.ts';
import type { House } from './server.ts';
import type { Wish } from './wish.ts';

/** How long a test waits for what is done beside the requests. */
export const patience = { timeout: 20_000, interval: 50 };

/** The address of the webhooks of a place, or of one of them. */
export const hooksOf = ({ id }: Pick<Place, 'id'>, more = '') => `/node-management/node/${id}/webhooks${more}`;

/** What somebody else's program got: its headers, and the very letters of its body. */
export type Got = { readonly headers: IncomingHttpHeaders; readonly text: string; readonly message: WebhookMessage };

/** Somebody else's program that is told of changes; it can be made to answer otherwise. */
export async function aReceiver() {
  const got: Got[] = [];
  type Answer = (response: ServerResponse) => void;
  const usual: Answer = (response) => void response.writeHead(204).end();
  let answer = usual;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      got.push({ headers: request.headers, text, message: JSON.parse(text) as WebhookMessage });
      answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/in`,
    got,
    /** Has it answer in another way; without one as usual. */
    answerBy: (how: Answer = usual) => void (answer = how),
  };
}

/** A webhook of a place, with its secret. */
export async function aWebhook(
  caller: Caller,
  place: Pick<Place, 'id'>,
  url: string,
  more: Record<string, unknown> = {},
): Promise<Webhook & { secret: string }> {
  const made = await caller.post(hooksOf(place), { description: 'Tills', url, sections: null, ...more });
  if (made.status !== 200) throw new Error(`the webhook was refused: ${made.text}`);
  const { webhook, secret } = made.body.result;
  return { ...webhook, secret };
}

/** What became of the messages of a webhook, the newest first. */
export const deliveriesOf = async (
  caller: Caller,
  { id, nodeId }: Pick<Webhook, 'id' | 'nodeId'>,
): Promise<Delivery[]> => (await caller.get(hooksOf({ id: nodeId }, `/${id}/deliveries`))).body.result;

/** Waits until all that is due has been told of an organisation, and nothing more is on its way to a webhook. */
export async function allTold(house: House, { orgId }: Pick<Place, 'orgId'>): Promise<void> {
  await vi.waitFor(async () => {
    const [left] = await house.rows(
      `select (select count(*)::int from setting_news where org_id = $1 and next_try <= clock()) as news,
              (select count(*)::int from webhook_messages where org_id = $1 and next_try is not null and trouble is null) as waiting`,
      [orgId],
    );
    expect(left).toEqual({ news: 0, waiting: 0 });
  }, patience);
}

/** The signature of what was got, as its receiver works it out from a secret. */
export function signatureOf({ headers, text }: Got, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** What is filled in about a webhook. */
export const filledInOfAWebhook = { description: 'Tills', url: 'https://tills.example.com/in', sections: ['theme'] };

const absent = () => ({ webhookId: newId() });

/** For each door of webhooks: what to send, given somebody to ask about. */
export const webhookSamples: Readonly<Record<string, (about: Pick<Person, 'at'>) => Wish>> = {
  'webhooks.list': ({ at }) => ({ id: at.id }),
  'webhooks.create': ({ at }) => ({ id: at.id, body: filledInOfAWebhook }),
  'webhooks.update': ({ at }) => ({ id: at.id, params: absent(), body: filledInOfAWebhook }),
  'webhooks.setStatus': ({ at }) => ({ id: at.id, params: absent(), body: { status: true } }),
  'webhooks.remove': ({ at }) => ({ id: at.id, params: absent() }),
  'webhooks.renewSecret': ({ at }) => ({ id: at.id, params: absent() }),
  'webhooks.test': ({ at }) => ({ id: at.id, params: absent() }),
  'webhooks.deliveries': ({ at }) => ({ id: at.id, params: absent() }),
  'webhooks.sendAgain': ({ at }) => ({ id: at.id, params: { ...absent(), messageId: newId() } }),
};

/** What the doors ask for, whatever kind of place it is. */
export const webhookNeeds: Readonly<Record<string, readonly Permission[]>> = Object.fromEntries(
  Object.keys(webhookSamples).map((door) => [door, ['EDIT_NODE_CONFIGURATION', 'UPDATE_ORGANISATION_CONFIG']]),
);

/** A webhook with a message that has left, written by the owner. */
export async function aWebhookStory(house: House, { at }: Pick<Person, 'at'>) {
  const [webhookId, key, messageId] = [newId(), newId(), newId()];
  await house.rows(`insert into secret_keys (org_id, id, sealed, created_date) values ($1, $2, $3, now())`, [
    at.orgId,
    key,
    installationSealing(house.secretKey).seal(randomBytes(32).toString('base64')),
  ]);
  await house.rows(
    `insert into webhooks (id, org_id, node_id, tpath, description, url, secret_key, secret, created_date, updated_date)
     values ($1, $2, $3, $4, 'Tills', 'https://tills.example.com/in', $5, '', clock(), clock())`,
    [webhookId, at.orgId, at.id, at.tpath, key],
  );
  const place = { id: at.id, code: '', name: at.name, nodeType: at.nodeType };
  const time = '2026-01-01T00:00:00.000Z';
  const about = { id: messageId, time, from: time, webhookId, place, sections: [], stores: 0, fetch: [] };
  await house.rows(
    `insert into webhook_messages (id, org_id, webhook_id, tpath, body, created_date, give_up, sent_date)
     values ($1, $2, $3, $4, $5, clock(), clock(), clock())`,
    [messageId, at.orgId, webhookId, at.tpath, JSON.stringify({ ...about, kind: 'webhook.test' })],
  );
  return { webhookId, messageId };
}

/** For doors of one webhook: makes it. */
export const webhooksGrown: Readonly<Record<string, (house: House, about: Person) => Promise<Wish>>> =
  Object.fromEntries(
    Object.entries(webhookSamples)
      .filter(([door]) => !/\.(list|create)$/.test(door))
      .map(([door, sample]) => [
        door,
        async (house: House, about: Person) => ({ ...sample(about), params: await aWebhookStory(house, about) }),
      ]),
  );
