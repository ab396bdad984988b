import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../actor.ts';
import type { Db } from '../database/db.ts';
import { ApiError } from '../errors.ts';

/** A request of an authenticated user that was denied: a missing permission, or a record that does not exist in the own scope. */
export type Denial = {
  readonly actor: Actor;
  readonly origin: Origin;
  readonly endpoint: Endpoint;
  readonly error: ApiError;
  readonly params: unknown;
  readonly requestId: string;
};

/** A read that takes data out of the portal, with what it was limited to and the number of its rows. */
export type DataExport = {
  readonly actor: Actor;
  readonly origin: Origin;
  readonly kind: NonNullable<Endpoint['exports']>;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly rowCount: number;
  /** Set if the client left before the end. */
  readonly interrupted?: true;
};

/** Receives what happens to requests besides their changes. */
export type RequestObserver = {
  readonly denied: (denial: Denial) => Promise<void>;
  /** Writes in the transaction of the read, or in one of its own if there is none or it is read-only; the response ends after it. */
  readonly exported: (db: Db | undefined, dataExport: DataExport) => Promise<void>;
};

/** The part of a route that is needed here. */
type ObservedRoute = {
  readonly endpoint: Endpoint;
  readonly dependencies: { readonly observer: () => RequestObserver };
};

const actors = new WeakMap<FastifyRequest, Actor>();

/** Remembers the authenticated user of a request, in case it is denied. */
export const rememberActor = (request: FastifyRequest, actor: Actor): void => void actors.set(request, actor);

/** Errors with these codes come of how the portal is used, not of trying what is not allowed. */
const harmless: readonly ApiError['code'][] = ['password.mustChange', 'session.otherEyes', 'session.readOnly'];

/** Tells the observer of a denied request; a failure of it is only logged, since the response is the same. */
export async function observeDenial(
  { endpoint, dependencies }: ObservedRoute,
  { request, origin }: { request: FastifyRequest; origin: Origin },
  error: unknown,
): Promise<void> {
  const actor = actors.get(request);
  if (!actor || !(error instanceof ApiError) || harmless.includes(error.code)) return;
  if (error.status !== 403 && error.status !== 404) return;
  const denial = { actor, origin, endpoint, error, params: request.params, requestId: request.id };
  await dependencies
    .observer()
    .denied(denial)
    .catch((failure: unknown) => request.log.error(failure, 'a denial could not be audited'));
}

/** Tells the observer of an export, in the transaction of the read. */
export async function observeExport(route: ObservedRoute, db: Db, by: Exporter, result: unknown): Promise<void> {
  const { rowCount, result: rows } = result as { rowCount?: number; result?: readonly unknown[] };
  await observeRows(route, db, by, { rowCount: rowCount ?? rows?.length ?? 0 });
}

type Exporter = { readonly actor: Actor; readonly origin: Origin; readonly request: FastifyRequest };

/** The same where the number of rows is known only after the read. */
export async function observeRows(
  { endpoint, dependencies }: ObservedRoute,
  db: Db | undefined,
  { actor, origin, request }: Exporter,
  rows: Pick<DataExport, 'rowCount' | 'interrupted'>,
): Promise<void> {
  const {
    cursor,
    size: _,
    ...filter
  } = { ...(request.query as Record<string, unknown>), ...(request.params as object) };
  await dependencies.observer().exported(db, {
    actor,
    origin,
    kind: endpoint.exports!,
    filter: { ...filter, ...(cursor === undefined ? {} : { continued: true }) },
    ...rows,
  });
}
