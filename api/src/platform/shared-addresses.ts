import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';

type Sharing<D> = { readonly endpoint: Endpoint; readonly beside: D[] };

/** The first door at each address of a server: those that share it stand beside that one. */
const firstDoors = new WeakMap<FastifyInstance, Map<string, unknown>>();

/** Puts a door beside the one that it shares its address with; false for a door that is the first there. */
export function standsBeside<D extends Sharing<D>>(server: FastifyInstance, door: D): boolean {
  const known = (firstDoors.get(server) ?? new Map<string, unknown>()) as Map<string, D>;
  firstDoors.set(server, known);
  const { method, path, meantWhen } = door.endpoint;
  const address = `${method} ${path}`;
  if (!meantWhen) {
    known.set(address, door);
    return false;
  }
  const first = known.get(address);
  if (!first || method === 'GET')
    throw new Error(`${address}: only a change shares its address, with a door mounted before`);
  first.beside.push(door);
  return true;
}

/** Of the doors at one address, the one that a request means. */
export function doorMeant<D extends Sharing<D>>(
  first: D,
  { scope, rootNode, homeOrgId }: Actor,
  { params, body }: FastifyRequest,
): D {
  if (first.beside.length === 0) return first;
  const { id } = params as { id?: string };
  const isPlatform = rootNode?.nodeType === 'GLOBAL' && scope.orgId === homeOrgId;
  const organisation = scope.whole && !isPlatform ? scope.orgId : undefined;
  return first.beside.find(({ endpoint }) => endpoint.meantWhen?.({ id, body, organisation })) ?? first;
}
