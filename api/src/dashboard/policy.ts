import { type Permission, permits } from '@storeward/contract/access';
import type { AttentionKind } from '@storeward/contract/dashboard/figures';
import { type RunKindName, runKindNames, runKinds } from '@storeward/contract/imports/run-kinds';
import type { Actor } from '../platform/actor.ts';

/** The kinds of runs that the actor may see. */
export const visibleRunKinds = ({ permissions }: Actor): RunKindName[] =>
  runKindNames.filter((kind) => permits(permissions, runKinds[kind].allow));

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
