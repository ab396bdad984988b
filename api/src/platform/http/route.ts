import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../actor.ts';
import type { Admission } from './admission/admission.ts';
import type { responseSerializer } from './response.ts';
import type { Context, Authenticator, PublicContext, ManualPublicContext, ManualContext } from './pipeline/context.ts';
import type { CookieJar } from './cookies.ts';
import type { ApiError } from '../errors.ts';
import type { OrganisationOfHost } from './hosts/served-hosts.ts';
import type { Input } from './pipeline/input.ts';
import type { RequestObserver } from './pipeline/observer.ts';
import type { CsrfTokens } from './pipeline/csrf.ts';
import type { Party } from '../open-counts.ts';
import type { OpenUploads } from './uploads/open-uploads.ts';

/** The dependencies of request handling. */
export type ServerDependencies = {
  readonly admission: Admission;
  readonly authenticator: Authenticator;
  readonly organisationOf: OrganisationOfHost;
  readonly csrfTokens: CsrfTokens;
  /** Receives denials and exports. */
  readonly observer: () => RequestObserver;
  /** Strict mode: changes must state the version they are based on, and unknown body fields are errors. */
  readonly hardened: boolean;
  readonly publicUrl: URL;
  /** HMAC key for the request bodies stored for idempotency. */
  readonly requestHashKey: Uint8Array;
  readonly uploads: OpenUploads;
  readonly downloads: {
    /** The folder of files until they have been sent. */
    readonly folder: string;
    /** How long the rows of a file may take to be written. */
    readonly maxWritingMs: number;
    /** Counts a file until the returned function is called. */
    readonly open: (party: Party) => () => void;
  };
  /** The same for an event stream. */
  readonly openEventStream: (party: Party) => () => void;
};

export type Handler = (
  context: Context | PublicContext | ManualPublicContext | ManualContext,
  input: Input,
) => Promise<unknown>;
/** An endpoint with its handler. */
export type Route = {
  readonly endpoint: Endpoint;
  readonly handler: Handler;
  readonly dependencies: ServerDependencies;
  readonly serialize: ReturnType<typeof responseSerializer>;
  /** Further routes with the same method and path; each endpoint's `matches` selects them. */
  readonly overloads: Route[];
  /** Whether the server is shutting down. */
  readonly isClosing: () => boolean;
};
/** A request to a route, with its validated input or the validation error. */
export type RouteRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly origin: Origin;
  readonly cookies: CookieJar;
  readonly input: Input | ApiError;
};

/** The primary route of each method and path of a server. */
const primaryRoutes = new WeakMap<FastifyInstance, Map<string, Route>>();

/** Adds a route with `matches` as an overload of the primary route at its method and path; returns false for a primary route. */
export function addOverload(server: FastifyInstance, route: Route): boolean {
  const routes = primaryRoutes.get(server) ?? new Map<string, Route>();
  primaryRoutes.set(server, routes);
  const { method, path, matches } = route.endpoint;
  const key = `${method} ${path}`;
  if (!matches) {
    routes.set(key, route);
    return false;
  }
  const primary = routes.get(key);
  if (!primary || method === 'GET')
    throw new Error(`${key}: only a change can overload a route, and its primary route must be registered first`);
  primary.overloads.push(route);
  return true;
}

/** Selects the route whose `matches` accepts the request, else the primary one. */
export function selectOverload(
  primary: Route,
  { scope, rootNode, homeOrgId }: Actor,
  { params, body }: FastifyRequest,
): Route {
  if (primary.overloads.length === 0) return primary;
  const { id } = params as { id?: string };
  const isPlatform = rootNode?.nodeType === 'GLOBAL' && scope.orgId === homeOrgId;
  const organisationId = scope.whole && !isPlatform ? scope.orgId : undefined;
  return primary.overloads.find(({ endpoint }) => endpoint.matches?.({ id, body, organisationId })) ?? primary;
}
