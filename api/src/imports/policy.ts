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

/** Whether the actor has the permissions to undo a run: created records are deleted, updated ones changed back. */
export function mayUndo(
  { permissions }: Actor,
  kind: { readonly undoPermissions: (run: UndoneRun) => readonly string[] | undefined },
  run: UndoneRun,
): boolean {
  const needed = kind.undoPermissions(run);
  return needed !== undefined && permits(permissions, needed, 'all');
}

type UndoneRun = Pick<ImportRun, 'created' | 'updated' | 'task'>;
