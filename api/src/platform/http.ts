import { permits } from '@storeward/contract/access';
import { type Endpoint, type Endpoints, needed } from '@storeward/contract/endpoint';
import { messages } from '@storeward/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Actor, Origin } from './actor.ts';
import { answerWriter } from './answers.ts';
import type {
  Context,
  Gate,
  OpenContext,
  OwnContext,
  OwnSignedContext,
  Service,
  SignedTransaction,
  Target,
  Ticket,
} from './context.ts';
import type { Database, Transaction } from './db.ts';
import { cookieJar, type CookieJar } from './cookies.ts';
import { demand, Refusal } from './errors.ts';
import { isPrivate, originOf } from './hosts.ts';
import { readInput } from './input.ts';
import { keepable } from './keepable.ts';
import { fromOwnPage, type PageMarks } from './page-marks.ts';
import { keepAnswer, keptAnswer, repeatable } from './repeats.ts';
import { acceptFiles } from './uploads.ts';

/** What every door stands on: the database, the gate that says who is asking, and the marks that its own pages bear. */
export type Platform = {
  readonly database: Database;
  readonly gate: Gate;
  readonly pageMarks: PageMarks;
  readonly strictVersions: boolean;
};

type Input = Record<string, unknown>;
type Handler = (context: Context | OpenContext | OwnContext | OwnSignedContext, input: Input) => Promise<unknown>;
type Door = { readonly endpoint: Endpoint; readonly handler: Handler; readonly platform: Platform };
type Asked = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly origin: Origin;
  readonly cookies: CookieJar;
  readonly input: Input | Refusal;
};

/** Opens every door of a domain: who are you, may you, is it sound, run, answer only what the contract promises. */
export function mount<T extends Endpoints>(
  server: FastifyInstance,
  platform: Platform,
  contract: T,
  service: Service<T>,
): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const door: Door = { endpoint, handler: service[name] as Handler, platform };
    const open = endpoint.allow === 'anyone';
    const answer = endpoint.ownTransaction
      ? open
        ? answerAlone
        : answerSomebodyAlone
      : open
        ? answerAnyone
        : answerSomebody;
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      schema: { response: { 200: { type: 'object' } } },
      serializerCompiler: () => answerWriter(endpoint),
      handler: async (request, reply) => {
        demand(!endpoint.takesSecret || isPrivate(request), 'transport.insecure');
        return answer(door, {
          request,
          reply,
          origin: originOf(request),
          cookies: cookieJar(reply),
          input: readInput(endpoint, request),
        });
      },
    };
    // a door for files understands what no other does, so it has a room of its own
    if (endpoint.file) {
      void server.register(async (room) => {
        await acceptFiles(room);
        room.route(route);
      });
    } else server.route(route);
  }
}

/** Doors that keep their own transactions: a refusal there still leaves its mark. */
async function answerAlone({ endpoint, handler, platform }: Door, { request, origin, cookies, input }: Asked) {
  const transaction = <T>(work: (context: OpenContext) => Promise<T>) =>
    platform.database.transaction(async (db) => {
      const portal = await platform.gate.portal(db, origin.host);
      demand(portal, 'tenant.unknown');
      return work({ portal, db, origin, cookies });
    });
  demand(endpoint.method === 'GET' || fromOwnPage(request), 'session.forged');
  return enveloped(endpoint, await handler({ origin, cookies, transaction }, soundInput(input)));
}

/** Doors for anybody: all they know is whose portal the host is. */
async function answerAnyone({ endpoint, handler, platform }: Door, { request, origin, cookies, input }: Asked) {
  demand(endpoint.method === 'GET' || fromOwnPage(request), 'session.forged');
  const result = await platform.database.transaction(async (db) => {
    const portal = await platform.gate.portal(db, origin.host);
    demand(portal, 'tenant.unknown');
    return handler({ portal, db, origin, cookies }, soundInput(input));
  });
  return enveloped(endpoint, result);
}

