import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../../actor.ts';
import type { Db } from '../../database/db.ts';
import type { Admission, Transactions } from '../admission/admission.ts';
import { actorTurn } from '../admission/turns.ts';
import { ApiError } from '../../errors.ts';

/** A request of an authenticated user that was denied: a missing permission, or a record that does not exist in the own scope. */
export type Denial = {
  readonly actor: Actor;
  readonly origin: Origin;
  readonly endpoint: Endpoint;
  readonly error: ApiError;
  readonly params: unknown;
  readonly requestId: string;
};

/** A read that exports data from the portal, with its filter and the number of its rows. */
export type DataExport = {
  readonly actor: Actor;
  readonly origin: Origin;
  readonly kind: NonNullable<Endpoint['exports']>;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly rowCount: number;
};

/** Receives denied requests and exports, neither of which are changes. */
export type RequestObserver = {
  readonly denied: (transactions: Transactions, denial: Denial) => Promise<void>;
  /**
   * Writes in the transaction of the read, or in its own if there is none or it is read-only; the response is completed
   * afterwards.
   */
  readonly exported: (db: Db | undefined, dataExport: DataExport) => Promise<void>;
};

/** The part of a route that is needed here. */
type ObservedRoute = {
  readonly endpoint: Endpoint;
  readonly dependencies: { readonly observer: () => RequestObserver; readonly admission: Admission };
};

const actors = new WeakMap<FastifyRequest, Actor>();

/** Stores the authenticated user of a request, in case it is denied. */
export const rememberActor = (request: FastifyRequest, actor: Actor): void => void actors.set(request, actor);

/** Errors that result from normal use of the portal rather than from attempts at forbidden actions. */
const harmless: readonly ApiError['code'][] = ['password.mustChange', 'session.otherEyes', 'session.readOnly'];

/** Notifies the observer of a denied request; a failure is only logged, since the response is the same. */
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
    .denied(dependencies.admission(actorTurn(actor)), denial)
    .catch((failure: unknown) => request.log.error(failure, 'a denial could not be audited'));
}

/** Notifies the observer of an export, in the transaction of the read. */
export async function observeExport(route: ObservedRoute, db: Db, by: Exporter, result: unknown): Promise<void> {
  const { rowCount, result: rows } = result as { rowCount?: number; result?: readonly unknown[] };
  await observeRows(route, db, by, { rowCount: rowCount ?? rows?.length ?? 0 });
}

type Exporter = { readonly actor: Actor; readonly origin: Origin; readonly request: FastifyRequest };

/** The same for reads whose number of rows is known only afterwards. */
export async function observeRows(
  { endpoint, dependencies }: ObservedRoute,
  db: Db | undefined,
  { actor, origin, request }: Exporter,
  rows: Pick<DataExport, 'rowCount'>,
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
