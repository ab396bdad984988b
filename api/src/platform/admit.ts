import { permits } from '@storeward/contract/access';
import { type Endpoint, isOpenWhileSeeing, needed } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Actor, Origin } from './actor.ts';
import { demand, Refusal } from './errors.ts';
import { fromOwnPage, type PageMarks } from './page-marks.ts';

/** Lets somebody known through a door: a change from a page of the portal, whoever holds the right, once a given password is changed. */
export function admit(
  endpoint: Endpoint,
  pageMarks: PageMarks,
  actor: Actor,
  { request, origin }: { request: FastifyRequest; origin: Origin },
): void {
  const safe = endpoint.method === 'GET';
  demand(safe || (fromOwnPage(request) && pageMarks.isEchoed(request, origin, actor.sessionId)), 'session.forged');
  demandOwnEyes(endpoint, actor, origin);
  const self =
    endpoint.orSelf !== undefined && (request.params as Record<string, string>)[endpoint.orSelf] === actor.userId;
  const want = self ? undefined : needed(endpoint);
  if (want && !permits(actor.permissions, want.names, want.mode)) {
    const place = actor.rootNode ? ` on ${actor.rootNode.name}` : '';
    throw new Refusal('access.denied', {
      message: `Your role needs ${want.names.join(want.mode === 'all' ? ' and ' : ' or ')}${place}.`,
    });
  }
  demand(!actor.mustChangePassword || (endpoint.beforePasswordChange && (self || !want)), 'password.mustChange');
}

/** Lets nobody change anything who only looks as somebody else, and answers no page that was drawn for other eyes. */
function demandOwnEyes(endpoint: Endpoint, { seeing }: Actor, origin: Origin): void {
  const shut = endpoint.method === 'GET' ? 'session.ownerOnly' : 'session.readOnly';
  demand(!seeing || isOpenWhileSeeing(endpoint), shut);
  demand(endpoint.whileSeeing === 'asOneself' || origin.seeing === seeing?.id, 'session.otherEyes');
}
