import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { patienceDays } from '@storeward/contract/webhooks';
import type { Gate, News } from '../platform/context.ts';
import type { Database } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { inRounds, type Rounds } from '../platform/rounds.ts';
import * as messages from './message-queries.ts';
import { tellNews } from './news.ts';
import { noteNewsFailed, settleNews } from './news-queries.ts';

/** What telling others stands on. */
export type WebhookParts = {
  readonly database: Database;
  /** Opens the news that is due, with the scope of this transaction set to its organisation. */
  readonly takeUpNews: Gate['takeUpNews'];
  /** Opens a secret by the key of its organisation, which is sealed itself; nothing where that cannot be. */
  readonly unseal: (key: Buffer, secret: string) => string | undefined;
  readonly out: Pick<Outgoing, 'post'>;
  readonly warn: (facts: object, words: string) => void;
};

const lookEvery = 2_000;
const atOnce = 8;
/** Longer than one message may take; then whoever had it is taken for gone. */
const leaseSeconds = 60;
const patienceSeconds = 5;

/** Sets up telling: what has changed is made into messages, and these are sent. What a killed process left behind is found by the first look. */
export function webhookWorker({ database, takeUpNews, unseal, out, warn }: WebhookParts): Rounds {
  const inHand = new Set<Promise<void>>();
  const sending = inRounds(send, {
    every: lookEvery,
    failed: (error) => warn({ err: error }, 'messages for webhooks could not be looked for'),
  });
  const telling = inRounds(tell, {
    every: lookEvery,
    failed: (error) => warn({ err: error }, 'news of settings could not be looked for'),
  });
  return {
    start() {
      telling.start();
      sending.start();
    },
    nudge() {
      telling.nudge();
      sending.nudge();
    },
    async stop() {
      await Promise.all([telling.stop(), sending.stop()]);
      await Promise.race([Promise.all(inHand), pause(patienceSeconds * 1000, undefined, { ref: false })]);
    },
  };

  /** Makes the news that has waited longest into messages; false when none is ready. */
  async function tell(): Promise<boolean> {
    if (!(await database.transaction(settleNews))) return false;
    let taken: News | undefined;
    try {
      await database.transaction(async (db) => {
        taken = await takeUpNews(db);
        if (taken) await tellNews(db, taken);
      });
    } catch (error) {
      const ids = taken?.news.map(({ id }) => id);
      if (!ids) throw error;
      warn({ err: error, news: ids }, 'news of settings could not be told; it is tried again');
      await database.transaction((db) => noteNewsFailed(db, ids));
      return true;
    }
    if (taken) sending.nudge();
    return taken !== undefined;
  }

  /** Fills the places that are free, without waiting for the others; whoever is done has it look again. */
  async function send(): Promise<boolean> {
    const free = atOnce - inHand.size;
    if (free === 0) return false;
    for (const message of await database.transaction((db) => messages.takeMessages(db, free, leaseSeconds))) {
      const handed = hand(message)
        // it falls due again when nobody has it any longer
        .catch((error: unknown) => warn({ err: error, message: message.id }, 'what became of a message was not noted'))
        .finally(() => {
          inHand.delete(handed);
          sending.nudge();
        });
      inHand.add(handed);
    }
    return false;
  }

  async function hand(message: messages.TakenMessage): Promise<void> {
    const outcome = await sendOff(message);
    if (outcome.trouble) {
      const { answer, trouble } = outcome;
      warn({ message: message.id, answer, trouble }, 'a message for a webhook was not taken');
    }
    const off = await database.transaction((db) =>
      messages.noteAnswer(db, outcome, { days: patienceDays, auditId: newId() }),
    );
    if (off) warn({ message: message.id }, 'a webhook was turned off, since it has taken nothing for days');
  }

  async function sendOff({ id, url, body, at, secrets }: messages.TakenMessage): Promise<messages.Outcome> {
    const keys = secrets.flatMap(({ secret, key }) => unseal(Buffer.from(key, 'base64'), secret) ?? []);
    if (keys.length < secrets.length) return { id, answer: null, trouble: 'noSecret', took: 0 };
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Storeward',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': keys.map((key) => signature(key, `${id}.${at}.${body}`)).join(' '),
    };
    const { answer, trouble, took } = await out.post(url, headers, body);
    return { id, answer, trouble: trouble ?? refusal(answer ?? 0), took };
  }
}

/** A signature by the rules of Standard Webhooks: the receiver makes the same of what it got, and compares. */
const signature = (secret: string, text: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest('base64')}`;

const refusal = (answer: number) =>
  answer >= 200 && answer < 300 ? null : answer >= 300 && answer < 400 ? 'redirected' : 'refused';
