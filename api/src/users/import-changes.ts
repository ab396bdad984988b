import type { ErrorCode } from '@storeward/contract/errors';
import type { UserInput } from '@storeward/contract/users';
import { difference, type Happening, insertAudits } from '../audit/queries.ts';
import type { ImportContext, Written, WrittenRow } from '../imports/kind.ts';
import type { Actor } from '../platform/actor.ts';
import { newId } from '../platform/ids.ts';
import type { Sealing } from '../platform/sealing.ts';
import { giveFault } from '../roles/policy.ts';
import { endSessionsOf, updateStatuses } from './bulk-queries.ts';
import { filledIn, guardKeys } from './one-user.ts';
import { keysChanged } from './policy.ts';
import * as rows from './import-queries.ts';
import { listWithoutPassword, takeFirstPassword } from './standing-queries.ts';

/** What a row would write: a new user, or another state of one who is there. */
export type UserRowChange = {
  readonly input: UserInput;
  readonly status: boolean;
  readonly known: rows.KnownUser | undefined;
  readonly userName: string;
  readonly domain: string;
  readonly place: Pick<rows.NamedPlace, 'id' | 'name' | 'nodeType' | 'tpath'> | undefined;
  readonly role: Omit<rows.NamedRole, 'key'> | undefined;
};

/** What writing rows stands on, besides the database. */
export type ChangeParts = {
  readonly mailSealing: Sealing;
  /** Mails a link to each of some new people, by which they choose their password. */
  readonly inviteAll: (
    context: Pick<ImportContext, 'db' | 'actor'>,
    people: readonly { readonly id: string; readonly emailId: string }[],
    options?: { readonly noted: boolean },
  ) => Promise<void>;
};

type Told = Pick<Happening, 'tpath' | 'action' | 'before' | 'after'> & { readonly id: string };

/** Somebody as they were before an import changed them: where and in which role by id alone, since both may have changed when they are put back. */
type Before = Pick<UserRowChange, 'input' | 'status'> & {
  readonly placeId: string | null;
  readonly roleId: string | null;
};

/** Writes the new users among some rows, invites those who may sign in, and answers each by the place of its row. */
export async function insertMany(
  { inviteAll }: ChangeParts,
  context: ImportContext,
  changes: readonly UserRowChange[],
): Promise<ReadonlyMap<number, Written>> {
  const { db, actor } = context;
  const fresh = changes.flatMap(({ input, status, known, userName, domain, place, role }, at) => {
    if (known) return [];
    if (!place || !role) throw new Error('a user is judged sound only with a place and a role');
    const where = { nodeId: place.id, tpath: place.tpath, roleId: role.id };
    return [{ at, place, role, user: { ...input, ...where, id: newId(), userName, domainName: domain, status } }];
  });
  const users = fresh.map(({ user }) => user);
  await rows.insertUsers(db, actor.scope, users, actor.userId);
  await inviteAll(
    context,
    users.filter(({ status }) => status),
    { noted: true },
  );
  await writeDown(
    context,
    fresh.map(({ user, place, role }) => {
      const { id, tpath, userName, domainName, status } = user;
      const after = { userName, domainName, ...filledIn(user), place: place.name, role: role.name };
      return { id, tpath, action: 'user.created', after: status ? after : { ...after, status } };
    }),
  );
  return new Map(fresh.map(({ at, user }) => [at, { entityId: user.id, version: 1, before: null }]));
}

/** Another state for a user who is there. */
export type KnownChange = Omit<UserRowChange, 'userName' | 'domain' | 'known'> & { readonly known: rows.KnownUser };

/** Gives users who are there another state, with all that follows from it on the screen; answers in the same order. */
export async function updateMany(
  parts: Pick<ChangeParts, 'mailSealing'> & Partial<ChangeParts>,
  context: ImportContext,
  changes: readonly KnownChange[],
): Promise<Written[]> {
  const { db, actor } = context;
  const { scope, userId } = actor;
  const steps = changes.map((change) => ({
    ...change,
    ...whatChanges(change),
    opens: change.status !== change.known.status,
  }));
  const edited = steps.filter(({ edits }) => edits);
  await rows.updateUsers(
    db,
    scope,
    edited.map(({ known: { id }, input, place }) => ({ id, input, at: place })),
    userId,
  );
  const moved = edited.filter(({ place, role, known }) => place?.id !== known.place?.id || role?.id !== known.role?.id);
  await rows.updateRoles(
    db,
    scope,
    moved.flatMap(({ place: at, role, known: { id, assignmentId } }) =>
      at && role ? [{ userId: id, roleId: role.id, at, assignmentId }] : [],
    ),
    userId,
  );
  const uninvited = steps.filter(({ status, opens }) => status && opens).map(({ known }) => known.id);
  for (const { known, input, status } of edited) {
    const keys = keysChanged(known, input);
    if (keys.length === 0) continue;
    await guardKeys(context, parts.mailSealing, known, { keys, at: await rows.findNow(db, scope) });
    // whoever has not chosen a password yet is asked to at the address they have now
    if (keys.includes('emailId') && (await takeFirstPassword(db, scope, known.id)) && status) uninvited.push(known.id);
  }
  if (uninvited.length > 0)
    await parts.inviteAll?.(context, await listWithoutPassword(db, scope, [...new Set(uninvited)]));
  const opened = steps.filter(({ opens }) => opens);
  const shut = opened.filter(({ status }) => !status).map(({ known }) => known.id);
  if (shut.length > 0) await endSessionsOf(db, scope, shut);
  await updateStatuses(
    db,
    scope,
    opened.map(({ known: { id }, status }) => ({ id, status })),
    userId,
  );
  await writeDown(context, steps.flatMap(told));
  return steps.map(({ known, edits, opens }) => ({
    entityId: known.id,
    version: known.version + (edits ? 1 : 0) + (opens ? 1 : 0),
    before: {
      input: filledIn(known),
      status: known.status,
      placeId: known.place?.id ?? null,
      roleId: known.role?.id ?? null,
    } satisfies Before,
  }));
}

