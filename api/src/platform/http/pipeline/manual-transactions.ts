import { createHmac } from 'node:crypto';
import { requestTurn, visitorTurn } from '../admission/turns.ts';
import { authorize } from './authorization.ts';
import { envelope, restrictToContract, setEtag, warnOfLostChanges, writeResponse } from '../response.ts';
import type { PublicContext, AuthenticatedTransaction } from './context.ts';
import type { Route, RouteRequest } from '../route.ts';
import { ApiError, ensure } from '../../errors.ts';
import { ensureVersion, hashOfFile, targetOf, validInput } from './input.ts';
import { identifyUploader } from '../uploads/uploads.ts';
import { isSameOrigin, verifyCsrfToken } from './csrf.ts';
import { tokenOf } from './request-token.ts';
import { sendRevalidated } from '../http-caching.ts';
import {
  replayResponse,
  storeResponse,
  findStoredResponse,
  idempotentRequest,
  DuplicateRequest,
} from './idempotency.ts';

/** Handles an unauthenticated request with manual transactions: what it writes stays, even if the request then fails. */
export async function handleManualPublic(
  { endpoint, handler, dependencies }: Route,
  { request, reply, origin, cookies, input }: RouteRequest,
) {
  const transaction = <T>(work: (context: PublicContext) => Promise<T>) =>
    dependencies.admission(visitorTurn(origin)).transaction(async (db) => {
      const portal = await dependencies.authenticator.findPortal(db, origin.host);
      ensure(portal, 'tenant.unknown');
      return work({ portal, db, origin, cookies });
    });
  // for GET too: even a rejected request may write here; but no page of another site can send a key
  const isKeyed = endpoint.method === 'GET' && origin.apiKey !== undefined;
  ensure(isKeyed || isSameOrigin(request, dependencies.publicUrl), 'session.forged');
  const validatedInput = validInput(input);
  if (endpoint.file)
    identifyUploader(request, dependencies.uploads, { user: origin.address, organisation: origin.host });
  const idempotent = idempotentRequest(endpoint, request, {
    hashKey: dependencies.requestHashKey,
    area: '',
    body: request.body,
  });
  const requestDigest =
    idempotent && createHmac('sha256', idempotent.bodyHash).update(`${idempotent.key} ${idempotent.endpoint}`).digest();
  const result = await handler({ origin, cookies, transaction, requestDigest }, validatedInput);
  const responseBody = envelope(endpoint, result);
  return endpoint.revalidates ? sendRevalidated(request, reply, result as object, responseBody) : responseBody;
}

/** Handles an authenticated request with manual transactions. */
export async function handleManual(route: Route, routeRequest: RouteRequest) {
  const { endpoint, handler, dependencies } = route;
  const { request, reply, cookies, input } = routeRequest;
  let { origin } = routeRequest;
  const token = await tokenOf(dependencies, request);
  const turn = requestTurn(endpoint, token, origin);
  const transaction = <T>(work: (context: AuthenticatedTransaction) => Promise<T>) =>
    dependencies.admission(turn).transaction(async (db) => {
      const target = targetOf(endpoint, input, request);
      const actor = await dependencies.authenticator.authenticate(db, token, origin, target);
      verifyCsrfToken(endpoint, dependencies.csrfTokens, actor, { request, origin, publicUrl: dependencies.publicUrl });
      authorize(endpoint, actor, routeRequest);
      return work({ actor, db, origin });
    });
  const actor = await transaction(async (context) => context.actor);
  const validatedInput = validInput(input);
  const isVersioned = ensureVersion(endpoint, dependencies.hardened, validatedInput);
  origin = { ...origin, unversioned: !isVersioned };
  if (endpoint.file)
    identifyUploader(request, dependencies.uploads, { user: actor.userId, organisation: actor.homeOrgId });
  const body = endpoint.file && request.headers['idempotency-key'] ? await hashOfFile(validatedInput) : request.body;
  const idempotent = idempotentRequest(endpoint, request, {
    hashKey: dependencies.requestHashKey,
    area: actor.scope.lo,
    body,
  });
  const ensureNotProcessed = async ({ db }: AuthenticatedTransaction) => {
    const stored = idempotent && (await findStoredResponse(db, actor, idempotent));
    if (stored) throw new DuplicateRequest(stored);
  };
  // of two concurrent requests the second fails with `request.stillRunning`, or replays the first one's response
  const finalTransaction = <T>(work: (context: AuthenticatedTransaction) => Promise<T>) =>
    transaction(async (context) => {
      await ensureNotProcessed(context);
      const result = await work(context);
      if (!isVersioned) warnOfLostChanges(reply);
      if (idempotent)
        await writeResponse(route, reply, result, (stored) => storeResponse(context.db, actor, idempotent, stored));
      return result;
    });
  try {
    await transaction(ensureNotProcessed);
    const result = await handler({ actor, origin, cookies, transaction, finalTransaction }, validatedInput);
    setEtag(reply, result);
    return envelope(endpoint, result);
  } catch (error) {
    // a repeat that fails because the first request has succeeded meanwhile gets its response
    const mayRepeat = idempotent !== undefined && error instanceof ApiError;
    const repeated = mayRepeat ? await transaction(ensureNotProcessed).catch((found: unknown) => found) : error;
    if (repeated instanceof DuplicateRequest) return replayResponse(reply, repeated.storedResponse);
    throw restrictToContract(endpoint, error);
  }
}
