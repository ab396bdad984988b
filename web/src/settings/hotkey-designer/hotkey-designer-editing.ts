import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ListInput, ListState } from '@storeward/contract/settings/list-state';
import { useRef, useState } from 'react';
import {
  type Container,
  type DesignerLayout,
  keysIn,
  layoutOf,
  pageContainer,
  sameContainer,
} from './hotkey-designer-layout.ts';
import { emptyHistory, type HistoryStep, record, redo, undo } from './hotkey-designer-history.ts';
import { addKeys, editKeys, moveKeys, type NewKey, removeKeys } from './hotkey-designer-moves.ts';
import { asChanges, restoreRow } from '../kinds/list/row-changes.ts';

/** Keys that are being moved by keyboard: nothing is changed until they are dropped. */
type Carried = { readonly keys: ReadonlySet<string>; readonly input: ListInput; readonly from: Container };

const newId = () => crypto.randomUUID();

const isStoredChange = ({ rows, hidden, dormant }: ListState, key: string): boolean =>
  rows.some(({ id, state }) => id === key && state === 'replaced') ||
  [...hidden, ...dormant].some(({ id, own }) => id === key && own);

export type DesignerEditing = ReturnType<typeof useDesignerEditing>;

/** The view and selection of the designer, and its changes; each is one step to undo. */
export function useDesignerEditing(list: ListState, value: unknown, onChange: (value: ListInput) => void) {
  const input = asChanges(value);
  const [history, setHistory] = useState(emptyHistory as HistoryStep<ListInput>['history']);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const [container, setContainer] = useState<Container>();
  const [carried, setCarried] = useState<Carried>();
  const written = useRef(value);
  // the form was saved, discarded or reloaded, so there is nothing to undo
  if (written.current !== value) {
    written.current = value;
    if (history.past.length + history.future.length > 0) setHistory(emptyHistory);
    if (carried) setCarried(undefined);
  }

  const shownInput = carried?.input ?? input;
  const layout: DesignerLayout = layoutOf(list, shownInput);
  const containers: Container[] = [
    ...layout.pages.map(pageContainer),
    ...layout.pages.flatMap(({ keys }) => keys.map(({ key }): Container => ({ type: 'group', key }))),
  ];
  const shown = containers.find((one) => container && sameContainer(one, container)) ?? containers[0]!;
  const keys = keysIn(layout, shown);

  function write(next: ListInput) {
    written.current = next;
    onChange(next);
  }
  function change(next: ListInput) {
    if (next === input) return;
    setHistory(record(history, input));
    write(next);
  }
  function step(taken: HistoryStep<ListInput> | undefined) {
    if (!taken) return;
    setHistory(taken.history);
    write(taken.present);
  }

  return {
    layout,
    container: shown,
    keys,
    active: keys.find(({ key }) => key === active) ?? keys[0],
    selection,
    carried: carried?.keys,
    isUndoable: history.past.length > 0,
    isRedoable: history.future.length > 0,
    open: (to: Container) => {
      setContainer(to);
      setSelection(new Set());
    },
    setActive,
    select: (selected: Iterable<string>) => setSelection(new Set(selected)),
    undo: () => step(undo(history, input)),
    redo: () => step(redo(history, input)),
    move: (moved: ReadonlySet<string>, to: Container, index: number) => change(moveKeys(list, input, moved, to, index)),
    add: (added: readonly NewKey[], to: Container, index: number) =>
      change(addKeys(list, input, added, to, index, newId)),
    edit: (edited: ReadonlySet<string>, values: RowValues) => change(editKeys(list, input, edited, values)),
    remove: (removed: ReadonlySet<string>) => {
      change(removeKeys(list, input, removed));
      setSelection(new Set());
    },
    restore: (restored: ReadonlySet<string>) => {
      let next = input;
      for (const key of restored) next = restoreRow(next, key, isStoredChange(list, key));
      change(next);
    },
    pickUp: (picked: ReadonlySet<string>) => setCarried({ keys: picked, input, from: shown }),
    carryTo: (to: Container, index: number) => {
      if (!carried) return;
      setCarried({ ...carried, input: moveKeys(list, input, carried.keys, to, index) });
      setContainer(to);
    },
    drop: () => {
      if (carried) change(carried.input);
      setCarried(undefined);
    },
    putBack: () => {
      if (carried) setContainer(carried.from);
      setCarried(undefined);
    },
  };
}
