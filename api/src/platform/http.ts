import type { Endpoints } from '@storeward/contract/endpoint';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Actor } from './actor.ts';
import { admit } from './admit.ts';
import { answerWriter, enveloped, mark, promisedOnly } from './answers.ts';
import type { Context, Service, Target, Ticket } from './context.ts';
import { cookieJar } from './cookies.ts';
import type { Transaction } from './db.ts';
import { type Asked, demandVersion, type Door, type Handler, type Platform, strangerRefusal, written } from './door.ts';
import { demand, Refusal } from './errors.ts';
import { isPrivate, originOf } from './hosts.ts';
import { type Input, readInput, soundInput, targetOf } from './input.ts';
import { keepable, shortened, stillHeld } from './keepable.ts';
import { noteLeftAside } from './left-aside.ts';
import { answerLive, wantsLive } from './live.ts';
import { answerAlone, answerSomebodyAlone } from './own-transactions.ts';
import { fromOwnPage } from './page-marks.ts';
import { answerAgain, keepAnswer, keptAnswer, repeatable } from './repeats.ts';
import { doorMeant, standsBeside } from './shared-addresses.ts';
import { acceptFiles, letGo } from './uploads.ts';

/** Opens every door of a domain: who are you, may you, is it sound, run, answer only what the contract promises. */
export function mount<T extends Endpoints>(
  server: FastifyInstance,
  platform: Platform,
  contract: T,
  service: Service<T>,
): void {
  let leaving = false;
  server.addHook('preClose', async () => void (leaving = true));
  for (const [name, endpoint] of Object.entries(contract)) {
    const door: Door = {
      endpoint,
      handler: service[name] as Handler,
      platform,
      write: answerWriter(endpoint),
      beside: [],
      closing: () => leaving,
    };
    if (standsBeside(server, door)) continue;
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
      serializerCompiler: () => door.write,
      async handler(request, reply) {
        demand(!endpoint.takesSecret || isPrivate(request), 'transport.insecure');
        if (door.beside.length === 0) noteLeftAside(endpoint, request); // else it shows later which is meant
        const asked = {
          request,
          reply,
          origin: originOf(request),
          cookies: cookieJar(reply),
          input: readInput(endpoint, request, platform.hardened),
        };
        try {
          return await (wantsLive(endpoint, request) ? answerLive(door, asked) : answer(door, asked));
        } finally {
          letGo(request);
        }
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

/** Doors for anybody: all they know is whose portal the host is. */
async function answerAnyone({ endpoint, handler, platform }: Door, asked: Asked) {
  const { request, reply, origin, cookies, input } = asked;
  demand(endpoint.method === 'GET' || fromOwnPage(request), 'session.forged');
  const result = await platform.database.transaction(async (db) => {
    const portal = await platform.gate.portal(db, origin.host);
    demand(portal, 'tenant.unknown');
    return handler({ portal, db, origin, cookies }, soundInput(input));
  });
  if (endpoint.revalidates) return stillHeld(request, reply, result as object, enveloped(endpoint, result));
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
    const takenBack = endsSeeing(error) ? db.commit().catch(() => undefined) : db.discard();
    if (door.endpoint.method !== 'GET') await takenBack;
    throw error;
  }
}

/** Whether somebody no longer sees with the eyes that their page was drawn for: that it is over stays written, although they are refused. */
const endsSeeing = (error: unknown) => error instanceof Refusal && error.code === 'session.otherEyes';

/**
 * A read goes out together with the opening of its session, in one round trip: it starts with who asked last time,
 * and is dropped and asked anew should that no longer hold, or dropped for good should the right be missing.
 */
async function read(door: Door, asked: Asked, ticket: Ticket, db: Transaction) {
  const { endpoint, handler, platform } = door;
  const { request, reply, origin, cookies, input } = asked;
  const opening = platform.gate.open(db, ticket, origin, targetOf(endpoint, input, request));
  const run = async (actor: Actor, sound: Input) =>
    handler({ actor, db, origin, cookies, afterCommit: changesNothing, actingIn: changesNothing }, sound);
  // who asks as themselves may not be who was seen last
  const guess = endpoint.whileSeeing === 'asOneself' ? undefined : ticket.lastSeen;
  const early = guess && !(input instanceof Refusal) ? run(guess, input) : undefined;
  const settled = early?.then(nothing, (error: Error) => error); // judged below, once it is known whether it may be asked at all
  try {
    const actor = await opening;
    if (!actor) throw await strangerRefusal(platform, db, origin);
    admit(door.endpoint, platform.pageMarks, actor, asked);
    const failed = actor === guess ? undefined : await settled;
    if (failed && !(failed instanceof Refusal)) throw failed; // what the database refused has spoiled the transaction
    const result = early && actor === guess ? await early : await run(actor, soundInput(input));
    await settled;
    db.finish();
    if (endpoint.unchanging) return await keepable(request, reply, result as object, enveloped(endpoint, result));
    mark(reply, result);
    if (endpoint.compressed) return await shortened(request, reply, enveloped(endpoint, result));
    return enveloped(endpoint, result);
  } finally {
    await settled;
  }
}

/** A change asks first whether it may; it, its audit and the kept answer are stored together or not at all. */
async function change(first: Door, asked: Asked, ticket: Ticket, db: Transaction) {
  const { platform } = first;
  const { request, reply, origin, cookies } = asked;
  const target = targetOf(first.endpoint, asked.input, request);
  const open = async (wanted: Target) => {
    const found = await platform.gate.open(db, ticket, origin, wanted);
    if (!found) throw await strangerRefusal(platform, db, origin);
    return found;
  };
  const actor = await open(target);
  const door = doorMeant(first, actor, request);
  const { endpoint, handler } = door;
  if (first.beside.length > 0) noteLeftAside(endpoint, request);
  admit(door.endpoint, platform.pageMarks, actor, asked);
  const sound = soundInput(door === first ? asked.input : readInput(endpoint, request, platform.hardened));
  demandVersion(endpoint, platform, sound);
  const markKey = platform.repeatKey;
  const repeat = repeatable(endpoint, request, { markKey, area: actor.scope.lo, body: request.body });
  const kept = repeat && (await keptAnswer(db, actor, repeat));
  if (kept) {
    await db.discard();
    return answerAgain(reply, kept);
  }
  const later: (() => Promise<void>)[] = [];
  const context: Context = {
    actor,
    db,
    origin,
    cookies,
    afterCommit: (work) => void later.push(work),
    async actingIn(orgId, work) {
      const done = await work({ ...context, actor: await open({ orgId }) });
      await open(target); // what follows is kept where the change began
      return done;
    },
  };
  const result = await handler(context, sound).catch((error: unknown) => {
    throw promisedOnly(endpoint, error);
  });
  const answer = await written(door, reply, result, repeat && ((kept) => keepAnswer(db, actor, repeat, kept)));
  await db.commit();
  for (const work of later)
    await work().catch((error: unknown) => request.log.error(error, 'work after the commit failed'));
  void reply.header('content-type', 'application/json; charset=utf-8');
  return reply.serializer(String).send(answer);
}

const nothing = () => undefined;

const changesNothing = () => {
  throw new Error('a read has nothing to do after a commit, nor in another organisation');
};
