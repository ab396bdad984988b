import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from './actor.ts';
import { type answerWriter, enveloped, mark } from './answers.ts';
import type { Context, Gate, OpenContext, OwnContext, OwnSignedContext } from './context.ts';
import type { CookieJar } from './cookies.ts';
import type { Database, Transaction } from './db.ts';
import { demand, Refusal } from './errors.ts';
import type { Input } from './input.ts';
import type { PageMarks } from './page-marks.ts';
import type { KeptAnswer } from './repeats.ts';

/** What every door stands on: the database, the gate that says who is asking, and the marks that its own pages bear. */
export type Platform = {
  readonly database: Database;
  readonly gate: Gate;
  readonly pageMarks: PageMarks;
  /** Security before habit: a change names its version, and carries nothing that nobody asked for. */
  readonly hardened: boolean;
  /** The key under which what changes carried is made unreadable where it is kept to tell repeats. */
  readonly repeatKey: Uint8Array;
};

/** The function of a service behind a door. */
export type Handler = (
  context: Context | OpenContext | OwnContext | OwnSignedContext,
  input: Input,
) => Promise<unknown>;
/** One door, ready to be knocked at. */
export type Door = {
  readonly endpoint: Endpoint;
  readonly handler: Handler;
  readonly platform: Platform;
  readonly write: ReturnType<typeof answerWriter>;
  /** Doors at the same address, each with word of when it is meant. */
  readonly beside: Door[];
  /** Whether the server is on its way out. */
  readonly closing: () => boolean;
};
/** One request at a door: what it carries, read by the contract or refused. */
export type Asked = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly origin: Origin;
  readonly cookies: CookieJar;
  readonly input: Input | Refusal;
};

/** Writes an answer, and keeps it where it may be asked for once more. */
export async function written(
  { endpoint, write }: Door,
  reply: FastifyReply,
  result: unknown,
  keep: ((kept: KeptAnswer) => Promise<void>) | undefined,
): Promise<string> {
  mark(reply, result);
  const answer = write(enveloped(endpoint, result));
  const etag = reply.getHeader('etag');
  await keep?.({ answer, headers: typeof etag === 'string' ? { etag } : {} });
  return answer;
}

/** Where security comes first, a change says which version it starts from. */
export function demandVersion({ versioned }: Endpoint, { hardened }: Platform, sound: Input): void {
  demand(!versioned || !hardened || sound['version'] !== undefined, 'record.versionRequired');
}

/** Nobody we know: on a host without a portal that is what is said first. */
export async function strangerRefusal({ gate }: Platform, db: Transaction, origin: Origin): Promise<Refusal> {
  return new Refusal((await gate.portal(db, origin.host)) ? 'session.expired' : 'tenant.unknown');
}
