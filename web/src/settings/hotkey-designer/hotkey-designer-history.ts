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
