import { permits } from '@storeward/contract/access';
import { type ErrorCode, isErrorCode } from '@storeward/contract/errors';
import { normalised, UserName } from '@storeward/contract/fields';
import { type CellFault, statusIn } from '@storeward/contract/imports';
import { languageFor } from '@storeward/contract/reference';
import { UserInput } from '@storeward/contract/users';
import { type UserColumn, userColumns } from '@storeward/contract/user-import';
import type { Cells, ImportContext, ImportKind, Judgement, ReadRow } from '../imports/kind.ts';
import { tryHoldStructure } from '../nodes/queries.ts';
import {
  type ChangeParts,
  insertMany,
  standingFault,
  takeBack,
  type UserRowChange,
  updateMany,
} from './import-changes.ts';
import * as rows from './import-queries.ts';
import { userColumnsElsewhere } from './import-words.ts';
import { listSignInDomains } from './standing-queries.ts';

/** What rows are judged by, besides themselves. */
type Ground = {
  readonly context: ImportContext;
  readonly domain: string;
  readonly known: ReadonlyMap<string, rows.KnownUser>;
  readonly taken: ReadonlySet<string>;
  readonly places: readonly rows.NamedPlace[];
  readonly roles: ReadonlyMap<string, rows.NamedRole>;
};

type Wrong = (column: UserColumn | null, messageCode: ErrorCode | undefined) => void;

const fields = Object.keys(UserInput.shape) as (keyof UserInput)[];
const nameOf = (cells: Cells) => normalised(cells.get('userName') ?? '');
const wordIn = (cells: Cells, column: UserColumn) => cells.get(column) ?? '';

/** Users by the thousand from a file, by the rules by which one is made or changed on the screen; new ones are invited by mail. */
export function userImport(parts: ChangeParts): ImportKind<UserRowChange> {
  return {
    name: 'users',
    columns: userColumns,
    alsoCalled: userColumnsElsewhere,
    keyColumn: 'userName',
    leanColumn: 'userName',
    placeOf: (cells) => ({ key: nameOf(cells), leansOn: '', rank: 1 }),
    lastRank: 1,
    firstStands: true,
    undoNeeds: { created: ['DELETE_USER'], updated: ['EDIT_USER', 'ENABLED_USER'] },

    // where people are put stays where it is meanwhile
    hold: ({ db, actor }) => tryHoldStructure(db, actor.scope, false),

    async judge(context, read) {
      const { db, actor, writing } = context;
      const { scope, accessRights: rights } = actor;
      const [domain = ''] = await listSignInDomains(db, scope);
      const keys = read.map(({ key }) => key);
      const words = (wordOf: (cells: Cells) => string) => [
        ...new Set(read.map(({ cells }) => wordOf(cells)).filter(Boolean)),
      ];
      const [known, places, roles] = await Promise.all([
        rows.listKnown(db, scope, { keys }, { held: writing, rights }),
        rows.listPlaces(db, scope, {
          codes: words((cells) => keyIn(cells, 'nodeCode') || keyIn(cells, 'nodeName')),
          names: words((cells) => (keyIn(cells, 'nodeCode') ? '' : keyIn(cells, 'nodeName'))),
        }),
        rows.listRoles(
          db,
          scope,
          words((cells) => keyIn(cells, 'roleName')),
          { held: writing },
        ),
      ]);
      // whoever signs in by the usual domain is meant, else the one who has that name at all
      const usualFirst = known.toSorted(
        (one, other) => Number(one.domainName === domain) - Number(other.domainName === domain),
      );
      const byKey = new Map(usualFirst.map((user) => [user.key, user]));
      const unknown = keys.filter((key) => !byKey.has(key));
      const taken = await rows.listTakenNames(db, scope, unknown, domain);
      const byName = new Map(roles.map((role) => [role.key, role]));
      return read.map((row) => judged(row, { context, domain, known: byKey, taken, places, roles: byName }));
    },

    async write(context, changes) {
      const made = await insertMany(parts, context, changes);
      const others = changes.flatMap(({ known, ...change }) => (known ? [{ ...change, known }] : []));
      const updated = (await updateMany(parts, context, others)).values();
      return changes.map((_, at) => made.get(at) ?? updated.next().value!);
    },

    undo: (context, written) => takeBack(context, written, parts),
  };
}

