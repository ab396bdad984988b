import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Permission } from '@storeward/contract/access';
import type { ConfigurationMessage, RecordMessage } from '@storeward/contract/webhooks/webhook-messages';
import type { Delivery, Webhook } from '@storeward/contract/webhooks';
import { expect, vi } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { installationEncryption, keyData } from '../src/settings/secrets.ts';
import type { ApiClient, TestUser, TestNode } from './builders.ts';
import type { TestServer } from './server.ts';
import type { RequestParts } from './request-parts.ts';
import { afterFile } from './after-file.ts';

/** Options of `vi.waitFor` for work done in the background. */
export const waitOptions = { interval: 50 };

/** The URL of a node's webhooks, or of one of them. */
export const webhooksUrl = ({ id }: Pick<TestNode, 'id'>, more = '') => `/node-management/node/${id}/webhooks${more}`;

/** A request as the receiver got it, with its raw body. */
export type ReceivedRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly message: ConfigurationMessage;
};

/** The messages among requests that follow the audit, in the order of their arrival. */
export const recordMessagesOf = (requests: readonly ReceivedRequest[]): RecordMessage[] =>
  requests.flatMap(({ text }) => {
    const message = JSON.parse(text) as RecordMessage | ConfigurationMessage;
    return 'record' in message ? [message] : [];
  });

