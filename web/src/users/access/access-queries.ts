import { userAccess } from '@storeward/contract/users/user-access';
import type { RequestOf } from '@storeward/contract/endpoint';
import type { NodeId } from '@storeward/contract/nodes';
import type { UserId } from '@storeward/contract/users';
import { endpointQuery } from '../../platform/api/api.ts';

/** Explains whether a user may perform an action at a location, and through which role assignment. */
export const accessExplanationQuery = (id: UserId, query: RequestOf<typeof userAccess.explain>['query']) =>
  endpointQuery(userAccess.explain, { params: { id }, query });

/** One page of the users who may perform an action at a location. */
export const permittedUsersQuery = (id: NodeId, query: RequestOf<typeof userAccess.permittedUsers>['query']) =>
  endpointQuery(userAccess.permittedUsers, { params: { id }, query });
