import { permits } from '@storeward/contract/access';
import { type ErrorCode, isErrorCode } from '@storeward/contract/errors';
import { normalised, UserName } from '@storeward/contract/fields';
import { type CellError, parseStatus } from '@storeward/contract/imports';
import { languageFor } from '@storeward/contract/reference';
import { UserInput } from '@storeward/contract/users';
import { type UserColumn, userColumns } from '@storeward/contract/user-import';
import type { Cells, ImportContext, ImportKind, RowEvaluation, ParsedRow } from '../imports/kind.ts';
import { tryLockStructure } from '../nodes/queries.ts';
import {
  type UserImportDependencies,
  insertNewUsers,
  primaryAssignmentError,
  undoChanges,
  type UserRowChange,
  updateExistingUsers,
} from './import-changes.ts';
import * as importQueries from './import-queries.ts';
import { userColumnAliases } from './import-column-aliases.ts';
import { listSignInDomains } from './primary-assignment-queries.ts';

/** The stored records that rows are validated against. */
type RowLookups = {
  readonly context: ImportContext;
  readonly domain: string;
  readonly existing: ReadonlyMap<string, importQueries.ExistingUser>;
  readonly takenNames: ReadonlySet<string>;
  readonly nodes: readonly importQueries.ImportNode[];
  readonly roles: ReadonlyMap<string, importQueries.ImportRole>;
};

type ReportError = (column: UserColumn | null, messageCode: ErrorCode | undefined) => void;

const inputFields = Object.keys(UserInput.shape) as (keyof UserInput)[];
const userNameKey = (cells: Cells) => normalised(cells.get('userName') ?? '');
const cellText = (cells: Cells, column: UserColumn) => cells.get(column) ?? '';

/**
 * The run kind of user imports. It applies the same rules as creating or updating a single user; new users are invited
 * by mail.
 */
export function userImport(dependencies: UserImportDependencies): ImportKind<UserRowChange> {
  return {
    name: 'users',
    columns: userColumns,
    columnAliases: userColumnAliases,
    keyColumn: 'userName',
    dependencyColumn: 'userName',
    identifyRow: (cells) => ({ key: userNameKey(cells), dependsOn: '', rank: 1 }),
    leafRank: 1,
    keepFirstDuplicate: true,
    undoPermissions: { created: ['DELETE_USER'], updated: ['EDIT_USER', 'ENABLED_USER'] },

    // the tree must not change while users are assigned to its nodes
    acquireLock: ({ db, actor }) => tryLockStructure(db, actor.scope, false),

    async evaluate(context, rows) {
      const { db, actor, writing } = context;
      const { scope, accessRights: rights } = actor;
      const [domain = ''] = await listSignInDomains(db, scope);
      const keys = rows.map(({ key }) => key);
      const distinctValues = (valueOf: (cells: Cells) => string) => [
        ...new Set(rows.map(({ cells }) => valueOf(cells)).filter(Boolean)),
      ];
      const [existing, nodes, roles] = await Promise.all([
        importQueries.listExistingUsers(db, scope, { keys }, { lock: writing, rights }),
        importQueries.listNodesByCodeOrName(db, scope, {
          codes: distinctValues((cells) => cellKey(cells, 'nodeCode') || cellKey(cells, 'nodeName')),
          names: distinctValues((cells) => (cellKey(cells, 'nodeCode') ? '' : cellKey(cells, 'nodeName'))),
        }),
        importQueries.listRolesByName(
          db,
          scope,
          distinctValues((cells) => cellKey(cells, 'roleName')),
          { lock: writing },
        ),
      ]);
      // the user of the default sign-in domain wins: the last entry of a key stays in the map
      const defaultDomainLast = existing.toSorted(
        (a, b) => Number(a.domainName === domain) - Number(b.domainName === domain),
      );
      const byKey = new Map(defaultDomainLast.map((user) => [user.key, user]));
      const unknownKeys = keys.filter((key) => !byKey.has(key));
      const takenNames = await importQueries.listTakenNames(db, scope, unknownKeys, domain);
      const byName = new Map(roles.map((role) => [role.key, role]));
      return rows.map((row) =>
        evaluateRow(row, { context, domain, existing: byKey, takenNames, nodes, roles: byName }),
      );
    },

    async write(context, changes) {
      const created = await insertNewUsers(dependencies, context, changes);
      const updates = changes.flatMap(({ existing, ...change }) => (existing ? [{ ...change, existing }] : []));
      const updated = (await updateExistingUsers(dependencies, context, updates)).values();
      return changes.map((_, index) => created.get(index) ?? updated.next().value!);
    },

    undo: (context, written) => undoChanges(context, written, dependencies),
  };
}