/** Doors for somebody signed in that keep their own transactions. */
async function answerSomebodyAlone(door: Door, asked: Asked) {
  const { endpoint, handler, platform } = door;
  const { request, reply, origin, cookies, input } = asked;
  const ticket = await platform.gate.identify(request.headers.authorization, origin);
  const opened = <T>(work: (context: SignedTransaction) => Promise<T>) =>
    platform.database.transaction(async (db) => {
      const actor = ticket && (await platform.gate.open(db, ticket, origin, targetOf(input)));
      if (!actor) throw await strangerRefusal(platform, db, origin);
      admit(door, actor, asked);
      return work({ actor, db, origin });
    });
  const actor = await opened(async (context) => context.actor);
  const sound = soundInput(input);
  demandVersion(endpoint, platform, sound);
  const result = await handler({ actor, origin, cookies, transaction: opened }, sound).catch((error: unknown) => {
    throw promisedOnly(endpoint, error);
  });
  mark(reply, result);
  return enveloped(endpoint, result);
}

/** Doors for somebody signed in. */
async function answerSomebody(door: Door, asked: Asked) {
  const { platform } = door;
  const ticket = await platform.gate.identify(asked.request.headers.authorization, asked.origin);
  const db = await platform.database.begin();
  try {
    if (!ticket) throw await strangerRefusal(platform, db, asked.origin);
    const result = await (door.endpoint.method === 'GET'
      ? read(door, asked, ticket, db)
      : change(door, asked, ticket, db));
    return result;
  } catch (error) {
    // whoever tries again under the same key must not find the one before still in the way
    const takenBack = db.discard();
    if (door.endpoint.method !== 'GET') await takenBack;
    throw error;
  }
}

/**
 * A read goes out together with the opening of its session, in one round trip: it starts with who asked last time,
 * and is dropped and asked anew should that no longer hold, or dropped for good should the right be missing.
 */
async function read(door: Door, asked: Asked, ticket: Ticket, db: Transaction) {
  const { endpoint, handler, platform } = door;
  const { request, reply, origin, cookies, input } = asked;
  const opening = platform.gate.open(db, ticket, origin, targetOf(input));
  const run = async (actor: Actor, sound: Input) =>
    handler({ actor, db, origin, cookies, afterCommit: nothingLater }, sound);
  const guess = ticket.lastSeen;
  const early = guess && !(input instanceof Refusal) ? run(guess, input) : undefined;
  const settled = early?.then(nothing, (error: Error) => error); // judged below, once it is known whether it may be asked at all
  try {
    const actor = await opening;
    if (!actor) throw await strangerRefusal(platform, db, origin);
    admit(door, actor, asked);
    const failed = actor === guess ? undefined : await settled;
    if (failed && !(failed instanceof Refusal)) throw failed; // what the database refused has spoiled the transaction
    const result = early && actor === guess ? await early : await run(actor, soundInput(input));
    await settled;
    db.finish();
    if (endpoint.unchanging && keepable(request, reply, result as object) === 'same')
      return await reply.code(304).send();
    mark(reply, result);
    return enveloped(endpoint, result);
  } finally {
    await settled;
  }
}

