import type { Endpoint, Endpoints, InputOf, ResultOf } from '@storeward/contract/endpoint';
import type { Actor, Origin, Portal, Scope } from './actor.ts';
import type { CookieJar } from './cookies.ts';
import type { Db } from './db.ts';

/** What a handler may touch when somebody signed in is asking. */
export type Context = {
  readonly actor: Actor;
  readonly db: Db;
  readonly origin: Origin;
  readonly cookies: CookieJar;
  /** Runs once the change is safely stored; never when it was taken back. */
  readonly afterCommit: (work: () => Promise<void>) => void;
  /** For somebody above all organisations: a part of the change that is made within one of them. */
  readonly actingIn: <T>(orgId: string, work: (context: Context) => Promise<T>) => Promise<T>;
};

/** What a handler may touch when anybody may ask: the portal that the host belongs to. */
export type OpenContext = {
  readonly portal: Portal;
  readonly db: Db;
  readonly origin: Origin;
  readonly cookies: CookieJar;
};

/** What a handler may touch that keeps its own transactions, each in the scope of the host's portal. */
export type OwnContext = {
  readonly origin: Origin;
  readonly cookies: CookieJar;
  readonly transaction: <T>(work: (context: OpenContext) => Promise<T>) => Promise<T>;
  /** Alike for a request that is sent again under the same key, and for no other; nothing without a key. */
  readonly sentAs: Buffer | undefined;
};

/** The same for somebody signed in: each transaction looks the session up again. */
export type OwnSignedContext = {
  readonly actor: Actor;
  readonly origin: Origin;
  readonly cookies: CookieJar;
  readonly transaction: <T>(work: (context: SignedTransaction) => Promise<T>) => Promise<T>;
  /** The same for the change itself: what it results in is the door's answer, kept with it for whoever has to ask again. */
  readonly lastTransaction: <T>(work: (context: SignedTransaction) => Promise<T>) => Promise<T>;
};

/** One transaction of somebody signed in. */
export type SignedTransaction = Pick<Context, 'actor' | 'db' | 'origin'>;

type ContextOf<E extends Endpoint> = E extends { readonly ownTransaction: true }
  ? E['allow'] extends 'anyone'
    ? OwnContext
    : OwnSignedContext
  : E['allow'] extends 'anyone'
    ? OpenContext
    : Context;

/** A service answers every door of its contract: one function each, under the same name. */
export type Service<T extends Endpoints> = {
  readonly [K in keyof T]: (context: ContextOf<T[K]>, input: InputOf<T[K]>) => Promise<ResultOf<T[K]>>;
};

/** A person's way in: reading their token, opening their session, opening the portal of a host. */
export type Gate = {
  /** The session a request's token names, and who it was when last seen; nothing without a sound token, or without the cookie that the token is bound to. */
  readonly identify: (authorization: string | undefined, origin: Origin) => Promise<Ticket | undefined>;
  /** Who asks, read from the session's row, with the scope of this transaction set; nothing when the session is over. */
  readonly open: (db: Db, ticket: Ticket, origin: Origin, target?: Target) => Promise<Actor | undefined>;
  /** Work that somebody left to be done in the background, with the scope of this transaction set to theirs; nothing when none is due. */
  readonly takeUp: (db: Db) => Promise<Errand | undefined>;
  /** News of settings that is due, with the scope of this transaction set to the whole of its organisation; nothing when none is. */
  readonly takeUpNews: (db: Db) => Promise<News | undefined>;
  /** The portal served under a host, with the scope set to all of its organisation; nothing when there is none. */
  readonly portal: (db: Db, host: string) => Promise<Portal | undefined>;
};

/** Work in the background: which, and for whom; nobody where they may not do it any more. */
export type Errand = {
  readonly run: string;
  readonly kind: string;
  readonly host: string;
  readonly address: string;
  readonly scope: Scope;
  readonly actor: Actor | undefined;
};

/** What has happened to settings of one organisation, from the first moment to the last: changes, and places that were moved. */
export type News = {
  readonly scope: Scope;
  readonly from: string;
  readonly until: string;
  readonly news: readonly {
    readonly id: number;
    readonly changeIds: readonly string[];
    readonly movedId: string | null;
    readonly wasAbove: readonly string[];
  }[];
};

/** What a sound token tells. `lastSeen` is a guess to start reading with; the session's row decides. */
export type Ticket = {
  readonly userId: string;
  readonly orgId: string;
  readonly sessionId: string;
  readonly ends: string;
  readonly lastSeen: Actor | undefined;
};

/** The record or organisation that a global user's request names; and whether the caller acts as themselves, whomever they see as. */
export type Target = {
  readonly id?: string | undefined;
  readonly orgId?: string | undefined;
  readonly asOneself?: boolean;
};
