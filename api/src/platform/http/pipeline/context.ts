import type { Endpoint, Endpoints, InputOf, ResultOf } from '@storeward/contract/endpoint';
import type { Actor, Origin, Portal, Scope } from '../../actor.ts';
import type { CookieJar } from '../cookies.ts';
import type { Db } from '../../database/db.ts';

/** The context of a handler for authenticated requests. */
export type Context = {
  readonly actor: Actor;
  readonly db: Db;
  readonly origin: Origin;
  readonly cookies: CookieJar;
  /** Registers work to run after the commit; it does not run after a rollback. */
  readonly afterCommit: (work: () => Promise<void>) => void;
  /** For platform users: runs part of a change in the scope of one organisation. */
  readonly inOrganisation: <T>(orgId: string, work: (context: Context) => Promise<T>) => Promise<T>;
};

/** The context of a handler for unauthenticated requests: the portal of the request's host. */
export type PublicContext = {
  readonly portal: Portal;
  readonly db: Db;
  readonly origin: Origin;
  readonly cookies: CookieJar;
};

/** The context of an unauthenticated handler that opens its own transactions, each in the scope of the host's portal. */
export type ManualPublicContext = {
  readonly origin: Origin;
  readonly cookies: CookieJar;
  readonly transaction: <T>(work: (context: PublicContext) => Promise<T>) => Promise<T>;
  /** HMAC of idempotency key, endpoint and body, equal only for repeats of the same request; undefined without a key. */
  readonly requestDigest: Buffer | undefined;
};

/** The same for authenticated requests: each transaction opens the session again. */
export type ManualContext = {
  readonly actor: Actor;
  readonly origin: Origin;
  readonly cookies: CookieJar;
  readonly transaction: <T>(work: (context: AuthenticatedTransaction) => Promise<T>) => Promise<T>;
  /** The transaction of the change itself: its result is the response, which is stored with it under the idempotency key. */
  readonly finalTransaction: <T>(work: (context: AuthenticatedTransaction) => Promise<T>) => Promise<T>;
};

export type AuthenticatedTransaction = Pick<Context, 'actor' | 'db' | 'origin'>;

type ContextOf<E extends Endpoint> = E extends { readonly manualTransaction: true }
  ? E['allow'] extends 'anyone'
    ? ManualPublicContext
    : ManualContext
  : E['allow'] extends 'anyone'
    ? PublicContext
    : Context;

/** The implementation of a contract: one handler for each endpoint, under the same name. */
export type Service<T extends Endpoints> = {
  readonly [K in keyof T]: (context: ContextOf<T[K]>, input: InputOf<T[K]>) => Promise<ResultOf<T[K]>>;
};

/** Authenticates requests and background work. Each method that takes a `db` also sets the scope of its transaction. */
export type Authenticator = {
  /**
   * Verifies an access token and the cookie that it is bound to, or an API key; undefined if the token or the cookie is
   * missing or invalid. Throws `apiKey.*` for an API key that is not accepted.
   */
  readonly verifyToken: (authorization: string | undefined, origin: Origin) => Promise<VerifiedToken | undefined>;
  /**
   * Opens the session of a verified token in the transaction, which sets the scope of all that follows. Throws
   * `tenant.unknown` on a host without a portal, else `session.expired` without a token or once the session has ended.
   */
  readonly authenticate: (db: Db, token: VerifiedToken | undefined, origin: Origin, target: Target) => Promise<Actor>;
  /** Claims the next background job, in the scope of the user who created it; undefined if none is due. */
  readonly claimJob: (db: Db) => Promise<Job | undefined>;
  /** Claims due change events of one organisation, in the scope of all of it; undefined if there are none. */
  readonly claimChangeEvents: (db: Db) => Promise<ChangeEvents | undefined>;
  /** Claims new audit entries for one webhook, in the scope of its whole organisation; undefined if there are none. */
  readonly claimAuditEntries: (
    db: Db,
    types: Readonly<Record<string, string>>,
    limit: number,
  ) => Promise<AuditEntries | undefined>;
  /**
   * Claims a user whose confirmed e-mail address is due to take effect, in the scope of the whole organisation;
   * undefined if there is none.
   */
  readonly claimConfirmedEmail: (db: Db) => Promise<{ readonly scope: Scope; readonly userId: string } | undefined>;
  /** The portal of a host, in the scope of its whole organisation; undefined if there is none. */
  readonly findPortal: (db: Db, host: string) => Promise<Portal | undefined>;
};

/** A claimed background job; `actor` is undefined if its user may no longer run it. */
export type Job = {
  readonly run: string;
  readonly kind: string;
  readonly host: string;
  readonly address: string;
  readonly scope: Scope;
  readonly actor: Actor | undefined;
};

/** Changes of settings and moves of nodes in one organisation between two timestamps. */
export type ChangeEvents = {
  readonly scope: Scope;
  readonly from: string;
  readonly until: string;
  readonly events: readonly {
    readonly id: number;
    readonly changeIds: readonly string[];
    readonly movedId: string | null;
    /** The ancestors of a moved node before the move. */
    readonly previousAncestorIds: readonly string[];
  }[];
};

/** Audit entries that one webhook reports, in the order of the hash chain. */
export type AuditEntries = {
  readonly scope: Scope;
  readonly webhookId: string;
  readonly tpath: string;
  readonly time: string;
  readonly entries: readonly {
    readonly at: string;
    readonly action: string;
    readonly entity: string;
    readonly entityId: string;
    readonly actorId: string | null;
    readonly runId: string | null;
    readonly reason: string | null;
    readonly count: number | null;
    /** Names of the changed fields. */
    readonly fields: readonly string[];
    /** The node that the record belonged to. */
    readonly place: { readonly id: string; readonly code: string; readonly name: string; readonly nodeType: string };
    /** Ids of the nodes from that of the webhook down to `place`; empty if it is no longer there. */
    readonly path: readonly string[];
  }[];
};

/** The claims of a valid access token. `cachedActor` is only an optimistic start; the session's row is authoritative. */
export type VerifiedToken = {
  readonly userId: string;
  readonly orgId: string;
  readonly sessionId: string;
  readonly expiresAt: string;
  readonly cachedActor: Actor | undefined;
  /** Set for an API key, without `hash` for an access token that it was exchanged for. */
  readonly apiKey?: { readonly prefix: string; readonly hash: Buffer | null };
};

/** The record or organisation that a platform user's request addresses. `asSelf` ignores an ongoing impersonation. */
export type Target = {
  readonly id?: string | undefined;
  readonly orgId?: string | undefined;
  readonly asSelf?: boolean;
};
