import type { NodeType } from '@storeward/contract/access';
import type { CookieKind } from './cookies.ts';

declare const minted: unique symbol;

/**
 * The part of the tree that a request may touch: one organisation, and in it the paths from `lo` up to `hi`.
 *
 * Every query that reads or writes tenant rows asks for one, and only signing in makes one, so a forgotten tenant
 * does not compile. `whole` says that the sub-tree is all of the organisation.
 */
export type Scope = {
  readonly orgId: string;
  readonly lo: string;
  readonly hi: string;
  readonly whole: boolean;
  readonly [minted]: true;
};

/** A place as the reader sees it beside a name. */
export type Place = { readonly id: string; readonly name: string; readonly nodeType: NodeType };

/** Who is asking, from where in the tree, and with which rights. */
export type Actor = {
  readonly sessionId: string;
  readonly userId: string;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly mustChangePassword: boolean;
  readonly homeOrgId: string;
  readonly rootNode: Place | null;
  /** The places above the root node, from the top. */
  readonly above: readonly Place[];
  readonly roleId: string | null;
  readonly roleName: string | null;
  readonly accessRights: readonly string[];
  readonly permissions: readonly string[];
  readonly scope: Scope;
  /** Where it is another person who only sees what this one would see: which seeing that is, and who they are. */
  readonly seeing: { readonly id: string; readonly viewerId: string; readonly viewerOrgId: string } | null;
};

/** The portal that a request came in by: whose it is, known from the host alone. */
export type Portal = {
  readonly orgId: string;
  readonly orgName: string;
  readonly status: boolean;
  readonly apiKey: string;
  readonly defaultLanguage: string;
  readonly scope: Scope;
};

/**
 * Where a request came from: the host it asked for, the address it came from, what the device calls itself, whether it is
 * a browser, what cookies and api key it holds, how many seconds ago it says that somebody touched it, and in which seeing its
 * page was drawn.
 */
export type Origin = {
  readonly host: string;
  readonly address: string;
  readonly device: string;
  readonly browser: boolean;
  readonly cookies: Readonly<Partial<Record<CookieKind, string>>>;
  readonly apiKey: string | undefined;
  readonly idleSeconds: number | undefined;
  readonly seeing: string | undefined;
};
