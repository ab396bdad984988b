import { useRef, useState } from 'react';

/** The states before and after the present one, the nearest last. */
export type EditHistory<State> = { readonly past: readonly State[]; readonly future: readonly State[] };

export const emptyHistory: EditHistory<never> = { past: [], future: [] };

const maxSteps = 200;

/** The history after the present state is replaced by a new one: undone states are discarded. */
export const record = <State>({ past }: EditHistory<State>, present: State): EditHistory<State> => ({
  past: [...past, present].slice(-maxSteps),
  future: [],
});

export type HistoryStep<State> = { readonly history: EditHistory<State>; readonly present: State };

/** The state before the present one; undefined without one. */
export function undo<State>({ past, future }: EditHistory<State>, present: State): HistoryStep<State> | undefined {
  const before = past.at(-1);
  return before === undefined
    ? undefined
    : { history: { past: past.slice(0, -1), future: [...future, present] }, present: before };
}

/** The state that was undone last; undefined without one. */
export function redo<State>({ past, future }: EditHistory<State>, present: State): HistoryStep<State> | undefined {
  const after = future.at(-1);
  return after === undefined
    ? undefined
    : { history: { past: [...past, present], future: future.slice(0, -1) }, present: after };
}

/** The changes of a form value and their steps, until the form is saved, discarded or loaded anew. */
export type EditSteps<State> = {
  readonly change: (next: State) => void;
  readonly isUndoable: boolean;
  readonly isRedoable: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
};

export function useEditSteps<State>(value: State, onChange: (value: State) => void): EditSteps<State> {
  const [history, setHistory] = useState<EditHistory<State>>(emptyHistory);
  const written = useRef(value);
  if (written.current !== value) {
    written.current = value;
    if (history.past.length + history.future.length > 0) setHistory(emptyHistory);
  }
  function write(next: State) {
    written.current = next;
    onChange(next);
  }
  function take(step: HistoryStep<State> | undefined) {
    if (!step) return;
    setHistory(step.history);
    write(step.present);
  }
  return {
    change: (next) => {
      if (next === value) return;
      setHistory(record(history, value));
      write(next);
    },
    isUndoable: history.past.length > 0,
    isRedoable: history.future.length > 0,
    undo: () => take(undo(history, value)),
    redo: () => take(redo(history, value)),
  };
}