/** What one row would do. */
function judged(row: ReadRow, ground: Ground): Judgement<UserRowChange> {
  const { context, domain, known: all, taken } = ground;
  const { cells } = row;
  const known = all.get(row.key);
  const faults: CellFault[] = [...row.faults];
  const wrong: Wrong = (column, messageCode) => {
    if (messageCode) faults.push({ column, messageCode });
  };

  const userName = UserName.safeParse(wordIn(cells, 'userName'));
  if (!userName.success) wrong('userName', codeOf(userName.error.issues[0]?.message));
  if (!known && taken.has(row.key)) wrong('userName', 'import.takenOutside');
  const input = inputIn(cells, known, wrong);
  const at = placeIn(cells, known, ground, wrong);
  const role = roleIn(cells, known, ground, wrong);
  // an empty cell says nothing of a user who is there
  const status = wordIn(cells, 'status') ? statusIn(wordIn(cells, 'status')) : (known?.status ?? true);
  if (status === undefined) wrong('status', 'field.invalid');

  const judgement = { entityId: known?.id ?? null, version: known?.version ?? null, alone: false };
  const change =
    input && status !== undefined
      ? { input, status, known, userName: userName.data ?? '', domain, place: at, role }
      : undefined;
  if (change) demandRights(change, context, wrong);
  if (faults.length > 0 || !change) return { ...judgement, faults, outcome: 'wrong' };
  if (!known) return { ...judgement, faults, outcome: 'created', change };
  const touched = editsOf(change).length > 0 || moves(change) || known.status !== status;
  return touched
    ? { ...judgement, faults, outcome: 'updated', change }
    : { ...judgement, faults, outcome: 'unchanged' };
}

/** The same rights and rules as on the screen, for each row. */
function demandRights(change: UserRowChange, { actor }: ImportContext, wrong: Wrong): void {
  const { known, status, input } = change;
  const may = (name: string) => permits(actor.permissions, [name]);
  if (!known) {
    if (!may('CREATE_USER')) wrong(null, 'import.rightMissing');
    if (!status && !may('ENABLED_USER')) wrong('status', 'import.rightMissing');
  }
  const moved = moves(change);
  wrong('roleName', standingFault(actor, change));
  if (!known) return;
  // whoever may not look at people learns nothing of them from what a row would change
  if (!may('VIEW_USER') && !may('EDIT_USER')) return wrong(null, 'import.rightMissing');
  const edits = editsOf(change);
  const opens = known.status !== status;
  if (!edits.length && !moved && !opens) return;
  if (known.exceeds) return wrong(null, 'user.beyondYourOwn');
  if ((edits.length > 0 || moved) && !may('EDIT_USER')) wrong(null, 'import.rightMissing');
  if (opens && !may('ENABLED_USER')) wrong('status', 'import.rightMissing');
  if (known.id !== actor.userId) return;
  if (moved) wrong(null, 'user.ownStanding');
  if (opens) wrong('status', 'user.self');
  if (input.emailId !== known.emailId || input.phoneNumber !== known.phoneNumber) wrong('emailId', 'user.ownContact');
}

/** Which of the fields a row would change. */
const editsOf = ({ input, known }: UserRowChange) =>
  known ? fields.filter((field) => input[field] !== known[field].trim()) : [];

/** Whether a row puts somebody somewhere else, or into another role. */
const moves = ({ known, place, role }: UserRowChange): boolean =>
  known !== undefined && (place?.id !== known.place?.id || role?.id !== known.role?.id);

/** What the cells fill in; what the file has no column for, or says nothing of, stays as it is. */
function inputIn(cells: Cells, known: rows.KnownUser | undefined, wrong: Wrong): UserInput | undefined {
  const word = (field: keyof UserInput) => wordIn(cells, field) || known?.[field] || '';
  const parsed = UserInput.safeParse({
    ...Object.fromEntries(fields.map((field) => [field, word(field)])),
    country: word('country').toUpperCase(),
    language: languageFor(word('language')) ?? word('language'),
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) wrong(path[0] as UserColumn, codeOf(message));
  return undefined;
}

/** The place that a row names, by its code or by a name that only one place has. */
function placeIn(cells: Cells, known: rows.KnownUser | undefined, { places }: Ground, wrong: Wrong) {
  const code = keyIn(cells, 'nodeCode');
  const name = keyIn(cells, 'nodeName');
  if (!code && !name) {
    if (!known) wrong('nodeName', 'field.required');
    return known?.place ?? undefined;
  }
  const byCode = places.filter(({ codeKey }) => codeKey === (code || name));
  const found = byCode.length > 0 || code ? byCode : places.filter(({ nameKey }) => nameKey === name);
  if (found.length === 0) wrong(code ? 'nodeCode' : 'nodeName', 'node.unknown');
  if (found.length > 1) wrong('nodeName', 'import.placeAmbiguous');
  return found.length === 1 ? found[0] : undefined;
}

/** The role that a row names, and that its reader may know of. */
function roleIn(cells: Cells, known: rows.KnownUser | undefined, { roles }: Ground, wrong: Wrong) {
  const name = keyIn(cells, 'roleName');
  if (!name) {
    if (!known) wrong('roleName', 'field.required');
    return known?.role ?? undefined;
  }
  const role = roles.get(name);
  if (!role) wrong('roleName', 'role.unknown');
  return role;
}

/** What a cell says, as it is compared. */
const keyIn = (cells: Cells, column: UserColumn) => normalised(wordIn(cells, column));

const codeOf = (message = ''): ErrorCode => (isErrorCode(message) ? message : 'field.invalid');
