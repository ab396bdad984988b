import { permits } from '@storeward/contract/access';
import type { CellError } from '@storeward/contract/imports';
import { type UserColumn, userColumns } from '@storeward/contract/users/user-import';
import type { ImportContext, RowPlan, RunKind } from '../../imports/kind.ts';
import { tryLockStructure } from '../../nodes/queries.ts';
import { applyUserChanges } from '../commands/change.ts';
import type { CommandDependencies } from '../commands/context.ts';
import { applyNewUsers, newUserErrors, type PlannedUser, planNewUser } from '../commands/create.ts';
import { type AssignmentTargets, loadTargets, type PlannedChange, planUserChange } from '../commands/plan.ts';
import { listTakenNames } from '../commands/create-queries.ts';
import { storedState, undoUserRows } from '../commands/undo.ts';
import { userColumnAliases } from './import-column-aliases.ts';
import { type ResolvedRow, resolveRows, userNameKey } from './import-rows.ts';
import { listSignInDomains } from '../queries.ts';
import type { CommandError } from '../policy.ts';
import { mapInSlices } from '../../platform/time-slices.ts';

/** The effect of a valid row: it creates a user, or changes an existing one. */
type UserRowChange = { readonly created: PlannedUser } | { readonly changed: PlannedChange };

/** The records that the plan of resolved rows needs. */
type PlanLookups = {
  readonly targets: AssignmentTargets;
  readonly domainName: string;
  readonly takenNames: ReadonlySet<string>;
  readonly takesAddress: CommandDependencies['takesAddress'];
};

const unpermitted = 'import.rightMissing';

/** The run kind of user imports: its rows are applied by the commands that save one user; new users are invited by mail. */
export function userImport(dependencies: CommandDependencies): RunKind<UserRowChange> {
  return {
    name: 'users',
    columns: { known: userColumns, aliases: userColumnAliases, key: 'userName' },
    parseRow: (cells) => ({ key: userNameKey(cells), dependsOn: '', rank: 1 }),
    undoPermissions: ({ created, updated }) => [
      ...(created > 0 ? (['DELETE_USER'] as const) : []),
      ...(updated > 0 ? (['EDIT_USER', 'ENABLED_USER'] as const) : []),
    ],

    // the tree must not change while users are assigned to its nodes
    lock: ({ db, actor }) => tryLockStructure(db, actor.scope, false),

    async plan(context, rows) {
      const { db, actor, writing: lock } = context;
      const [domainName = ''] = await listSignInDomains(db, actor.scope);
      const { resolved, targets: known } = await resolveRows(context, rows, domainName);
      const unknownKeys = resolved.flatMap(({ user, row }) => (user ? [] : [row.key]));
      const changes = resolved.flatMap(({ user, requested }) => (user ? [{ user, requested }] : []));
      const [targets, takenNames] = await Promise.all([
        loadTargets(context, changes, { lock, known }),
        listTakenNames(db, actor.scope, unknownKeys, domainName),
      ]);
      const lookups = { targets, domainName, takenNames, takesAddress: dependencies.takesAddress };
      return mapInSlices(resolved, (row) => planRow(context, row, lookups));
    },

    async apply(context, changes) {
      const newUsers = changes.flatMap((change) => ('created' in change ? [change.created] : []));
      const changed = changes.flatMap((change) => ('changed' in change ? [change.changed] : []));
      const createdIds = (await applyNewUsers(dependencies, context, newUsers)).values();
      const written = (await applyUserChanges(dependencies, context, changed)).values();
      return changes.map((change) => {
        if ('created' in change) return { entityId: createdIds.next().value!, version: 1, before: null };
        const { id: entityId, version } = written.next().value!;
        return { entityId, version, before: storedState(change.changed.user) };
      });
    },

    undo: (context, rows) => undoUserRows(dependencies, context, rows),
  };
}

function planRow(context: ImportContext, resolved: ResolvedRow, lookups: PlanLookups): RowPlan<UserRowChange> {
  const { user } = resolved;
  const found = { entityId: user?.id ?? null, version: user?.version ?? null, exclusive: false };
  const { change, errors } = user ? planChange(context, resolved, lookups) : planCreation(context, resolved, lookups);
  const cellErrors = [...resolved.faults, ...errors.map(toCellError)];
  if (cellErrors.length > 0) return { ...found, faults: cellErrors, outcome: 'wrong' };
  if (!change) return { ...found, faults: cellErrors, outcome: 'unchanged' };
  return { ...found, faults: cellErrors, outcome: user ? 'updated' : 'created', change };
}

type PlannedRow = { readonly errors: readonly CommandError[]; readonly change?: UserRowChange };

function planCreation({ actor }: ImportContext, resolved: ResolvedRow, lookups: PlanLookups): PlannedRow {
  const { userName, requested } = resolved;
  const options = { ...lookups, unpermitted } as const;
  const { input, nodeId, roleId, status = true } = requested;
  if (!input) return { errors: newUserErrors(actor, { key: resolved.row.key, nodeId, roleId, status }, options) };
  const created = planNewUser(actor, { userName, input, nodeId, roleId, status }, options);
  return { errors: created.errors, change: { created } };
}

function planChange(
  { actor }: ImportContext,
  { user, requested, faults }: ResolvedRow,
  { targets, takesAddress }: PlanLookups,
): PlannedRow {
  if (!user) return { errors: [] };
  // without permission to view users, the outcome of a row must not reveal stored values
  if (!permits(actor.permissions, ['VIEW_USER', 'EDIT_USER'])) return { errors: [{ part: 'user', code: unpermitted }] };
  const isInvalid = faults.length > 0;
  const changed = planUserChange(actor, {
    user,
    // a row with an invalid cell would change the user
    requested: isInvalid ? { ...requested, evenIfEqual: true } : requested,
    targets,
    locked: false,
    takesAddress,
    unpermitted,
  });
  if (isInvalid) return { errors: changed.errors };
  return changed.changes ? { errors: changed.errors, change: { changed } } : { errors: [] };
}

const columnOf: Readonly<Record<CommandError['part'], UserColumn | null>> = {
  user: null,
  status: 'status',
  contact: 'emailId',
  node: null,
  role: 'roleName',
  userName: 'userName',
};

const toCellError = ({ part, code }: CommandError): CellError => ({
  column: columnOf[part],
  // if the user were in scope, the row would have found them
  messageCode: code === 'user.userNameTaken' ? 'import.takenOutside' : code,
});
