import type * as z from 'zod/mini';
import type { Permission } from './access.ts';
import type { ErrorCode, MessageCode } from './errors.ts';
import type { Page } from './paging.ts';

/** Who may call an endpoint: anyone, any authenticated user, or users with a permission, with any, or with all of several. */
export type AccessRule =
  | 'anyone'
  | 'signedIn'
  | Permission
  | { readonly any: readonly Permission[] }
  | { readonly all: readonly Permission[] };

type Schema = z.ZodMiniType;

/** The part of a request by which `matches` selects one of several endpoints with the same method and path. */
export type OverloadRequest = {
  /** The path parameter `id`. */
  readonly id: string | undefined;
  readonly body: unknown;
  /** Set if the actor's scope is a whole organisation other than the platform. */
  readonly organisationId: string | undefined;
};

/** The contract of one API endpoint, shared by server, browser client and documentation. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  /** Makes this endpoint an overload of another one with the same method and path: selected if the function returns true. */
  readonly matches?: (request: OverloadRequest) => boolean;
  /** One sentence for the documentation. */
  readonly summary: string;
  readonly allow: AccessRule;
  /** The user whose id is this path parameter needs no permission. */
  readonly orSelf?: 'id';
  /** Allowed while a forced password change is pending. */
  readonly beforePasswordChange?: true;
  /**
   * Overrides the default during impersonation (GET is allowed, other methods are denied): `allow` for queries that use
   * POST, `deny` for data of the user themselves only, `asSelf` for endpoints that concern the actor's own session.
   */
  readonly duringImpersonation?: 'allow' | 'deny' | 'asSelf';
  /**
   * Overrides whether an API key may call it: by default it may where a permission is required, and not where any
   * signed-in user may, since most of these endpoints concern the user themselves.
   */
  readonly byApiKey?: 'allow' | 'deny';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Accepts one file instead of a body, as multipart or raw. */
  readonly file?: FileLimit & {
    /** The limit of a file by its first bytes, at most `limitBytes`. */
    readonly limitOf?: (head: Uint8Array) => FileLimit;
  };
  /** The schema of `result` in the response; of one row if the endpoint returns a page. */
  readonly result: Schema;
  readonly page?: true;
  /** The result exports data of this kind: the audit records who read it, the filter and the number of rows. */
  readonly exports?: 'user' | 'node' | 'setting' | 'audit' | 'product';
  /** Heavy work, for which only a few requests run at once, so that short requests never wait for it; all `exports` are. */
  readonly lane?: 'report' | 'bulk';
  /**
   * The most that a report counts or compares, unless it shortens its result instead or counts a sub-tree in one statement. A
   * request for more is rejected with this error, whose text names the number, before the time limit of a statement would end
   * it without a reason.
   */
  readonly bound?: { readonly most: number; readonly of: string; readonly error: ErrorCode };
  /** The result is a file of one of these media types, written while its rows are read, and then sent; the handler returns it as `WrittenFile`. */
  readonly streams?: readonly string[];
  /** Enables server-sent events: the result is sent again after each change, until this returns true. */
  readonly streamUntil?: (result: unknown) => boolean;
  /** A success message next to the result. */
  readonly successMessage?: MessageCode;
  /** Repeats the result under `message`, for existing clients. */
  readonly resultIsMessage?: true;
  /** Optimistic locking: the request states the version it is based on, by `If-Match` or `version` in the body. */
  readonly versioned?: true;
  /** Optimistic locking of the records in this property of the body, each of which states a `version`. */
  readonly versionedRecords?: string;
  /** The response contains a secret, so it is not stored for repeats under the same `Idempotency-Key`. */
  readonly secretResponse?: true;
  /** The endpoint is idempotent by itself, so no response is stored. */
  readonly skipsIdempotency?: true;
  /** The request contains a secret, so it is rejected over plain HTTP from another machine. */
  readonly takesSecret?: true;
  /** The response is the same for all users until the next version of the product, so browsers may cache it. */
  readonly immutable?: true;
  /** The response has an ETag, and 304 is returned if it is unchanged. */
  readonly revalidates?: true;
  /** The response is compressed; only for responses without secrets next to user input (BREACH). */
  readonly compressed?: true;
  /** The handler opens its own transactions, since it writes to the database even if the request fails. */
  readonly manualTransaction?: true;
  readonly errors?: readonly ErrorCode[];
};

