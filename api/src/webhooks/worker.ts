import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { maxFailingDays } from '@storeward/contract/webhooks';
import type { Authenticator, ChangeEvents } from '../platform/http/pipeline/context.ts';
import type { Database } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import type { SafeFetch } from '../platform/security/safe-fetch.ts';
import { workerLoop, type WorkerLoop } from '../platform/worker-loop.ts';
import * as messages from './message-queries.ts';
import { queueMessagesForEvents } from './change-events.ts';
import { deferFailedEvents, markDueEvents } from './change-event-queries.ts';
import * as queries from './queries.ts';
import { eventsByAction, queueRecordMessages } from './record-events.ts';
import { responseExcerpt } from './response-excerpt.ts';
import { retryAfterSeconds, statusFailure } from './response-status.ts';

export type WebhookWorkerDependencies = {
  readonly database: Database;
  /** Claims due change events and sets the transaction's scope to their organisation. */
  readonly claimEvents: Authenticator['claimChangeEvents'];
  /** Claims new audit entries for one webhook and sets the transaction's scope to its organisation. */
  readonly claimEntries: Authenticator['claimAuditEntries'];
  /** Decrypts a secret with its organisation's encrypted key; undefined if that fails. */
  readonly decrypt: (
    stored: Omit<messages.SigningSecret, 'key' | 'webhookId'> & { readonly key: Buffer },
    belongsTo: queries.SecretOwner,
  ) => string | undefined;
  readonly httpClient: SafeFetch;
  readonly warn: (fields: object, message: string) => void;
};

const pollIntervalMs = 2_000;
const maxConcurrent = 8;
/** Longer than one delivery may take. After it, another process may claim the message. */
const leaseSeconds = 60;
const shutdownGraceSeconds = 5;
/** Audit entries that one transaction reads for a webhook, and messages that one part of a replay queues. */
const entriesAtOnce = 500;
const replayedAtOnce = 100;

/**
 * Creates the worker: change events and audit entries become messages, and messages are delivered. Messages of a killed process are
 * claimed again after their lease.
 */
export function webhookWorker({
  database,
  claimEvents,
  claimEntries,
  decrypt,
  httpClient,
  warn,
}: WebhookWorkerDependencies): WorkerLoop {
  const inFlight = new Set<Promise<void>>();
  const sendLoop = workerLoop(sendDueMessages, {
    name: 'webhookMessages',
    intervalMs: pollIntervalMs,
    onError: (error) => warn({ err: error }, 'claiming webhook messages failed'),
  });
  const changeEventLoop = workerLoop(processEvents, {
    name: 'changeEvents',
    intervalMs: pollIntervalMs,
    onError: (error) => warn({ err: error }, 'claiming change events failed'),
  });
  const entryLoop = workerLoop(processEntries, {
    name: 'auditEvents',
    intervalMs: pollIntervalMs,
    onError: (error) => warn({ err: error }, 'following the audit for webhooks failed'),
  });
  const replayLoop = workerLoop(continueReplays, {
    name: 'webhookReplays',
    intervalMs: pollIntervalMs,
    onError: (error) => warn({ err: error }, 'replaying webhook messages failed'),
  });
  const loops = [changeEventLoop, entryLoop, replayLoop, sendLoop];
  return {
    start() {
      for (const loop of loops) loop.start();
    },
    wake() {
      for (const loop of loops) loop.wake();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.race([Promise.all(inFlight), pause(shutdownGraceSeconds * 1000, undefined, { ref: false })]);
    },
  };

  /** Processes the oldest due events. Returns whether there may be more. */
  async function processEvents(): Promise<boolean> {
    if (!(await database.transaction(markDueEvents))) return false;
    let claimed: ChangeEvents | undefined;
    const evaluate = (uncompared?: ChangeEvents) =>
      database.transaction(async (db) => {
        claimed = await claimEvents(db);
        const comparesValues = claimed?.events[0]?.id !== uncompared?.events[0]?.id;
        if (claimed) await queueMessagesForEvents(db, claimed, { comparesValues });
      });
    try {
      await evaluate().catch((error: unknown) => {
        if (!claimed || !isTimeout(error)) throw error;
        warn(
          { err: error, events: claimed.events.map(({ id }) => id) },
          'comparing values took too long; all stores below the changes count as changed',
        );
        return evaluate(claimed);
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

  /** Turns the next audit entries of one webhook into messages. Returns whether there may be more. */
  async function processEntries(): Promise<boolean> {
    const claimed = await database.transaction(async (db) => {
      const entries = await claimEntries(db, eventsByAction, entriesAtOnce);
      if (entries) await queueRecordMessages(db, entries);
      return entries;
    });
    if (claimed && claimed.entries.length > 0) sendLoop.wake();
    return claimed !== undefined;
  }

  async function continueReplays(): Promise<boolean> {
    const continued = await database.transaction((db) => queries.continueReplays(db, replayedAtOnce));
    if (continued) sendLoop.wake();
    return continued;
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
    const { status, error } = outcome;
    if (error) warn({ message: message.id, status, error }, 'webhook delivery failed');
    const disabled = await database.transaction((db) =>
      messages.recordOutcome(db, outcome, { days: maxFailingDays, auditId: newId() }),
    );
    if (disabled) warn({ message: message.id, reason: disabled }, 'webhook disabled');
  }

  async function post({ id, url, body, at, secrets }: messages.ClaimedMessage): Promise<messages.DeliveryOutcome> {
    const keys = secrets.flatMap(
      ({ webhookId, key, ...stored }) =>
        decrypt({ ...stored, key: Buffer.from(key, 'base64') }, queries.secretOwner(webhookId)) ?? [],
    );
    if (keys.length < secrets.length)
      return { id, status: null, response: null, error: 'noSecret', durationMs: 0, retryAfter: null };
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Storeward',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': keys.map((key) => signature(key, `${id}.${at}.${body}`)).join(' '),
    };
    const { status, error, durationMs, start, retryAfter } = await httpClient.post(url, headers, body);
    const response = responseExcerpt(start, [url, headers['webhook-signature'], ...keys]);
    return {
      id,
      status,
      response,
      error: error ?? statusFailure(status ?? 0),
      durationMs,
      retryAfter: retryAfterSeconds(retryAfter, Date.now()),
    };
  }
}

/** Whether the database, or the client in its place, ended a statement or a transaction at its time limit. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (['57014', '25P03'].includes((error as { code?: string }).code ?? '') || error.message === 'Query read timeout');

/** The webhook signature by Standard Webhooks: HMAC-SHA256; receivers compute the same and compare. */
const signature = (secret: string, text: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest('base64')}`;
