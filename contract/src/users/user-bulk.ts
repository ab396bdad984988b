import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { FirstChanges } from '../first-changes.ts';
import { importEndpoints, ImportRun } from '../imports.ts';
import { runKinds } from '../imports/run-kinds.ts';
import { NodeId } from '../nodes.ts';
import { RoleId } from '../roles.ts';
import { UserListFilter } from './user-lists.ts';
import { userBulkActions } from './user-bulk-actions.ts';
import { UserId } from '../users.ts';

/** Limits of one bulk change: all users, and users selected by explicit ids. */
export const userBulkLimits = { users: 100_000, explicitIds: 1_000 } as const;

/** A bulk change of users, selected by `ids` or by the filter `matching` (exactly one of both). */
export const UserBulkRequest = z
  .object({
    action: z.enum(userBulkActions, 'field.invalid'),
    ids: z.optional(
      z
        .array(UserId)
        .check(z.minLength(1, 'field.required'), z.maxLength(userBulkLimits.explicitIds, 'userBulk.tooMany')),
    ),
    matching: z.optional(UserListFilter),
    /** The new role, required for `changeRole` only. */
    roleId: z.optional(RoleId),
    /** The new node, required for `move` only. */
    nodeId: z.optional(NodeId),
  })
  .check(
    z.refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), 'input.invalid'),
    z.refine(({ action, roleId }) => (action === 'changeRole') === (roleId !== undefined), {
      error: 'field.required',
      path: ['roleId'],
    }),
    z.refine(({ action, nodeId }) => (action === 'move') === (nodeId !== undefined), {
      error: 'field.required',
      path: ['nodeId'],
    }),
  );
export type UserBulkRequest = z.infer<typeof UserBulkRequest>;

/** The outcome counts of a bulk change before it is started. */
export const UserBulkPreview = z.object({
  userCount: z.int(),
  /** Number of `ids` left out because they are deleted or outside the user's scope. */
  gone: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Error codes of the refused users with their counts. */
  faults: z.array(z.object({ messageCode: z.string(), count: z.int() })),
  /** The first changed users by name: their status, or the name of their role or node. */
  first: FirstChanges,
});
export type UserBulkPreview = z.infer<typeof UserBulkPreview>;

/** The task of a bulk change as stored with its run. */
export const UserBulkTask = z.object({
  action: z.enum(userBulkActions),
  role: z.optional(z.object({ id: RoleId, name: z.string() })),
  place: z.optional(z.object({ id: NodeId, name: z.string() })),
  /** Number of requested users that were left out, if any. */
  gone: z.optional(z.int()),
});
export type UserBulkTask = z.infer<typeof UserBulkTask>;

const { path, allow: permissions } = runKinds.userChanges;
const allow = { any: permissions };
/** The run endpoints shared by all background runs. */
export const userBulkRuns = importEndpoints('userChanges');
const errors = [
  'user.unknown',
  'node.unknown',
  'role.unknown',
  'import.notGlobal',
  'userBulk.notYours',
  'userBulk.nobody',
  'userBulk.tooMany',
] as const;

/** Endpoints for bulk changes of users: preview, background run, and undo where possible. */
export const userBulk = endpoints({
  list: { ...userBulkRuns.list, summary: 'The bulk changes of users in the current user’s scope, newest first.' },
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    summary:
      'How many users a bulk change would change, leave unchanged, or not be allowed to change, and the first changed ones by name; nothing is changed.',
    allow,
    body: UserBulkRequest,
    lane: 'report',
    bound: { most: userBulkLimits.users, of: 'users', error: 'userBulk.tooMany' },
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: UserBulkPreview,
    errors,
  },
  create: {
    method: 'POST',
    path,
    summary:
      'Enables or disables many users, mails them reset links, or changes their role or node, by the rules for one user; it starts at once, in the background.',
    allow,
    body: UserBulkRequest,
    lane: 'bulk',
    result: ImportRun,
    errors,
  },
  get: {
    ...userBulkRuns.get,
    summary: 'One bulk change of users; as an event stream, its progress until it ends.',
  },
  rows: { ...userBulkRuns.rows, summary: 'The users of a bulk change, optionally of one outcome.' },
  start: { ...userBulkRuns.start, summary: 'Continues a bulk change where it stopped.' },
  stop: { ...userBulkRuns.stop, summary: 'Stops a bulk change between two users; what is written is kept.' },
  undo: {
    ...userBulkRuns.undo,
    summary: 'Undoes a bulk change, user by user, except users that have been changed since; mails cannot be undone.',
  },
});
