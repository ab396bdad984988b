import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { importEndpoints, ImportRun } from './imports.ts';
import { NodeId } from './nodes.ts';
import { RoleId } from './roles.ts';
import { UserListFilter } from './user-lists.ts';
import { userBulkActions } from './user-bulk-actions.ts';
import { UserId } from './users.ts';

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
  /** Number of `ids` left out because they are deleted or outside the caller's area. */
  gone: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Error codes of the refused users with their counts. */
  faults: z.array(z.object({ messageCode: z.string(), count: z.int() })),
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

const path = '/user-management/bulk-changes';
const allow = { any: ['ENABLED_USER', 'EDIT_USER'] } as const;
/** The run endpoints shared by all background runs. */
export const userBulkRuns = importEndpoints(path, allow);
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
  list: { ...userBulkRuns.list, summary: 'The changes of many users in the caller’s own area, newest first.' },
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    summary:
      'How many users a change would be about, leave as they are, or not be allowed to touch; nothing is changed.',
    allow,
    body: UserBulkRequest,
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: UserBulkPreview,
    errors,
  },
  create: {
    method: 'POST',
    path,
    summary:
      'Enables or disables many users, mails each a link to a new password, or gives them another role or place; begins at once, in the background, by the rules for one user.',
    allow,
    body: UserBulkRequest,
    result: ImportRun,
    errors,
  },
  get: {
    ...userBulkRuns.get,
    summary: 'One change of many users; asked for as an event stream, each of its steps until it rests.',
  },
  rows: { ...userBulkRuns.rows, summary: 'The users of such a change, of one outcome alone if wanted.' },
  start: { ...userBulkRuns.start, summary: 'Goes on with such a change where it stopped.' },
  stop: { ...userBulkRuns.stop, summary: 'Stops such a change between two users; what is written stays.' },
  undo: {
    ...userBulkRuns.undo,
    summary: 'Takes such a change back, user by user; whom somebody has changed since is left alone. A mail cannot be.',
  },
});