/** The endpoints of a domain, by the names of their handlers. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends Schema } ? S : never;
type Parsed<E, K extends string> = [Part<E, K>] extends [never] ? object : { [P in K]: z.output<Part<E, K>> };
type Sent<E, K extends string> = [Part<E, K>] extends [never] ? object : { [P in K]: z.input<Part<E, K>> };
type File<E, F> = E extends { readonly file: object } ? { file: F } : object;
type Version<E> = E extends { readonly versioned: true } ? { version: number | undefined } : object;

/** The size of a file must be below `limitBytes`. */
type FileLimit = { readonly limitBytes: number; readonly tooLarge?: ErrorCode };

/** A file that was received to disk; it exists until the response is sent. */
export type ReceivedFile = {
  readonly size: number;
  /** Its name as the client states it, empty for a raw body. */
  readonly name: string;
  /** The fields of its form that precede it. */
  readonly fields: Readonly<Record<string, string>>;
  readonly sha256: Uint8Array;
  /** The bytes at a position, fewer at the end of the file. */
  readonly read: (position: number, length: number) => Promise<Uint8Array>;
  /** All bytes in order; each chunk is valid until the next is requested. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
};

/**
 * What allows a file to be uploaded in several requests: the key that the requests share, for how many seconds a part
 * is kept after its connection broke, and whose limits it counts towards.
 */
export type ResumableFile = {
  readonly key: string;
  readonly seconds: number;
  readonly user: string;
  readonly organisation: string;
};

/** An uploaded file: read into memory on call, or received to disk by `receive`. `contentType` is what the client declares. */
export type SentFile = {
  (): Promise<Uint8Array>;
  /**
   * The first call decides whether the file can be uploaded in several requests. Throws `upload.incomplete` until it is
   * complete.
   */
  readonly receive: (resumable?: ResumableFile) => Promise<ReceivedFile>;
  readonly contentType: string;
  /** The request has no content and queries how much of the file has been received. */
  readonly asksForProgress: boolean;
};

/** The validated input of a handler. */
export type InputOf<E extends Endpoint> = Parsed<E, 'params'> &
  Parsed<E, 'query'> &
  Parsed<E, 'body'> &
  File<E, SentFile> &
  Version<E>;
/** The input of a client call. */
export type RequestOf<E extends Endpoint> = Sent<E, 'params'> &
  Sent<E, 'query'> &
  Sent<E, 'body'> &
  File<E, Blob> &
  (E extends { readonly versioned: true } ? { version?: number } : object);
/**
 * A file that is written while its rows are read. Its length tells a client whether it is complete, and so does the end
 * marker with the number of rows, for which a file that an import accepts has no room.
 */
export type WrittenFile = {
  readonly name: string;
  readonly type: string;
  readonly parts: AsyncIterable<{ readonly text: string; readonly rowCount: number }>;
  readonly end?: (rowCount: number) => string;
};

/** The result of a call, a page of results, or a file. */
export type ResultOf<E extends Endpoint> = E extends { readonly page: true }
  ? Page<z.output<E['result']>>
  : E extends { readonly streams: readonly string[] }
    ? WrittenFile
    : z.output<E['result']>;

/** Declares the endpoints of a domain, with literal types. */
export function endpoints<const T extends Endpoints>(definitions: T): T {
  return definitions;
}

/** The permissions that an endpoint requires, and whether any or all of them; undefined if it requires none. */
export function requiredPermissions({
  allow,
}: Pick<Endpoint, 'allow'>): { names: readonly Permission[]; mode: 'any' | 'all' } | undefined {
  if (allow === 'anyone' || allow === 'signedIn') return undefined;
  if (typeof allow === 'string') return { names: [allow], mode: 'any' };
  return 'any' in allow ? { names: allow.any, mode: 'any' } : { names: allow.all, mode: 'all' };
}

export const isAllowedDuringImpersonation = ({
  method,
  duringImpersonation,
}: Pick<Endpoint, 'method' | 'duringImpersonation'>): boolean =>
  duringImpersonation === undefined ? method === 'GET' : duringImpersonation !== 'deny';

export const isAllowedByApiKey = ({ allow, byApiKey }: Pick<Endpoint, 'allow' | 'byApiKey'>): boolean =>
  byApiKey === undefined ? allow !== 'signedIn' : byApiKey === 'allow';

/** The URL paths of the API, including reserved ones; all others belong to the web app. */
export const apiPathPattern =
  /^\/(user-management|node-management|role-management|module-management|product-management|transaction-management-common|common|[a-z0-9]+-config|notfication|notification|audit|oauth|files|health|metrics|version|openapi\.json|docs|dev)(\/|$|\?)/;
