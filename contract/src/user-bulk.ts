import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { importDoors, ImportRun } from './imports.ts';
import { NodeId } from './nodes.ts';
import { RoleId } from './roles.ts';
import { UsersMatching } from './user-lists.ts';
import { userBulkActions } from './user-bulk-actions.ts';
import { UserId } from './users.ts';

/** How many users one change may be about, and how many may be named one by one. */
export const userBulkLimits = { users: 100_000, named: 1_000 } as const;

/** What is done, and with whom: users named one by one, or everybody whom a list would show. */
export const UserBulkOrder = z
  .object({
    action: z.enum(userBulkActions, 'field.invalid'),
    ids: z.optional(
      z.array(UserId).check(z.minLength(1, 'field.required'), z.maxLength(userBulkLimits.named, 'userBulk.tooMany')),
    ),
    matching: z.optional(UsersMatching),
    /** The role that they are given. */
    roleId: z.optional(RoleId),
    /** The place that they are to stand at. */
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
export type UserBulkOrder = z.infer<typeof UserBulkOrder>;

/** What a change of many users would do, told before it begins. */
export const UserBulkPreview = z.object({
  userCount: z.int(),
  /** How many of those who were named are left out: deleted since, or no longer within the caller's area. */
  gone: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Why some cannot be changed, by name, and how many each concerns. */
  faults: z.array(z.object({ messageCode: z.string(), count: z.int() })),
});
export type UserBulkPreview = z.infer<typeof UserBulkPreview>;

/** What a change of many users was asked to do, as its run tells it. */
export const UserBulkTask = z.object({
  action: z.enum(userBulkActions),
  role: z.optional(z.object({ id: RoleId, name: z.string() })),
  place: z.optional(z.object({ id: NodeId, name: z.string() })),
  /** How many of those who were named were left out, if any. */
  gone: z.optional(z.int()),
});
export type UserBulkTask = z.infer<typeof UserBulkTask>;

const path = '/user-management/bulk-changes';
const allow = { any: ['ENABLED_USER', 'EDIT_USER'] } as const;
/** The doors of its runs, as the screens of all that runs in the background know them. */
export const userBulkRuns = importDoors(path, allow);
const errors = [
  'user.unknown',
  'node.unknown',
  'role.unknown',
  'import.notGlobal',
  'userBulk.notYours',
  'userBulk.nobody',
  'userBulk.tooMany',
] as const;

/** Many users changed at once: told before, worked off in the background, taken back where that is possible. */
export const userBulk = endpoints({
  list: { ...userBulkRuns.list, about: 'The changes of many users in the caller’s own area, newest first.' },
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    about: 'How many users a change would be about, leave as they are, or not be allowed to touch; nothing is changed.',
    allow,
    body: UserBulkOrder,
    keepsNoAnswer: true,
    whileSeeing: 'open',
    result: UserBulkPreview,
    errors,
  },
  create: {
    method: 'POST',
    path,
    about:
      'Enables or disables many users, mails each a link to a new password, or gives them another role or place; begins at once, in the background, by the rules for one user.',
    allow,
    body: UserBulkOrder,
    result: ImportRun,
    errors,
  },
  get: {
    ...userBulkRuns.get,
    about: 'One change of many users; asked for as an event stream, each of its steps until it rests.',
  },
  rows: { ...userBulkRuns.rows, about: 'The users of such a change, of one outcome alone if wanted.' },
  start: { ...userBulkRuns.start, about: 'Goes on with such a change where it stopped.' },
  stop: { ...userBulkRuns.stop, about: 'Stops such a change between two users; what is written stays.' },
  undo: {
    ...userBulkRuns.undo,
    about: 'Takes such a change back, user by user; whom somebody has changed since is left alone. A mail cannot be.',
  },
});
