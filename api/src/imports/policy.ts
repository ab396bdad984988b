import { permits } from '@storeward/contract/access';
import { type ImportRun, type ImportState, isInProgress } from '@storeward/contract/imports';
import type { Actor } from '../platform/actor.ts';

/** The fields of a run that the rules need. */
type PolicyRun = Pick<ImportRun, 'state' | 'created' | 'updated' | 'undone' | 'kept' | 'rowsUntil'> & {
  readonly checked: boolean;
  readonly undoBegun: boolean;
};

const pausedStates: readonly ImportState[] = ['stopped', 'failed'];

/**
 * The actions possible in the run's state: start once checked, resume when stopped or failed, undo while written rows
 * remain.
 */
export function importAbilities(run: PolicyRun): ImportRun['can'] {
  const { state, checked, undoBegun, created, updated, undone, kept, rowsUntil } = run;
  const isStarted = state !== 'checking' && state !== 'ready';
  const writtenCount = checked && isStarted ? created + updated : 0;
  const handledCount = undone + kept;
  return {
    start: rowsUntil !== null && !undoBegun && (state === 'ready' || pausedStates.includes(state)),
    stop: state === 'running' || state === 'undoing',
    undo: rowsUntil !== null && !isInProgress(state) && state !== 'ready' && writtenCount > handledCount,
    discard: state === 'ready' || (state === 'failed' && !checked),
  };
}

/** The permissions that an import kind requires for an undo. */
type UndoRule = {
  readonly undoPermissions: Readonly<Record<'created' | 'updated', readonly string[]>>;
  readonly undoPermissionsFor?: (task: unknown) => readonly string[];
};

/** Whether the actor has the permissions to undo a run: created records are deleted, updated ones changed back. */
export function mayUndo(
  { permissions }: Actor,
  { undoPermissions, undoPermissionsFor }: UndoRule,
  { created, updated, task }: Pick<ImportRun, 'created' | 'updated' | 'task'>,
): boolean {
  return (
    permits(permissions, undoPermissionsFor?.(task) ?? [], 'all') &&
    (created === 0 || permits(permissions, undoPermissions.created, 'all')) &&
    (updated === 0 || permits(permissions, undoPermissions.updated, 'all'))
  );
}
