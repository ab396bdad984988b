import { type Permission, permits } from '@storeward/contract/access';
import type { AttentionKind } from '@storeward/contract/dashboard/figures';
import { type RunKind, runKinds } from '@storeward/contract/imports';
import type { Actor } from '../platform/actor.ts';

/** The permissions of which one suffices to see runs of a kind: those of its list screen. */
const runPermissions: Readonly<Record<RunKind, readonly Permission[]>> = {
  users: ['SHOW_BULK_USER_IMPORT_SUBMENU'],
  userChanges: ['ENABLED_USER', 'EDIT_USER'],
  nodes: ['CREATE_NODE', 'EDIT_NODE'],
  overrides: ['LIST_BULK_OVERRIDE'],
  settings: ['LIST_BULK_OVERRIDE'],
  lists: ['LIST_BULK_OVERRIDE'],
  products: ['CREATE_SETTING', 'EDIT_SETTING'],
  productChanges: ['EDIT_SETTING'],
};

/** The kinds of runs that the actor may see. */
export const visibleRunKinds = ({ permissions }: Actor): RunKind[] =>
  runKinds.filter((kind) => permits(permissions, runPermissions[kind]));

/** The permissions that are all required to act on a matter. */
const attentionPermissions: Readonly<Record<Exclude<AttentionKind, 'failedRuns'>, readonly Permission[]>> = {
  auditErrors: ['VIEW_USER', 'VIEW_NODE'],
  lockedUsers: ['LIST_USERS'],
  silentDevices: ['VIEW_NODE'],
  disabledWebhooks: ['VIEW_NODE'],
  refusedEmails: ['LIST_USERS'],
  unconfirmedEmails: ['LIST_USERS'],
  invitedUsers: ['LIST_USERS'],
};

export const concerns = ({ permissions }: Actor, kind: keyof typeof attentionPermissions): boolean =>
  permits(permissions, attentionPermissions[kind], 'all');
