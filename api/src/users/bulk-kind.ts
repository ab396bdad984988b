import type { ErrorCode } from '@storeward/contract/errors';
import { UserBulkTask } from '@storeward/contract/user-bulk';
import { userBulkNeeds } from '@storeward/contract/user-bulk-actions';
import type { Attempts } from '../attempts/queries.ts';
import { insertAudits } from '../audit/queries.ts';
import type { ImportContext, ImportKind, Judgement, Written } from '../imports/kind.ts';
import type { Actor, Origin } from '../platform/actor.ts';
import { tryHoldStructure } from '../nodes/queries.ts';
import type { Db } from '../platform/db.ts';
import type { Sealing } from '../platform/sealing.ts';
import { type BulkUser, endSessionsOf, listBulkUsers, updateStatuses } from './bulk-queries.ts';
import { type StandingChange, standingVerdicts } from './bulk-standing.ts';
import { takeBack, updateMany } from './import-changes.ts';
import { listWithoutPassword } from './standing-queries.ts';
import { statusRefusal, userAbilities } from './policy.ts';

/** Mailing people a link to a new password, by the rules by which one is mailed. */
export type Links = {
  /** Who of some people has been mailed so many that it is enough for now. */
  readonly mailedEnough: (
    context: { readonly db: Db; readonly actor: Actor },
    ids: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  readonly send: (
    context: { readonly db: Db; readonly actor: Actor; readonly origin: Origin },
    users: readonly { readonly id: string; readonly emailId: string; readonly tpath: string }[],
    runId: string,
  ) => Promise<unknown>;
};

/** What changing many users stands on. */
export type BulkKindParts = {
  readonly attempts: Pick<Attempts, 'forgive' | 'locksOn'>;
  readonly links: Links;
  /** Mails a link to each of some people, by which they choose their password. */
  readonly inviteAll: (
    context: Asking,
    people: readonly { readonly id: string; readonly emailId: string }[],
  ) => Promise<void>;
  readonly mailSealing: Sealing;
};

/** What is to be done with one user. */
type UserChange = { readonly user: BulkUser } | { readonly standing: StandingChange };

/** What a user comes to: a fault by name, or whether anything is to be done. */
export type Verdict = { readonly fault: ErrorCode } | { readonly changes: boolean; readonly change: UserChange };

type Asking = { readonly db: Db; readonly actor: Actor };
type Wanted = { readonly task: UserBulkTask; readonly ids: readonly string[]; readonly held: boolean };

/** Says of some users what a task would do with each, by the rules for one. */
export async function verdictsOn(
  parts: BulkKindParts,
  asking: Asking,
  wanted: Wanted,
): Promise<(id: string) => Verdict> {
  if (!isStanding(wanted.task)) {
    const verdict = await accessVerdicts(parts, asking, wanted);
    return (id) => {
      const said = verdict(id);
      return 'fault' in said ? said : { changes: said.changes, change: { user: said.user } };
    };
  }
  const verdict = await standingVerdicts(asking, wanted);
  return (id) => {
    const said = verdict(id);
    return 'fault' in said ? said : { changes: said.changes, change: { standing: said.change } };
  };
}

/** Whether a task gives people another role or place. */
export const isStanding = ({ action }: UserBulkTask): boolean => action === 'changeRole' || action === 'move';

type AccessVerdict = { readonly fault: ErrorCode } | { readonly user: BulkUser; readonly changes: boolean };

/** The same for what lets people in or not. */
async function accessVerdicts(
  { attempts, links }: BulkKindParts,
  { db, actor }: Asking,
  { task: { action }, ids, held }: Wanted,
): Promise<(id: string) => AccessVerdict> {
  const users = await listBulkUsers(db, actor.scope, ids, { rights: actor.accessRights, held });
  const known = [...users.values()];
  const locked = action === 'enable' ? await lockedAmong(attempts, { db, actor }, known) : new Set<string>();
  const enough =
    action === 'sendReset' ? await links.mailedEnough({ db, actor }, [...users.keys()]) : new Set<string>();
  return (id) => {
    const user = users.get(id);
    if (!user) return { fault: 'user.unknown' };
    const can = userAbilities(actor, user);
    if (action === 'sendReset') {
      if (!can.edit) return { fault: 'user.beyondYourOwn' };
      // whoever may not sign in has no use for a password
      if (!user.status) return { user, changes: false };
      return enough.has(id) ? { fault: 'recovery.tooManyMails' } : { user, changes: true };
    }
    const fault = statusRefusal(actor, { id, can });
    return fault ? { fault } : { user, changes: user.status !== (action === 'enable') || locked.has(id) };
  };
}

async function lockedAmong(
  attempts: BulkKindParts['attempts'],
  { db, actor }: { readonly db: Db; readonly actor: Actor },
  users: readonly BulkUser[],
): Promise<ReadonlySet<string>> {
  const locks = await attempts.locksOn(db, actor.scope, Promise.resolve(users));
  return new Set(users.filter((_, at) => locks[at]).map(({ id }) => id));
}

const none: ReadonlyMap<string, number> = new Map();

/** Many users changed at once, by the rules by which one is changed on the screen. */
export const userBulkKind = (parts: BulkKindParts): ImportKind<UserChange> => ({
  name: 'userChanges',
  rowsMadeHere: true,
  columns: [
    { name: 'userName', sample: '' },
    { name: 'name', sample: '' },
  ],
  keyColumn: 'userName',
  leanColumn: 'userName',
  lastRank: 0,
  undoNeeds: { created: [], updated: [] },
  undoNeedsFor: (task) => [userBulkNeeds[UserBulkTask.parse(task).action]],
  // a mail that has left does not come back
  undoable: (task) => UserBulkTask.parse(task).action !== 'sendReset',

  placeOf: (cells) => ({ key: cells.get('userName') ?? '', leansOn: '', rank: 0 }),

  // each user is held by their own row, and where people are put stays where it is meanwhile
  hold: async ({ db, actor, task }) =>
    !isStanding(UserBulkTask.parse(task)) || tryHoldStructure(db, actor.scope, false),

  async judge(context, rows) {
    const task = UserBulkTask.parse(context.task);
    const ids = rows.flatMap(({ entityId }) => entityId ?? []);
    const verdict = await verdictsOn(parts, context, { task, ids, held: context.writing });
    return rows.map(({ entityId }): Judgement<UserChange> => {
      const alike = { entityId, version: null, alone: false };
      const said = verdict(entityId ?? '');
      if ('fault' in said) return { ...alike, outcome: 'wrong', faults: [{ column: null, messageCode: said.fault }] };
      if (!said.changes) return { ...alike, outcome: 'unchanged', faults: [] };
      return { ...alike, outcome: 'updated', faults: [], change: said.change };
    });
  },

  async write(context, changes) {
    const { action } = UserBulkTask.parse(context.task);
    const standing = changes.flatMap((change) => ('standing' in change ? [change.standing] : []));
    const written = await updateMany(parts, context, standing);
    const users = changes.flatMap((change) => ('user' in change ? [change.user] : []));
    if (users.length === 0) return written;
    if (action === 'sendReset') await parts.links.send(context, users, context.runId);
    const versions = action === 'sendReset' ? none : await setStatuses(parts, context, users, action === 'enable');
    return users.map(({ id, version, status }): Written => {
      return { entityId: id, version: versions.get(id) ?? version, before: { status } };
    });
  },

  async undo(context, rows) {
    const task = UserBulkTask.parse(context.task);
    if (isStanding(task)) return takeBack(context, rows, parts);
    const opposite = task.action === 'enable' ? 'disable' : 'enable';
    const ids = rows.map(({ entityId }) => entityId);
    const verdict = await accessVerdicts(parts, context, { task: { action: opposite }, ids, held: true });
    const back = rows.map(({ entityId, version, before }) => {
      const said = verdict(entityId);
      // only unlocked, or changed by somebody since
      const { status } = before as { status: boolean };
      if ('fault' in said || said.user.version !== version || said.user.status === status) return undefined;
      return said.user;
    });
    await setStatuses(
      parts,
      context,
      back.flatMap((user) => user ?? []),
      opposite === 'enable',
    );
    return back.map((user) => (user ? 'undone' : 'kept'));
  },
});

/** Lets some users sign in or not, with all that belongs to it, each with its line in the audit; answers the versions of those whose status is another now. */
async function setStatuses(
  { attempts, inviteAll }: BulkKindParts,
  { db, actor, origin, runId }: ImportContext,
  users: readonly BulkUser[],
  status: boolean,
): Promise<ReadonlyMap<string, number>> {
  if (users.length === 0) return none;
  const { scope, userId: actorId, sessionId } = actor;
  if (status) for (const user of users) await attempts.forgive(db, scope, user);
  else
    await endSessionsOf(
      db,
      scope,
      users.map(({ id }) => id),
    );
  const others = users.filter((user) => user.status !== status).map(({ id }) => ({ id, status }));
  const versions = await updateStatuses(db, scope, others, actorId);
  // whoever was never asked to choose a password, since they might not sign in, is asked now
  if (status && others.length > 0) {
    const without = await listWithoutPassword(
      db,
      scope,
      others.map(({ id }) => id),
    );
    await inviteAll({ db, actor }, without);
  }
  await insertAudits(
    db,
    scope,
    origin,
    users.map((user) => ({
      action: user.status === status ? 'user.unlocked' : status ? 'user.enabled' : 'user.disabled',
      entity: 'user',
      entityId: user.id,
      tpath: user.tpath,
      actorId,
      sessionId,
      before: user.status === status ? { locked: true } : { status: user.status },
      after: user.status === status ? { locked: false } : { status },
      runId,
    })),
  );
  return versions;
}