function evaluateRow(row: ParsedRow, lookups: RowLookups): RowEvaluation<UserRowChange> {
  const { context, domain, existing: existingByKey, takenNames } = lookups;
  const { cells } = row;
  const existing = existingByKey.get(row.key);
  const errors: CellError[] = [...row.faults];
  const reportError: ReportError = (column, messageCode) => {
    if (messageCode) errors.push({ column, messageCode });
  };

  const userName = UserName.safeParse(cellText(cells, 'userName'));
  if (!userName.success) reportError('userName', toErrorCode(userName.error.issues[0]?.message));
  if (!existing && takenNames.has(row.key)) reportError('userName', 'import.takenOutside');
  const input = parseInput(cells, existing, reportError);
  const node = resolveNode(cells, existing, lookups, reportError);
  const role = resolveRole(cells, existing, lookups, reportError);
  // an empty cell keeps the status of an existing user
  const status = cellText(cells, 'status') ? parseStatus(cellText(cells, 'status')) : (existing?.status ?? true);
  if (status === undefined) reportError('status', 'field.invalid');

  const evaluation = { entityId: existing?.id ?? null, version: existing?.version ?? null, exclusive: false };
  const change =
    input && status !== undefined
      ? { input, status, existing, userName: userName.data ?? '', domain, node, role }
      : undefined;
  if (change) checkPermissions(change, context, reportError);
  if (errors.length > 0 || !change) return { ...evaluation, faults: errors, outcome: 'wrong' };
  if (!existing) return { ...evaluation, faults: errors, outcome: 'created', change };
  const isChanged = changedFields(change).length > 0 || changesAssignment(change) || existing.status !== status;
  return isChanged
    ? { ...evaluation, faults: errors, outcome: 'updated', change }
    : { ...evaluation, faults: errors, outcome: 'unchanged' };
}

/** Applies the permission checks of single changes to a row. */
function checkPermissions(change: UserRowChange, { actor }: ImportContext, reportError: ReportError): void {
  const { existing, status, input } = change;
  const isPermitted = (name: string) => permits(actor.permissions, [name]);
  if (!existing) {
    if (!isPermitted('CREATE_USER')) reportError(null, 'import.rightMissing');
    if (!status && !isPermitted('ENABLED_USER')) reportError('status', 'import.rightMissing');
  }
  const isReassigned = changesAssignment(change);
  reportError('roleName', primaryAssignmentError(actor, change));
  if (!existing) return;
  // without permission to view users, the outcome of a row must not reveal stored values
  if (!isPermitted('VIEW_USER') && !isPermitted('EDIT_USER')) return reportError(null, 'import.rightMissing');
  const edits = changedFields(change);
  const changesStatus = existing.status !== status;
  if (!edits.length && !isReassigned && !changesStatus) return;
  if (existing.exceeds) return reportError(null, 'user.beyondYourOwn');
  if ((edits.length > 0 || isReassigned) && !isPermitted('EDIT_USER')) reportError(null, 'import.rightMissing');
  if (changesStatus && !isPermitted('ENABLED_USER')) reportError('status', 'import.rightMissing');
  if (existing.id !== actor.userId) return;
  if (isReassigned) reportError(null, 'user.ownStanding');
  if (changesStatus) reportError('status', 'user.self');
  if (input.emailId !== existing.emailId || input.phoneNumber !== existing.phoneNumber)
    reportError('emailId', 'user.ownContact');
}

const changedFields = ({ input, existing }: UserRowChange) =>
  existing ? inputFields.filter((field) => input[field] !== existing[field].trim()) : [];

/** Whether a row changes node or role of an existing user. */
const changesAssignment = ({ existing, node, role }: UserRowChange): boolean =>
  existing !== undefined && (node?.id !== existing.node?.id || role?.id !== existing.role?.id);

/** Parses the user fields; missing columns and empty cells keep the stored values. */
function parseInput(
  cells: Cells,
  existing: importQueries.ExistingUser | undefined,
  reportError: ReportError,
): UserInput | undefined {
  const fieldText = (field: keyof UserInput) => cellText(cells, field) || existing?.[field] || '';
  const parsed = UserInput.safeParse({
    ...Object.fromEntries(inputFields.map((field) => [field, fieldText(field)])),
    country: fieldText('country').toUpperCase(),
    language: languageFor(fieldText('language')) ?? fieldText('language'),
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) reportError(path[0] as UserColumn, toErrorCode(message));
  return undefined;
}

/** The node of a row, by its code or by an unambiguous name. */
function resolveNode(
  cells: Cells,
  existing: importQueries.ExistingUser | undefined,
  { nodes }: RowLookups,
  reportError: ReportError,
) {
  const code = cellKey(cells, 'nodeCode');
  const name = cellKey(cells, 'nodeName');
  if (!code && !name) {
    if (!existing) reportError('nodeName', 'field.required');
    return existing?.node ?? undefined;
  }
  const matchesByCode = nodes.filter(({ codeKey }) => codeKey === (code || name));
  const matches = matchesByCode.length > 0 || code ? matchesByCode : nodes.filter(({ nameKey }) => nameKey === name);
  if (matches.length === 0) reportError(code ? 'nodeCode' : 'nodeName', 'node.unknown');
  if (matches.length > 1) reportError('nodeName', 'import.placeAmbiguous');
  return matches.length === 1 ? matches[0] : undefined;
}

/** The role of a row, by name. */
function resolveRole(
  cells: Cells,
  existing: importQueries.ExistingUser | undefined,
  { roles }: RowLookups,
  reportError: ReportError,
) {
  const name = cellKey(cells, 'roleName');
  if (!name) {
    if (!existing) reportError('roleName', 'field.required');
    return existing?.role ?? undefined;
  }
  const role = roles.get(name);
  if (!role) reportError('roleName', 'role.unknown');
  return role;
}

/** The normalised text of a cell. */
const cellKey = (cells: Cells, column: UserColumn) => normalised(cellText(cells, column));

const toErrorCode = (message = ''): ErrorCode => (isErrorCode(message) ? message : 'field.invalid');
