import type { NodeType } from '@storeward/contract/access';
import type { CookieKind } from './http/cookies.ts';

declare const brand: unique symbol;

/**
 * The part of the node tree that a request may access: the subtree of one node in one organisation.
 *
 * `tpath` is the materialised path of a node: one label per node from the root down, each followed by a dot (`a.b.`), so
 * a subtree is one contiguous range in byte order. `lo` (inclusive) is the node's own path and `hi` (exclusive) is the
 * same with its last dot replaced by `/`, the next character: `tpath >= lo and tpath < hi` selects the node and all its
 * descendants, from an index. `whole` is true if the node is the organisation's root. Both bounds are empty, and the
 * scope selects nothing, for a user without a node.
 *
 * Tenant isolation begins here: every query on tenant rows requires a scope, and only authentication creates one (the
 * type is branded), so a query without a tenant filter does not compile.
 */
export type Scope = {
  readonly orgId: string;
  readonly lo: string;
  readonly hi: string;
  readonly whole: boolean;
  readonly [brand]: true;
};

export type NodeRef = { readonly id: string; readonly name: string; readonly nodeType: NodeType };

/** The authenticated user, or service account, with their acting assignment (role and node). */
export type Actor = {
  readonly sessionId: string;
  readonly userId: string;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly mustChangePassword: boolean;
  readonly homeOrgId: string;
  readonly rootNode: NodeRef | null;
  /** The nodes above `rootNode`, topmost first. */
  readonly ancestors: readonly NodeRef[];
  readonly roleId: string | null;
  readonly roleName: string | null;
  /** When the acting assignment ends; null if it does not. No assignment that the actor grants lasts longer. */
  readonly assignmentUntil: string | null;
  readonly accessRights: readonly string[];
  readonly permissions: readonly string[];
  readonly scope: Scope;
  /** Set while another user, the viewer, views the portal as this user; `id` identifies that impersonation. */
  readonly impersonation: { readonly id: string; readonly viewerId: string; readonly viewerOrgId: string } | null;
  /** Set if the actor is a service account: the prefix of the API key of the request. Its id is `userId` and `sessionId`. */
  readonly apiKeyPrefix?: string;
};

/** The portal of an organisation; the request's host alone determines it. */
export type Portal = {
  readonly orgId: string;
  readonly orgName: string;
  readonly status: boolean;
  readonly apiKey: string;
  readonly defaultLanguage: string;
  readonly scope: Scope;
};

/** Properties of the client according to the headers of a request. */
export type Origin = {
  readonly host: string;
  /** The IP address of the client. */
  readonly address: string;
  /** The User-Agent header, cut to 256 characters. */
  readonly device: string;
  /** Whether the request comes from a browser: it carries `Origin` or a `Sec-Fetch-*` header other than the mode. */
  readonly browser: boolean;
  readonly cookies: Readonly<Partial<Record<CookieKind, string>>>;
  readonly apiKey: string | undefined;
  /** Seconds since the last user input, as the page reports it. */
  readonly idleSeconds: number | undefined;
  /** The impersonation under which the sending page was rendered. */
  readonly impersonationId: string | undefined;
  /** Whether the request changes a record without stating the version that it is based on. */
  readonly unversioned?: boolean;
};
