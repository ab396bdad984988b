import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../actor.ts';
import type { Transaction } from '../../database/db.ts';
import { ApiError, ensure } from '../../errors.ts';
import { authorize, endsImpersonation, isAuthorized } from './authorization.ts';
import { requestTurn, visitorTurn } from '../admission/turns.ts';
import type { Target, VerifiedToken } from './context.ts';
import { cookieJar } from '../cookies.ts';
import { isSameOrigin, verifyCsrfToken } from './csrf.ts';
import { changeContext, readContext } from './handler-context.ts';
import { isSecureTransport, originOf } from '../hosts/hosts.ts';
import { sendReadResult, sendRevalidated } from '../http-caching.ts';
import { findStoredResponse, idempotentRequest, replayResponse, sendJson, storeResponse } from './idempotency.ts';
import { ensureVersion, parseInput, targetOf, validInput } from './input.ts';
import { handleManual, handleManualPublic } from './manual-transactions.ts';
import { observeDenial, observeExport } from './observer.ts';
import { startOptimistically } from './optimistic-read.ts';
import { tokenOf } from './request-token.ts';
import { envelope, restrictToContract, warnOfLostChanges, writeResponse } from '../response.ts';
import { type Route, type RouteRequest, selectOverload } from '../route.ts';
import { streamEvents, wantsEventStream } from '../server-sent-events.ts';
import { sendWrittenFile } from '../written-files.ts';
import { logUnknownFields } from './unknown-fields.ts';
import { countRefusedFile, releaseUpload } from '../uploads/uploads.ts';

/**
 * Processes a request: authenticate (401), CSRF and authorize (403), parse (400), idempotency, handler (404, 412, 409),
 * serialise, commit. The first step that fails determines the error. Input is parsed first, since the session is opened
 * for the record that it names, but its errors are thrown only after authorization.
 */
export async function handleRequest(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { endpoint, dependencies } = route;
  ensure(!endpoint.takesSecret || isSecureTransport(request), 'transport.insecure');
  if (route.overloads.length === 0) logUnknownFields(endpoint, request); // of overloads, once one is selected
  const input = parseInput(endpoint, request, dependencies.hardened);
  const routeRequest = { request, reply, origin: originOf(request), cookies: cookieJar(reply), input };
  const isPublic = endpoint.allow === 'anyone';
  try {
    if (wantsEventStream(endpoint, request)) return await streamEvents(route, routeRequest);
    if (endpoint.streams) return await sendWrittenFile(route, routeRequest);
    if (endpoint.manualTransaction) return await (isPublic ? handleManualPublic : handleManual)(route, routeRequest);
    return await (isPublic ? handlePublic : handleAuthenticated)(route, routeRequest);
  } catch (error) {
    await observeDenial(route, routeRequest, error);
    throw countRefusedFile(request, error);
  } finally {
    releaseUpload(request);
  }
}

/** Handles a request without a session, in the scope of the portal of its host. */
async function handlePublic({ endpoint, handler, dependencies }: Route, routeRequest: RouteRequest) {
  const { request, reply, origin, cookies, input } = routeRequest;
  ensure(endpoint.method === 'GET' || isSameOrigin(request, dependencies.publicUrl), 'session.forged');
  const result = await dependencies.admission(visitorTurn(origin)).transaction(async (db) => {
    const portal = await dependencies.authenticator.findPortal(db, origin.host);
    ensure(portal, 'tenant.unknown');
    return handler({ portal, db, origin, cookies }, validInput(input));
  });
  if (endpoint.revalidates) return sendRevalidated(request, reply, result as object, envelope(endpoint, result));
  return envelope(endpoint, result);
}

