import { type ImportRun, type ImportState, isMoving } from '@storeward/contract/imports';

/** An import as the rules see it. */
type Judged = Pick<ImportRun, 'state' | 'created' | 'updated' | 'undone' | 'kept' | 'rowsUntil'> & {
  readonly checked: boolean;
};

const resting: readonly ImportState[] = ['stopped', 'failed'];

/** What may be done with an import just now: it is started once it is checked, goes on where it rests, and is taken back where something is left of it. */
export function importAbilities(run: Judged): ImportRun['can'] {
  const { state, checked, created, updated, undone, kept, rowsUntil } = run;
  const begun = state !== 'checking' && state !== 'ready';
  const written = checked && begun ? created + updated : 0;
  const takenBack = undone + kept;
  return {
    start: checked && takenBack === 0 && (state === 'ready' || resting.includes(state)),
    stop: state === 'running' || state === 'undoing',
    undo: rowsUntil !== null && !isMoving(state) && state !== 'ready' && written > takenBack,
    discard: state === 'ready' || (state === 'failed' && !checked),
  };
}
