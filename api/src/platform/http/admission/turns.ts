import type { Endpoint } from '@storeward/contract/endpoint';
import type { Actor, Origin } from '../../actor.ts';
import { networkOf } from '../../network.ts';
import type { VerifiedToken } from '../pipeline/context.ts';
import type { Turn } from './admission.ts';
import { laneOf } from './lanes.ts';

/** The client of a request, by which visitors are distinguished. */
export type Visitor = Pick<Origin, 'address' | 'host'>;

/** The turn of a request without a session: by its address first, since anybody may choose the host. */
export const visitorTurn = ({ address, host }: Visitor): Turn => ({
  lane: 'visitor',
  key: [networkOf(address), host, ''],
});

/** The turn of a request with a verified token. */
export const requestTurn = (endpoint: Endpoint, token: VerifiedToken | undefined, visitor: Visitor): Turn =>
  token ? { lane: laneOf(endpoint), key: [token.orgId, token.userId, token.sessionId] } : visitorTurn(visitor);

/** The turn of what is written about a request after its end. */
export const actorTurn = ({ homeOrgId, userId, sessionId, impersonation }: Actor): Turn => ({
  lane: 'request',
  key: [impersonation?.viewerOrgId ?? homeOrgId, impersonation?.viewerId ?? userId, sessionId],
});
