import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';

type Overloadable<R> = { readonly endpoint: Endpoint; readonly overloads: R[] };

/** The primary route of each method and path of a server. */
const primaryRoutes = new WeakMap<FastifyInstance, Map<string, unknown>>();

/** Adds a route with `matches` as an overload of the primary route at its method and path; returns false for a primary route. */
export function addOverload<R extends Overloadable<R>>(server: FastifyInstance, route: R): boolean {
  const routes = (primaryRoutes.get(server) ?? new Map<string, unknown>()) as Map<string, R>;
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
export function selectOverload<R extends Overloadable<R>>(
  primary: R,
  { scope, rootNode, homeOrgId }: Actor,
  { params, body }: FastifyRequest,
): R {
  if (primary.overloads.length === 0) return primary;
  const { id } = params as { id?: string };
  const isPlatform = rootNode?.nodeType === 'GLOBAL' && scope.orgId === homeOrgId;
  const organisationId = scope.whole && !isPlatform ? scope.orgId : undefined;
  return primary.overloads.find(({ endpoint }) => endpoint.matches?.({ id, body, organisationId })) ?? primary;
}
