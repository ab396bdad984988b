import type { NodeType } from '@storeward/contract/access';
import type { ActionName } from '@storeward/contract/users/actions';
import type { NodeRef } from '@storeward/contract/nodes';
import type { ScreenAddress } from '../../ui/page/link.tsx';

/** URL of the list of users who may perform an action at a location. */
export const permittedUsersPath = (id: string, action: ActionName): ScreenAddress =>
  `/structure/access/${id}?action=${action}`;

/** URL of a user's page with the explanation of an action at a location. */
export const explanationPath = (
  id: string,
  action: ActionName,
  { id: location, nodeType }: { readonly id: NodeRef['id']; readonly nodeType: NodeType },
): ScreenAddress => `/user/${id}/view?action=${action}&location=${location}&level=${nodeType}`;