/** A change asks first whether it may; it, its audit and the kept answer are stored together or not at all. */
async function change(door: Door, asked: Asked, ticket: Ticket, db: Transaction) {
  const { endpoint, handler, platform } = door;
  const { request, reply, origin, cookies, input } = asked;
  const actor = await platform.gate.open(db, ticket, origin, targetOf(input));
  if (!actor) throw await strangerRefusal(platform, db, origin);
  admit(door, actor, asked);
  const sound = soundInput(input);
  demandVersion(endpoint, platform, sound);
  const key = endpoint.secretAnswer ? undefined : request.headers['idempotency-key'];
  demand(key === undefined || (typeof key === 'string' && /^[\w-]{8,128}$/.test(key)), 'input.invalid');
  // a kept answer is for the very area it was given in: whoever was moved since gets nothing of the old one
  const repeat = key
    ? repeatable(key, `${endpoint.method} ${request.url} in ${actor.scope.lo}`, request.body)
    : undefined;
  const kept = repeat && (await keptAnswer(db, actor, repeat));
  if (kept) {
    await db.discard();
    void reply.headers({
      ...kept.headers,
      'idempotency-replayed': 'true',
      'content-type': 'application/json; charset=utf-8',
    });
    return reply.serializer(String).send(kept.answer);
  }
  const later: (() => Promise<void>)[] = [];
  const result = await handler(
    { actor, db, origin, cookies, afterCommit: (work) => void later.push(work) },
    sound,
  ).catch((error: unknown) => {
    throw promisedOnly(endpoint, error);
  });
  mark(reply, result);
  const write = reply.getSerializationFunction('200') as ((value: unknown) => string) | undefined;
  const answer = (write ?? JSON.stringify)(enveloped(endpoint, result));
  if (repeat) {
    const etag = reply.getHeader('etag');
    await keepAnswer(db, actor, repeat, { answer, headers: typeof etag === 'string' ? { etag } : {} });
  }
  await db.commit();
  for (const work of later)
    await work().catch((error: unknown) => request.log.error(error, 'work after the commit failed'));
  void reply.header('content-type', 'application/json; charset=utf-8');
  return reply.serializer(String).send(answer);
}

function demandVersion({ versioned }: Endpoint, { strictVersions }: Platform, sound: Input): void {
  demand(!versioned || !strictVersions || sound['version'] !== undefined, 'record.versionRequired');
}

/** A refusal that shows the record as it stands tells no more of it than the door's answer would. */
function promisedOnly({ result }: Endpoint, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.details.current === undefined) return error;
  return new Refusal(error.code, { ...error.details, current: result.parse(error.details.current) });
}

/** Nobody we know: on a host without a portal that is what is said first. */
async function strangerRefusal({ gate }: Platform, db: Transaction, origin: Origin): Promise<Refusal> {
  return new Refusal((await gate.portal(db, origin.host)) ? 'session.expired' : 'tenant.unknown');
}

/** Lets somebody known through a door: a change from a page of the portal, whoever holds the right, once a given password is changed. */
function admit({ endpoint, platform }: Door, actor: Actor, { request, origin }: Asked): void {
  const safe = endpoint.method === 'GET';
  demand(
    safe || (fromOwnPage(request) && platform.pageMarks.isEchoed(request, origin, actor.sessionId)),
    'session.forged',
  );
  const self =
    endpoint.orSelf !== undefined && (request.params as Record<string, string>)[endpoint.orSelf] === actor.userId;
  const want = self ? undefined : needed(endpoint);
  if (want && !permits(actor.permissions, want.names, want.mode)) {
    const place = actor.rootNode ? ` on ${actor.rootNode.name}` : '';
    throw new Refusal('access.denied', {
      message: `Your role needs ${want.names.join(want.mode === 'all' ? ' and ' : ' or ')}${place}.`,
    });
  }
  demand(!actor.mustChangePassword || (endpoint.beforePasswordChange && (self || !want)), 'password.mustChange');
}

function soundInput(input: Input | Refusal): Input {
  if (input instanceof Refusal) throw input;
  return input;
}

function targetOf(input: Input | Refusal): Target {
  if (input instanceof Refusal) return {};
  const { params, query, body } = input as Record<'params' | 'query' | 'body', Record<string, unknown> | undefined>;
  const word = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { id: word(params?.['id']), orgId: word(query?.['orgId'] ?? body?.['orgId']) };
}

const nothing = () => undefined;

const nothingLater = () => {
  throw new Error('a read has nothing to do after a commit');
};

function mark(reply: FastifyReply, result: unknown): void {
  const version = typeof result === 'object' && result !== null && 'version' in result ? result.version : undefined;
  if (typeof version === 'number') void reply.header('etag', `"${version}"`);
}

function enveloped({ page, says, resultIsMessage }: Endpoint, result: unknown) {
  if (page) return result;
  if (says) return { result, message: messages[says], messageCode: says };
  return resultIsMessage ? { result, message: result } : { result };
}
