import { permits } from '@storeward/contract/access';
import { type ImportRun, type ImportState, isMoving } from '@storeward/contract/imports';
import type { Actor } from '../platform/actor.ts';

/** An import as the rules see it. */
type Judged = Pick<ImportRun, 'state' | 'created' | 'updated' | 'undone' | 'kept' | 'rowsUntil'> & {
  readonly checked: boolean;
  readonly undoBegun: boolean;
};

const resting: readonly ImportState[] = ['stopped', 'failed'];

/** What may be done with an import just now: it is started once it is checked, goes on where it rests, and is taken back where something is left of it. */
export function importAbilities(run: Judged): ImportRun['can'] {
  const { state, checked, undoBegun, created, updated, undone, kept, rowsUntil } = run;
  const begun = state !== 'checking' && state !== 'ready';
  const written = checked && begun ? created + updated : 0;
  const takenBack = undone + kept;
  return {
    start: rowsUntil !== null && !undoBegun && (state === 'ready' || resting.includes(state)),
    stop: state === 'running' || state === 'undoing',
    undo: rowsUntil !== null && !isMoving(state) && state !== 'ready' && written > takenBack,
    discard: state === 'ready' || (state === 'failed' && !checked),
  };
}

/** What a kind of import asks for before it is taken back. */
type UndoRule = {
  readonly undoNeeds: Readonly<Record<'created' | 'updated', readonly string[]>>;
  readonly undoNeedsFor?: (task: unknown) => readonly string[];
};

/** Whether somebody holds what taking an import back does: what it made goes, what it changed is changed again. */
export function mayUndo(
  { permissions }: Actor,
  { undoNeeds, undoNeedsFor }: UndoRule,
  { created, updated, task }: Pick<ImportRun, 'created' | 'updated' | 'task'>,
): boolean {
  return (
    permits(permissions, undoNeedsFor?.(task) ?? [], 'all') &&
    (created === 0 || permits(permissions, undoNeeds.created, 'all')) &&
    (updated === 0 || permits(permissions, undoNeeds.updated, 'all'))
  );
}