/** What a change does to what is filled in, and to place and role; nothing where all stays as it is. */
function whatChanges({ known, input, place, role }: KnownChange) {
  const was = { ...filledIn(known), place: known.place?.name ?? null, role: known.role?.name ?? null };
  const edits = difference(was, { ...filledIn(input), place: place?.name ?? null, role: role?.name ?? null });
  const moves = place?.id !== known.place?.id || role?.id !== known.role?.id;
  return { edits: moves || Object.keys(edits.after).length > 0 ? edits : undefined };
}

function told({
  known,
  status,
  place,
  edits,
  opens,
}: KnownChange & ReturnType<typeof whatChanges> & { opens: boolean }): Told[] {
  const who = { id: known.id, tpath: place?.tpath ?? known.tpath };
  const lines: Told[] = [];
  if (edits) lines.push({ ...who, action: 'user.updated', ...edits });
  const action = status ? 'user.enabled' : 'user.disabled';
  if (opens) lines.push({ ...who, action, before: { status: known.status }, after: { status } });
  return lines;
}

/** Takes rows back: who was made goes unless somebody has used the account, who was changed is as before unless somebody came after. */
export async function takeBack(
  context: ImportContext,
  written: readonly WrittenRow[],
  parts: Pick<ChangeParts, 'mailSealing'> & Partial<ChangeParts>,
): Promise<('undone' | 'kept')[]> {
  const { db, actor } = context;
  const { scope, accessRights: rights, userId } = actor;
  const ids = written.map(({ entityId }) => entityId);
  const standing = new Map((await rows.listKnown(db, scope, { ids }, { held: true, rights })).map((u) => [u.id, u]));
  const wereAt = written.flatMap(({ before }) => (before as Before | null) ?? []);
  // as they are now: a role may allow more by now, and a place lie elsewhere, or either be gone
  const roles = byId(await rows.listRolesById(db, scope, idsOf(wereAt, 'roleId'), { held: true }));
  const places = byId(await rows.listPlacesById(db, scope, idsOf(wereAt, 'placeId')));
  const gone: rows.KnownUser[] = [];
  const back: KnownChange[] = [];
  const ends: ('undone' | 'kept')[] = [];
  for (const row of written) {
    const known = standing.get(row.entityId);
    const mine = known?.version === row.version && !known.exceeds && known.id !== userId;
    if (!known || !mine) ends.push('kept');
    else if (row.outcome === 'created') {
      if (known.untouched) gone.push(known);
      ends.push(known.untouched ? 'undone' : 'kept');
    } else {
      const { input, status, placeId, roleId } = row.before as Before;
      const place = placeId === null ? undefined : places.get(placeId);
      const role = roleId === null ? undefined : roles.get(roleId);
      const change = { known, input, status, place, role };
      const lost = (placeId !== null && !place) || (roleId !== null && !role);
      const may = !lost && !standingFault(actor, change);
      if (may) back.push(change);
      ends.push(may ? 'undone' : 'kept');
    }
  }
  await updateMany(parts, context, back);
  await rows.deleteUsers(
    db,
    scope,
    gone.map(({ id }) => id),
    userId,
  );
  await writeDown(
    context,
    gone.map((known) => ({
      id: known.id,
      tpath: known.tpath,
      action: 'user.deleted',
      before: {
        userName: known.userName,
        ...filledIn(known),
        place: known.place?.name ?? null,
        role: known.role?.name ?? null,
      },
    })),
  );
  return ends;
}

/** Why somebody cannot be put there, or into that role: nobody gives what they do not hold, and nobody holds one role twice at a place. */
export function standingFault(
  actor: Actor,
  { known, place, role }: Pick<UserRowChange, 'known' | 'place' | 'role'>,
): ErrorCode | undefined {
  if (!place || !role || (known && place.id === known.place?.id && role.id === known.role?.id)) return undefined;
  if (known?.besides.includes(`${role.id} ${place.id}`)) return 'assignment.doubled';
  return giveFault(actor, role, place.nodeType);
}

const byId = <T extends { readonly id: string }>(some: readonly T[]) => new Map(some.map((one) => [one.id, one]));
const idsOf = (some: readonly Before[], field: 'roleId' | 'placeId') => [
  ...new Set(some.flatMap((one) => one[field] ?? [])),
];

async function writeDown({ db, actor, origin, runId }: ImportContext, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return;
  const who = { entity: 'user', actorId: actor.userId, sessionId: actor.sessionId, runId };
  await insertAudits(
    db,
    actor.scope,
    origin,
    told.map(({ id: entityId, ...happening }) => ({ ...happening, ...who, entityId })),
  );
}
