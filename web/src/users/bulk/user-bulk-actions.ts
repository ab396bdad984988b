import { type UserBulkAction, userBulkActions, userBulkPermissions } from '@storeward/contract/users/user-bulk-actions';
import { hasPermission } from '../../platform/session/session.ts';

/** The bulk actions the user may run. Moving also needs the permission to list nodes. */
export const availableBulkActions = (): UserBulkAction[] =>
  userBulkActions.filter(
    (action) =>
      hasPermission([userBulkPermissions[action]]) && (action !== 'move' || hasPermission(['LIST_NODE_STRUCTURE'])),
  );
