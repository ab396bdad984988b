import type { FastifyRequest } from 'fastify';
import { originOf } from '../hosts/hosts.ts';
import type { ServerDependencies } from '../route.ts';
import type { VerifiedToken } from './context.ts';

const tokens = new WeakMap<FastifyRequest, Promise<VerifiedToken | undefined>>();

/**
 * The verified token of a request, undefined without a valid one; whether its session lasts is decided by the database. It is
 * verified once, before or after the body is read, since each look at an API key counts as a request with it.
 */
export function tokenOf(
  { authenticator }: ServerDependencies,
  request: FastifyRequest,
): Promise<VerifiedToken | undefined> {
  const known = tokens.get(request);
  if (known) return known;
  const token = authenticator.verifyToken(request.headers.authorization, originOf(request));
  tokens.set(request, token);
  return token;
}