/** Starts an HTTP server that receives webhook messages. */
export async function startReceiver() {
  const requests: ReceivedRequest[] = [];
  type Responder = (response: ServerResponse) => void;
  const defaultResponder: Responder = (response) => void response.writeHead(204).end();
  let responder = defaultResponder;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      requests.push({ headers: request.headers, text, message: JSON.parse(text) as ConfigurationMessage });
      responder(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/in`,
    requests,
    /** Replaces the response; without an argument restores the default (204). */
    respondWith: (next: Responder = defaultResponder) => void (responder = next),
  };
}

/** Creates a webhook; returns it with its secret. */
export async function createWebhook(
  client: ApiClient,
  node: Pick<TestNode, 'id'>,
  url: string,
  more: Record<string, unknown> = {},
): Promise<Webhook & { secret: string }> {
  const created = await client.post(webhooksUrl(node), { description: 'Tills', url, sections: null, ...more });
  if (created.status !== 200) throw new Error(`the webhook was refused: ${created.text}`);
  const { webhook, secret } = created.body.result;
  return { ...webhook, secret };
}

export const deliveriesOf = async (
  client: ApiClient,
  { id, nodeId }: Pick<Webhook, 'id' | 'nodeId'>,
): Promise<(Delivery & { message: ConfigurationMessage })[]> =>
  (await client.get(webhooksUrl({ id: nodeId }, `/${id}/deliveries`))).body.result;

/** Waits until webhooks have followed the audit to its end, and an organisation has no due change events and no undelivered messages. */
export async function allDelivered(testServer: TestServer, { orgId }: Pick<TestNode, 'orgId'>): Promise<void> {
  await vi.waitFor(async () => {
    const [pending] = await testServer.query(
      `select (select count(*)::int from setting_events where org_id = $1 and next_try <= clock()) as events,
              (select count(*)::int from webhooks w where w.org_id = $1 and w.status and w.events <> '{configuration.changed}'
                  and (exists (select from audit_chain_queue where org_id = $1)
                       or w.followed_position < (select max(c.position) from audit_chain c where c.org_id = $1))) as entries,
              (select count(*)::int from webhooks w where w.org_id = $1 and w.replay_until is not null) as replays,
              (select count(*)::int from webhook_messages where org_id = $1 and next_try is not null and error is null) as waiting`,
      [orgId],
    );
    expect(pending).toEqual({ events: 0, entries: 0, replays: 0, waiting: 0 });
  }, waitOptions);
}

/** The expected signature of a request, computed as a receiver does. */
export function signatureOf({ headers, text }: ReceivedRequest, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

export const webhookInput = { description: 'Tills', url: 'https://tills.example.com/in', sections: ['theme'] };

const unknownWebhook = () => ({ webhookId: newId() });

/** A sample request for each webhook endpoint. */
export const webhookSamples: Readonly<Record<string, (about: Pick<TestUser, 'node'>) => RequestParts>> = {
  'webhooks.list': ({ node }) => ({ id: node.id }),
  'webhooks.create': ({ node }) => ({ id: node.id, body: webhookInput }),
  'webhooks.update': ({ node }) => ({ id: node.id, params: unknownWebhook(), body: webhookInput }),
  'webhooks.setStatus': ({ node }) => ({ id: node.id, params: unknownWebhook(), body: { status: true } }),
  'webhooks.remove': ({ node }) => ({ id: node.id, params: unknownWebhook() }),
  'webhooks.renewSecret': ({ node }) => ({ id: node.id, params: unknownWebhook() }),
  'webhooks.test': ({ node }) => ({ id: node.id, params: unknownWebhook() }),
  'webhooks.deliveries': ({ node }) => ({ id: node.id, params: unknownWebhook() }),
  'webhooks.replay': ({ node }) => ({
    id: node.id,
    params: unknownWebhook(),
    body: { from: '2026-01-01T00:00:00Z' },
  }),
  'webhooks.sendAgain': ({ node }) => ({ id: node.id, params: { ...unknownWebhook(), messageId: newId() } }),
};

/** The permissions of all webhook endpoints, independent of the node type. */
export const webhookPermissions: Readonly<Record<string, readonly Permission[]>> = Object.fromEntries(
  Object.keys(webhookSamples).map((name) => [name, ['EDIT_NODE_CONFIGURATION', 'UPDATE_ORGANISATION_CONFIG']]),
);

/** Inserts a webhook with a delivered message as the database owner. */
export async function insertWebhookWithMessage(testServer: TestServer, { node }: Pick<TestUser, 'node'>) {
  const [webhookId, key, messageId] = [newId(), newId(), newId()];
  await testServer.query(
    `insert into secret_keys (org_id, id, encrypted_key, created_date) values ($1, $2, $3, now())`,
    [
      node.orgId,
      key,
      installationEncryption(testServer.secretKey).encrypt(
        randomBytes(32).toString('base64'),
        keyData(node.orgId, key),
      ),
    ],
  );
  await testServer.query(
    `insert into webhooks (id, org_id, node_id, tpath, description, url, secret_key, secret, created_date, updated_date)
     values ($1, $2, $3, $4, 'Tills', 'https://tills.example.com/in', $5, '', clock(), clock())`,
    [webhookId, node.orgId, node.id, node.tpath, key],
  );
  const messageNode = { id: node.id, code: '', name: node.name, nodeType: node.nodeType };
  const time = '2026-01-01T00:00:00.000Z';
  const about = { id: messageId, time, from: time, webhookId, place: messageNode, sections: [], stores: 0, fetch: [] };
  await testServer.query(
    `insert into webhook_messages (id, org_id, webhook_id, tpath, body, created_date, expires_date, sent_date)
     values ($1, $2, $3, $4, $5, clock(), clock(), clock())`,
    [messageId, node.orgId, webhookId, node.tpath, JSON.stringify({ ...about, kind: 'webhook.test' })],
  );
  return { webhookId, messageId };
}

/** Creates the webhook for endpoints of one webhook. */
export const webhookFixtures: Readonly<
  Record<string, (testServer: TestServer, about: TestUser) => Promise<RequestParts>>
> = Object.fromEntries(
  Object.entries(webhookSamples)
    .filter(([name]) => !/\.(list|create)$/.test(name))
    .map(([name, sample]) => [
      name,
      async (testServer: TestServer, about: TestUser) => ({
        ...sample(about),
        params: await insertWebhookWithMessage(testServer, about),
      }),
    ]),
);
