import type * as z from 'zod/mini';
import type { Permission } from './access.ts';
import type { ErrorCode, MessageCode } from './errors.ts';
import type { Page } from './paging.ts';

/** To whom a door opens: everybody, everybody signed in, or holders of a permission, of any of several, or of all. */
export type Allowed =
  | 'anyone'
  | 'signedIn'
  | Permission
  | { readonly any: readonly Permission[] }
  | { readonly all: readonly Permission[] };

type Schema = z.ZodMiniType;

/** What tells two doors apart that share method and path. */
export type Asked = {
  /** The record named in the path. */
  readonly id: string | undefined;
  readonly body: unknown;
  /** The organisation that the caller reaches all of; the platform is none. */
  readonly organisation: string | undefined;
};

/** What there is to know of one door of the API; server, browser and documentation all read it here. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  /** Shares method and path with another door, and is the one that is meant where this holds. */
  readonly meantWhen?: (asked: Asked) => boolean;
  /** One sentence for the documentation. */
  readonly about: string;
  readonly allow: Allowed;
  /** The user whom this path parameter names may pass without the permission. */
  readonly orSelf?: 'id';
  /** Open although the password has to be changed first. */
  readonly beforePasswordChange?: true;
  /**
   * What becomes of it while the caller sees the portal as somebody else, where that is not what its method says: `open` for
   * a question that is asked like a change, `shut` for what only its owner is shown, `asOneself` for what the caller's own
   * session is about.
   */
  readonly whileSeeing?: 'open' | 'shut' | 'asOneself';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Takes one file in place of a body, in a form or bare, of fewer bytes than this. */
  readonly file?: { readonly below: number; readonly tooLarge?: ErrorCode };
  /** The shape of `result` in the answer; of one row of it where the door answers a page. */
  readonly result: Schema;
  readonly page?: true;
  /** Asked for as an event stream, it answers whenever its result changes, until this holds of it. */
  readonly live?: (result: unknown) => boolean;
  /** What is told, beside the result, of a change that succeeded. */
  readonly says?: MessageCode;
  /** The result stands under `message` too, where its callers have always looked for it. */
  readonly resultIsMessage?: true;
  /** A change that says which version it starts from, by `If-Match` or `version` in the body. */
  readonly versioned?: true;
  /** The answer holds a secret, so it is never kept for a repeated request. */
  readonly secretAnswer?: true;
  /** Asking twice does nothing that asking once does not, so no answer is kept for a repeated request. */
  readonly keepsNoAnswer?: true;
  /** A secret is sent to this door, so it is shut to plain HTTP from another machine. */
  readonly takesSecret?: true;
  /** The answer is the same for everybody until the next version of the product, so a browser may keep it. */
  readonly unchanging?: true;
  /** Asked often about what seldom changes: whoever holds the answer already is told only that it still holds. */
  readonly revalidates?: true;
  /** Long, and without a secret that somebody else could make it tell by what they put beside it: it travels compressed. */
  readonly compressed?: true;
  /** A refusal still leaves its mark in the database, so the door keeps its own transactions. */
  readonly ownTransaction?: true;
  readonly errors?: readonly ErrorCode[];
};

/** A domain's doors under the names of the functions that answer them. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends Schema } ? S : never;
type Parsed<E, K extends string> = [Part<E, K>] extends [never] ? object : { [P in K]: z.output<Part<E, K>> };
type Sent<E, K extends string> = [Part<E, K>] extends [never] ? object : { [P in K]: z.input<Part<E, K>> };
type File<E, F> = E extends { readonly file: object } ? { file: F } : object;
type Version<E> = E extends { readonly versioned: true } ? { version: number | undefined } : object;

/** A file that a request carries: not read before it is asked for; its kind is what the sender says it is. */
export type SentFile = { (): Promise<Uint8Array>; readonly contentType: string };

/** What a handler receives once the request has been parsed. */
export type InputOf<E extends Endpoint> = Parsed<E, 'params'> &
  Parsed<E, 'query'> &
  Parsed<E, 'body'> &
  File<E, SentFile> &
  Version<E>;
/** What a caller hands over. */
export type CallOf<E extends Endpoint> = Sent<E, 'params'> &
  Sent<E, 'query'> &
  Sent<E, 'body'> &
  File<E, Blob> &
  (E extends { readonly versioned: true } ? { version?: number } : object);
/** What comes back: the result itself, or a page of results. */
export type ResultOf<E extends Endpoint> = E extends { readonly page: true }
  ? Page<z.output<E['result']>>
  : z.output<E['result']>;

/** Writes down the doors of one domain. */
export function endpoints<const T extends Endpoints>(doors: T): T {
  return doors;
}

/** The permissions a door asks for, and whether one of them is enough; nothing for doors that ask for none. */
export function needed({
  allow,
}: Pick<Endpoint, 'allow'>): { names: readonly Permission[]; mode: 'any' | 'all' } | undefined {
  if (allow === 'anyone' || allow === 'signedIn') return undefined;
  if (typeof allow === 'string') return { names: [allow], mode: 'any' };
  return 'any' in allow ? { names: allow.any, mode: 'any' } : { names: allow.all, mode: 'all' };
}

/** Whether a door is open to somebody who only looks, as somebody else: reads are, changes are not. */
export const isOpenWhileSeeing = ({ method, whileSeeing }: Pick<Endpoint, 'method' | 'whileSeeing'>): boolean =>
  whileSeeing === undefined ? method === 'GET' : whileSeeing !== 'shut';

/** The addresses that the API answers, today's and those to come; every other one is the web app's. */
export const apiAddresses =
  /^\/(user-management|node-management|role-management|module-management|product-management|transaction-management-common|common|[a-z0-9]+-config|notfication|notification|audit|files|health|metrics|openapi\.json|docs|dev)(\/|$|\?)/;