/** Verifies the token, and runs the read or change in one transaction, which an error rolls back. */
async function handleAuthenticated(route: Route, routeRequest: RouteRequest) {
  const { request, reply, origin } = routeRequest;
  const token = await tokenOf(route.dependencies, request);
  const isRead = route.endpoint.method === 'GET';
  // a change is made even if its user has left the page meanwhile
  const isAwaited = () => !isRead || !reply.raw.destroyed;
  const db = await route.dependencies.admission({ ...requestTurn(route.endpoint, token, origin), isAwaited }).begin();
  try {
    return await (isRead ? read : change)(route, routeRequest, token, db);
  } catch (error) {
    const ended = endsImpersonation(error) ? db.commit().catch(() => undefined) : db.rollback();
    // a retry must not wait for the locks of a failed change, and an impersonation has ended only once that is committed
    if (!isRead || endsImpersonation(error)) await ended;
    throw error;
  }
}

/** Runs a read, usually in one round trip to the database; see `startOptimistically`. */
async function read(route: Route, routeRequest: RouteRequest, token: VerifiedToken | undefined, db: Transaction) {
  const { endpoint, handler, dependencies } = route;
  const { request, reply, origin, cookies, input } = routeRequest;
  const target = targetOf(endpoint, input, request);
  const run = async (actor: Actor) => handler(readContext({ actor, db, origin, cookies }), validInput(input));
  // if the client disconnects, nobody receives the result of a read; a change is completed, as its user may have left the page
  reply.raw.once('close', () => !reply.raw.writableEnded && db.cancel());
  const opening = dependencies.authenticator.authenticate(db, token, origin, target);
  // the cached actor may be the impersonated user
  const canStart = endpoint.duringImpersonation !== 'asSelf' && !(input instanceof ApiError);
  const cachedActor = canStart ? token?.cachedActor : undefined;
  const mayRead = cachedActor && isAuthorized(endpoint, cachedActor, routeRequest);
  const early = startOptimistically(run, mayRead ? cachedActor : undefined);
  try {
    const actor = await opening;
    authorize(endpoint, actor, routeRequest);
    const result = await early.resultFor(actor);
    if (endpoint.exports) {
      await observeExport(route, db, { actor, origin, request }, result);
      await db.commit();
    } else db.finish();
    return await sendReadResult(endpoint, request, reply, result);
  } finally {
    await early.settled;
  }
}

/** Runs a change; the change, its audit events and the stored response commit in one transaction. */
async function change(primary: Route, routeRequest: RouteRequest, token: VerifiedToken | undefined, db: Transaction) {
  const { authenticator, csrfTokens, hardened, publicUrl, requestHashKey: hashKey } = primary.dependencies;
  const { request, reply, origin, cookies } = routeRequest;
  const target = targetOf(primary.endpoint, routeRequest.input, request);
  const openSession = (next: Target) => authenticator.authenticate(db, token, origin, next);

  const actor = await openSession(target);
  const route = selectOverload(primary, actor, request);
  const { endpoint, handler } = route;
  if (primary.overloads.length > 0) logUnknownFields(endpoint, request);

  verifyCsrfToken(endpoint, csrfTokens, actor, { request, origin, publicUrl });
  authorize(endpoint, actor, routeRequest);

  const input = validInput(route === primary ? routeRequest.input : parseInput(endpoint, request, hardened));
  const isVersioned = ensureVersion(endpoint, hardened, input);

  const idempotent = idempotentRequest(endpoint, request, { hashKey, area: actor.scope.lo, body: request.body });
  const stored = idempotent && (await findStoredResponse(db, actor, idempotent));
  if (stored) {
    await db.rollback();
    return replayResponse(reply, stored);
  }

  const { context, runAfterCommit } = changeContext(
    { actor, db, origin: { ...origin, unversioned: !isVersioned }, cookies },
    target,
    openSession,
  );
  const result = await handler(context, input).catch((error: unknown) => {
    throw restrictToContract(endpoint, error);
  });
  if (!isVersioned) warnOfLostChanges(reply);
  const responseBody = await writeResponse(route, reply, result, async (response) => {
    if (idempotent) await storeResponse(db, actor, idempotent, response);
  });
  await db.commit();
  await runAfterCommit(request.log);
  return sendJson(reply, responseBody);
}
