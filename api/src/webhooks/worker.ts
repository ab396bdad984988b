import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { maxFailingDays } from '@storeward/contract/webhooks';
import type { Authenticator, ChangeEvents } from '../platform/http/context.ts';
import type { Database } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import type { SafeFetch } from '../platform/security/safe-fetch.ts';
import { workerLoop, type WorkerLoop } from '../platform/worker-loop.ts';
import * as messages from './message-queries.ts';
import { queueMessagesForEvents } from './change-events.ts';
import { deferFailedEvents, markDueEvents } from './change-event-queries.ts';
import * as queries from './queries.ts';

export type WebhookWorkerDependencies = {
  readonly database: Database;
  /** Claims due change events and sets the transaction's scope to their organisation. */
  readonly claimEvents: Authenticator['claimChangeEvents'];
  /** Decrypts a secret with its organisation's encrypted key; undefined if that fails. */
  readonly decrypt: (
    stored: Omit<messages.SigningSecret, 'key' | 'webhookId'> & { readonly key: Buffer },
    belongsTo: queries.SecretOwner,
  ) => string | undefined;
  readonly httpClient: Pick<SafeFetch, 'post'>;
  readonly warn: (fields: object, message: string) => void;
};

const pollIntervalMs = 2_000;
const maxConcurrent = 8;
/** Longer than one delivery may take. After it, another process may claim the message. */
const leaseSeconds = 60;
const shutdownGraceSeconds = 5;

/**
 * Creates the worker: change events become messages, and messages are delivered. Messages of a killed process are
 * claimed again after their lease.
 */
export function webhookWorker({
  database,
  claimEvents,
  decrypt,
  httpClient,
  warn,
}: WebhookWorkerDependencies): WorkerLoop {
  const inFlight = new Set<Promise<void>>();
  const sendLoop = workerLoop(sendDueMessages, {
    intervalMs: pollIntervalMs,
    onError: (error) => warn({ err: error }, 'claiming webhook messages failed'),
  });
  const changeEventLoop = workerLoop(processEvents, {
    intervalMs: pollIntervalMs,
    onError: (error) => warn({ err: error }, 'claiming change events failed'),
  });
  return {
    start() {
      changeEventLoop.start();
      sendLoop.start();
    },
    wake() {
      changeEventLoop.wake();
      sendLoop.wake();
    },
    async stop() {
      await Promise.all([changeEventLoop.stop(), sendLoop.stop()]);
      await Promise.race([Promise.all(inFlight), pause(shutdownGraceSeconds * 1000, undefined, { ref: false })]);
    },
  };

  /** Processes the oldest due events. Returns whether there may be more. */
  async function processEvents(): Promise<boolean> {
    if (!(await database.transaction(markDueEvents))) return false;
    let claimed: ChangeEvents | undefined;
    try {
      await database.transaction(async (db) => {
        claimed = await claimEvents(db);
        if (claimed) await queueMessagesForEvents(db, claimed);
      });
    } catch (error) {
      const ids = claimed?.events.map(({ id }) => id);
      if (!ids) throw error;
      warn({ err: error, events: ids }, 'processing change events failed; will retry');
      await database.transaction((db) => deferFailedEvents(db, ids));
      return true;
    }
    if (claimed) sendLoop.wake();
    return claimed !== undefined;
  }

  /** Fills the free slots without waiting for deliveries in progress; each finished delivery wakes the loop. */
  async function sendDueMessages(): Promise<boolean> {
    const freeSlots = maxConcurrent - inFlight.size;
    if (freeSlots === 0) return false;
    for (const message of await database.transaction((db) => messages.claimMessages(db, freeSlots, leaseSeconds))) {
      const delivery = deliver(message)
        // the message becomes due again after its lease
        .catch((error: unknown) => warn({ err: error, message: message.id }, 'recording a webhook delivery failed'))
        .finally(() => {
          inFlight.delete(delivery);
          sendLoop.wake();
        });
      inFlight.add(delivery);
    }
    return false;
  }

  async function deliver(message: messages.ClaimedMessage): Promise<void> {
    const outcome = await post(message);
    if (outcome.trouble) {
      const { answer, trouble } = outcome;
      warn({ message: message.id, answer, trouble }, 'webhook delivery failed');
    }
    const disabled = await database.transaction((db) =>
      messages.recordOutcome(db, outcome, { days: maxFailingDays, auditId: newId() }),
    );
    if (disabled) warn({ message: message.id }, 'webhook disabled after days of failed deliveries');
  }

  async function post({ id, url, body, at, secrets }: messages.ClaimedMessage): Promise<messages.DeliveryOutcome> {
    const keys = secrets.flatMap(
      ({ webhookId, key, ...stored }) =>
        decrypt({ ...stored, key: Buffer.from(key, 'base64') }, queries.secretOwner(webhookId)) ?? [],
    );
    if (keys.length < secrets.length) return { id, answer: null, trouble: 'noSecret', took: 0 };
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Storeward',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': keys.map((key) => signature(key, `${id}.${at}.${body}`)).join(' '),
    };
    const { status: answer, error: trouble, durationMs: took } = await httpClient.post(url, headers, body);
    return { id, answer, trouble: trouble ?? statusFailure(answer ?? 0), took };
  }
}

/** The webhook signature by Standard Webhooks: HMAC-SHA256; receivers compute the same and compare. */
const signature = (secret: string, text: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest('base64')}`;

const statusFailure = (answer: number) =>
  answer >= 200 && answer < 300 ? null : answer >= 300 && answer < 400 ? 'redirected' : 'refused';
