import { type UserBulkAction, userBulkActions, userBulkNeeds } from '@storeward/contract/user-bulk-actions';
import { may } from '../platform/session.ts';

/** What of many users the reader may change at once. */
export const bulkActionsOffered = (): UserBulkAction[] =>
  userBulkActions.filter(
    (action) => may([userBulkNeeds[action]]) && (action !== 'move' || may(['LIST_NODE_STRUCTURE'])),
  );
