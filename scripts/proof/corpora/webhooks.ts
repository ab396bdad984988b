import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from '@storeward/contract/webhooks';
import { oddResponses, retryAfters, statusFailures, type Failure } from '../../../api/test/webhook-responses.ts';
import { resultOf } from '../process-state.ts';
import { kestrel, rowsOf } from '../setup.ts';
import type { Outcome, Target } from './corpus.ts';

type Respond = (response: ServerResponse) => unknown;
type WebhookCase = {
  readonly title: string;
  readonly respond: Respond;
  readonly failure: Failure;
  readonly status: number | null;
  /** The seconds that the response asks to wait. */
  readonly retryAfter?: number | null;
};

/** Without a wish of the receiver the second try is between five and ten seconds after the first. */
const usualPause = [5, 10] as const;

const respondWith = (status: number, headers: Record<string, string> = {}): Respond => {
  // a server of Node sends neither of these itself
  if (status === 101 || status === 999) return (response) => response.socket?.end(`HTTP/1.1 ${status} \r\n\r\n`);
  return (response) => response.writeHead(status, headers).end();
};

const cases = (): WebhookCase[] => [
  ...statusFailures.map(([status, failure]) => ({ title: `${status}`, respond: respondWith(status), failure, status })),
  ...[429, 503].flatMap((status) =>
    retryAfters(Date.now()).map(([header, retryAfter], index): WebhookCase => ({
      title: `${status} and Retry-After ${JSON.stringify(header)}`,
      // dates are relative to the response
      respond: (response) => respondWith(status, { 'retry-after': retryAfters(Date.now())[index]![0] })(response),
      failure: 'refused',
      status,
      retryAfter,
    })),
  ),
  ...Object.entries(oddResponses).map(([title, response]) => ({ title, ...response })),
];

/** Responses to a message of a webhook each: delivered, tried again and when, or ended. */
export async function* webhooks(target: Target): AsyncGenerator<Outcome> {
  const all = cases();
  const tries = new Map<number, number>();
  const receiver = createServer((request, response) => {
    const number = Number(request.url?.slice('/case/'.length));
    tries.set(number, (tries.get(number) ?? 0) + 1);
    request.resume().on('end', () => all[number]?.respond(response));
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const { port } = receiver.address() as AddressInfo;
    for (const [number, { title, failure, status, retryAfter = null }] of all.entries()) {
      const delivery = await deliver(target, `http://127.0.0.1:${port}/case/${number}`);
      const { state, answer } = delivery;
      const due = failure === null ? 'delivered' : failure === 'gone' ? 'failed' : 'waiting';
      yield {
        title,
        measured: [state, delivery.trouble, answer, pauseOf(delivery, retryAfter), tries.get(number)],
        expected: [due, failure, status, due === 'waiting' ? 'as asked' : 'none', 1],
      };
    }
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

/** Whether the pause before the next try is as long as the receiver asks, and no shorter than usual. */
function pauseOf({ lastTry, nextTry, took }: Delivery, retryAfter: number | null): string {
  if (nextTry === null || lastTry === null) return 'none';
  const seconds = (Date.parse(nextTry) - Date.parse(lastTry) - (took ?? 0)) / 1000;
  const [least, most] = usualPause.map((usual) => Math.max(usual, retryAfter ?? 0)) as [number, number];
  // dates of HTTP have no fractions, and writing the outcome takes a moment
  return seconds >= least - 1 && seconds <= most + 3 ? 'as asked' : `${seconds} s instead of ${least} to ${most} s`;
}

let organisation: string | undefined;

/** Creates a webhook, sends one message to it and removes it once that has an outcome. */
async function deliver({ client, token: headers, ownerUrl }: Target, url: string): Promise<Delivery> {
  const orgQuery = 'select org_id as id from portal_hosts where host = $1';
  organisation ??= (await rowsOf<{ id: string }>(ownerUrl, orgQuery, [kestrel.host]))[0]!.id;
  const path = `/node-management/node/${organisation}/webhooks`;
  const body = { description: 'Tills', url, sections: null };
  const { webhook } = await resultOf<{ webhook: { id: string } }>(client, { path, method: 'POST', headers, body });
  const hook = `${path}/${webhook.id}`;
  const { id } = await resultOf<{ id: string }>(client, { path: `${hook}/test`, method: 'POST', headers, body: {} });
  for (;;) {
    const deliveries = await resultOf<Delivery[]>(client, { path: `${hook}/deliveries`, headers });
    const delivery = deliveries.find((one) => one.id === id);
    // while the message is on its way it has neither a failure nor an end
    if (delivery && (delivery.state !== 'waiting' || delivery.trouble !== null)) {
      await resultOf(client, { path: hook, method: 'DELETE', headers });
      return delivery;
    }
    await delay(10);
  }
}
