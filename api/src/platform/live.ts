import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { admit } from './admit.ts';
import { enveloped } from './answers.ts';
import { type Asked, type Door, strangerRefusal } from './door.ts';
import { Refusal } from './errors.ts';
import { soundInput, targetOf } from './input.ts';

/** What is quickly done is quickly told; what takes long is looked at less often. */
const lookAfter = (since: number) => Math.min(700, 60 + since / 5);
/** Now and then something is said, so that nobody between the two takes the line for dead. */
const breathEvery = 15_000;
/** Then whoever listens asks anew. */
const longest = 10 * 60_000;

/** Whether a request wants to be told of every change of what it asks for. */
export const wantsLive = ({ live }: Endpoint, { headers }: FastifyRequest): boolean =>
  live !== undefined && /\btext\/event-stream\b/.test(headers.accept ?? '');

/**
 * Answers a read again whenever its result has changed, as server-sent events, until it rests.
 *
 * Each look is a read of its own: a session that ends meanwhile, or a right that is taken, ends the line. Listening is no
 * touch of a keyboard, so it keeps nobody signed in.
 */
export async function answerLive(door: Door, asked: Asked): Promise<unknown> {
  const { endpoint, handler, platform, write } = door;
  const { request, reply, cookies } = asked;
  const begun = performance.now();
  const since = () => performance.now() - begun;
  const ticket = await platform.gate.identify(request.headers.authorization, asked.origin);
  const look = () =>
    platform.database.transaction(async (db) => {
      const origin = { ...asked.origin, idleSeconds: (asked.origin.idleSeconds ?? 0) + Math.floor(since() / 1000) };
      const actor = ticket && (await platform.gate.open(db, ticket, origin, targetOf(endpoint, asked.input, request)));
      if (!actor) throw await strangerRefusal(platform, db, origin);
      admit(endpoint, platform.pageMarks, actor, { request, origin });
      const nothingElse = () => {
        throw new Error('a read has nothing to do after a commit, nor in another organisation');
      };
      const context = { actor, db, origin, cookies, afterCommit: nothingElse, actingIn: nothingElse };
      return handler(context, soundInput(asked.input));
    });

  const { raw } = reply;
  const gone = new AbortController();
  raw.on('close', () => gone.abort());
  let result = await look(); // what is refused now is refused like everywhere
  reply.hijack();
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  };
  raw.writeHead(200, headers as Record<string, string>);
  let told = '';
  let breath = 0;
  try {
    for (;;) {
      const words = write(enveloped(endpoint, result));
      if (words !== told) raw.write(`data: ${words}\n\n`);
      else if (since() - breath > breathEvery) raw.write(': still here\n\n');
      if (words !== told || since() - breath > breathEvery) breath = since();
      told = words;
      if (endpoint.live?.(result) || door.closing() || since() > longest) break;
      await pause(lookAfter(since()), undefined, { signal: gone.signal });
      result = await look();
    }
  } catch (error) {
    // who hung up needs no word; for all else the line ends, and whoever listens asks anew and is told why
    if (!gone.signal.aborted && !(error instanceof Refusal)) request.log.error(error, 'a live answer ended early');
  }
  raw.end();
  return reply;
}
