import { createHmac } from 'node:crypto';
import { admit } from './admit.ts';
import { enveloped, mark, promisedOnly } from './answers.ts';
import type { OpenContext, SignedTransaction } from './context.ts';
import { type Asked, demandVersion, type Door, strangerRefusal, written } from './door.ts';
import { demand } from './errors.ts';
import { fileRead, soundInput, targetOf } from './input.ts';
import { fromOwnPage } from './page-marks.ts';
import { answerAgain, keepAnswer, keptAnswer, repeatable, Repeated } from './repeats.ts';

/** Doors that keep their own transactions: a refusal there still leaves its mark. */
export async function answerAlone({ endpoint, handler, platform }: Door, { request, origin, cookies, input }: Asked) {
  const transaction = <T>(work: (context: OpenContext) => Promise<T>) =>
    platform.database.transaction(async (db) => {
      const portal = await platform.gate.portal(db, origin.host);
      demand(portal, 'tenant.unknown');
      return work({ portal, db, origin, cookies });
    });
  // by whichever verb: even a refusal leaves its mark here
  demand(fromOwnPage(request), 'session.forged');
  const sound = soundInput(input);
  const repeat = repeatable(endpoint, request, { markKey: platform.repeatKey, area: '', body: request.body });
  const sentAs = repeat && createHmac('sha256', repeat.bodyHash).update(`${repeat.key} ${repeat.door}`).digest();
  return enveloped(endpoint, await handler({ origin, cookies, transaction, sentAs }, sound));
}

/** Doors for somebody signed in that keep their own transactions. */
export async function answerSomebodyAlone(door: Door, asked: Asked) {
  const { endpoint, handler, platform } = door;
  const { request, reply, origin, cookies, input } = asked;
  const ticket = await platform.gate.identify(request.headers.authorization, origin);
  const opened = <T>(work: (context: SignedTransaction) => Promise<T>) =>
    platform.database.transaction(async (db) => {
      const actor = ticket && (await platform.gate.open(db, ticket, origin, targetOf(endpoint, input, request)));
      if (!actor) throw await strangerRefusal(platform, db, origin);
      admit(door.endpoint, platform.pageMarks, actor, asked);
      return work({ actor, db, origin });
    });
  const actor = await opened(async (context) => context.actor);
  const sound = soundInput(input);
  demandVersion(endpoint, platform, sound);
  const body = endpoint.file && request.headers['idempotency-key'] ? await fileRead(sound) : request.body;
  const repeat = repeatable(endpoint, request, { markKey: platform.repeatKey, area: actor.scope.lo, body });
  const demandNew = async ({ db }: SignedTransaction) => {
    const kept = repeat && (await keptAnswer(db, actor, repeat));
    if (kept) throw new Repeated(kept);
  };
  // of two at once one waits for nobody: the second is told so, or finds the first one's answer
  const lastTransaction = <T>(work: (context: SignedTransaction) => Promise<T>) =>
    opened(async (context) => {
      await demandNew(context);
      const result = await work(context);
      if (repeat) await written(door, reply, result, (kept) => keepAnswer(context.db, actor, repeat, kept));
      return result;
    });
  try {
    await opened(demandNew);
    const result = await handler({ actor, origin, cookies, transaction: opened, lastTransaction }, sound);
    mark(reply, result);
    return enveloped(endpoint, result);
  } catch (error) {
    if (error instanceof Repeated) return answerAgain(reply, error.kept);
    throw promisedOnly(endpoint, error);
  }
}
