import { permits } from '@storeward/contract/access';
import {
  type Endpoint,
  isAllowedByApiKey,
  isAllowedDuringImpersonation,
  requiredPermissions,
} from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../../actor.ts';
import { ensure, ApiError } from '../../errors.ts';
import { rememberActor } from './observer.ts';

type AuthorizedRequest = { readonly request: FastifyRequest; readonly origin: Origin };

/**
 * Authorizes a request (access control): checks the endpoint's rules for impersonation and API keys, its permissions, and that
 * no forced password change is pending. Throws `ApiError`.
 */
export function authorize(endpoint: Endpoint, actor: Actor, authorized: AuthorizedRequest): void {
  rememberActor(authorized.request, actor);
  ensureAllowed(endpoint, actor, authorized);
}

/** Whether the request would be authorized for this actor. */
export function isAuthorized(endpoint: Endpoint, actor: Actor, authorized: AuthorizedRequest): boolean {
  try {
    ensureAllowed(endpoint, actor, authorized);
    return true;
  } catch {
    return false;
  }
}

function ensureAllowed(endpoint: Endpoint, actor: Actor, { request, origin }: AuthorizedRequest): void {
  ensureImpersonationAllowed(endpoint, actor, origin);
  ensure(actor.apiKeyPrefix === undefined || isAllowedByApiKey(endpoint), 'apiKey.peopleOnly');
  const isSelf =
    endpoint.orSelf !== undefined && (request.params as Record<string, string>)[endpoint.orSelf] === actor.userId;
  const required = isSelf ? undefined : requiredPermissions(endpoint);
  if (required && !permits(actor.permissions, required.names, required.mode)) {
    const suffix = actor.rootNode ? ` on ${actor.rootNode.name}` : '';
    throw new ApiError('access.denied', {
      message: `Your role needs ${required.names.join(required.mode === 'all' ? ' and ' : ' or ')}${suffix}.`,
    });
  }
  ensure(!actor.mustChangePassword || (endpoint.beforePasswordChange && (isSelf || !required)), 'password.mustChange');
}

/** Enforces the endpoint's impersonation rule, and rejects requests of a page that was rendered under another impersonation. */
function ensureImpersonationAllowed(endpoint: Endpoint, { impersonation }: Actor, origin: Origin): void {
  const denial = endpoint.method === 'GET' ? 'session.ownerOnly' : 'session.readOnly';
  ensure(!impersonation || isAllowedDuringImpersonation(endpoint), denial);
  ensure(
    endpoint.duringImpersonation === 'asSelf' || origin.impersonationId === impersonation?.id,
    'session.otherEyes',
  );
}

/** Whether opening the session has ended its impersonation: that write is committed although the request fails. */
export const endsImpersonation = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'session.otherEyes';
