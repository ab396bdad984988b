import { type ErrorCode, isErrorCode } from '@storeward/contract/errors';
import { NewUserName, normalised, onOneLine, UserName } from '@storeward/contract/fields';
import { type CellError, parseStatus } from '@storeward/contract/imports';
import { languageFor } from '@storeward/contract/reference';
import { countryIn } from '@storeward/contract/reference/country-names';
import { timeZoneIn } from '@storeward/contract/reference/time-zones';
import { UserInput } from '@storeward/contract/users/user-input';
import type { UserColumn } from '@storeward/contract/users/user-import';
import type { Cells, ImportContext, ParsedRow } from '../../imports/kind.ts';
import { type AssignmentTargets, byId, type RequestedUser } from '../commands/plan.ts';
import { listRoles, listUserStates } from '../commands/change-queries.ts';
import type { NamedRole, UserState } from '../commands/user-state.ts';
import { type ImportNode, listNodesByCodeOrName } from './import-queries.ts';

/** A row with its cells resolved to the user that they name and the requested state. */
export type ResolvedRow = {
  readonly row: ParsedRow;
  readonly userName: string;
  /** The existing user; undefined for a new one. */
  readonly user: UserState | undefined;
  /** The state requested by its valid cells; without `input` if a field is invalid. */
  readonly requested: RequestedUser;
  readonly faults: readonly CellError[];
};

/** The stored records that cells are resolved with. */
type RowLookups = {
  readonly existing: ReadonlyMap<string, UserState>;
  readonly nodes: readonly ImportNode[];
  readonly roles: ReadonlyMap<string, NamedRole>;
};

type ReportError = (column: UserColumn | null, messageCode: ErrorCode | undefined) => void;

const inputFields = Object.keys(UserInput.shape) as (keyof UserInput)[];
const cellText = (cells: Cells, column: UserColumn) => cells.get(column) ?? '';
/** The normalised text of a cell. */
const cellKey = (cells: Cells, column: UserColumn) => normalised(cellText(cells, column));

export const userNameKey = (cells: Cells) => cellKey(cells, 'userName');

/** Resolves rows with few queries; locks the existing users and the named roles if the rows are written. */
export async function resolveRows(
  { db, actor, writing: lock }: ImportContext,
  rows: readonly ParsedRow[],
  domainName: string,
): Promise<{ readonly resolved: readonly ResolvedRow[]; readonly targets: AssignmentTargets }> {
  const { scope } = actor;
  const distinctValues = (valueOf: (cells: Cells) => string) => [
    ...new Set(rows.map(({ cells }) => valueOf(cells)).filter(Boolean)),
  ];
  const [existing, nodes, roles] = await Promise.all([
    listUserStates(db, actor, { keys: rows.map(({ key }) => key) }, { lock }),
    listNodesByCodeOrName(db, scope, {
      codes: distinctValues((cells) => cellKey(cells, 'nodeCode') || cellKey(cells, 'nodeName')),
      names: distinctValues((cells) => (cellKey(cells, 'nodeCode') ? '' : cellKey(cells, 'nodeName'))),
    }),
    listRoles(db, scope, { names: distinctValues((cells) => cellKey(cells, 'roleName')) }, { lock }),
  ]);
  // the user of the default sign-in domain takes precedence: the last entry of a key is kept in the map
  const defaultDomainLast = existing.toSorted(
    (a, b) => Number(a.domainName === domainName) - Number(b.domainName === domainName),
  );
  const lookups = {
    existing: new Map(defaultDomainLast.map((user) => [user.key, user])),
    nodes,
    roles: new Map(roles.map((role) => [role.key, role])),
  };
  return {
    resolved: rows.map((row) => resolveRow(row, lookups)),
    targets: { nodes: byId(nodes), roles: byId(roles) },
  };
}

function resolveRow(row: ParsedRow, lookups: RowLookups): ResolvedRow {
  const { cells } = row;
  const user = lookups.existing.get(row.key);
  const cellErrors: CellError[] = [...row.faults];
  const reportError: ReportError = (column, messageCode) => {
    if (messageCode) cellErrors.push({ column, messageCode });
  };
  const userName = (user ? UserName : NewUserName).safeParse(cellText(cells, 'userName'));
  if (!userName.success) reportError('userName', toErrorCode(userName.error.issues[0]?.message));
  const input = parseInput(cells, user, reportError);
  const nodeId = resolveNode(cells, user, lookups, reportError)?.id;
  const roleId = resolveRole(cells, user, lookups, reportError)?.id;
  // an empty cell keeps the status of an existing user
  const status = cellText(cells, 'status') ? parseStatus(cellText(cells, 'status')) : (user?.status ?? true);
  if (status === undefined) reportError('status', 'field.invalid');
  const requested = {
    ...(input && { input }),
    nodeId,
    roleId,
    ...(status === undefined || status === user?.status ? {} : { status }),
  };
  return { row, userName: userName.data ?? '', user, requested, faults: cellErrors };
}

/** Parses the user fields; missing columns and empty cells keep the stored values. */
function parseInput(cells: Cells, existing: UserState | undefined, reportError: ReportError): UserInput | undefined {
  const fieldText = (field: keyof UserInput) => onOneLine(cellText(cells, field)) || existing?.[field] || '';
  const country = countryIn(fieldText('country'));
  const parsed = UserInput.safeParse({
    ...Object.fromEntries(inputFields.map((field) => [field, fieldText(field)])),
    country,
    timeZone: timeZoneIn(fieldText('timeZone'), country),
    language: languageFor(fieldText('language')) ?? fieldText('language'),
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    reportError(path[0] as UserColumn, path[0] === 'country' ? 'import.countryUnknown' : toErrorCode(message));
  return undefined;
}

/** The node of a row, by its code or by an unambiguous name. */
function resolveNode(cells: Cells, existing: UserState | undefined, { nodes }: RowLookups, reportError: ReportError) {
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
function resolveRole(cells: Cells, existing: UserState | undefined, { roles }: RowLookups, reportError: ReportError) {
  const name = cellKey(cells, 'roleName');
  if (!name) {
    if (!existing) reportError('roleName', 'field.required');
    return existing?.role ?? undefined;
  }
  const role = roles.get(name);
  if (!role) reportError('roleName', 'role.unknown');
  return role;
}

const toErrorCode = (message = ''): ErrorCode => (isErrorCode(message) ? message : 'field.invalid');
