import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ListInput, ListState } from '@storeward/contract/settings/lists/list-state';
import { useState } from 'react';
import { type Container, type DesignerLayout, containersOf, keysIn, layoutOf, sameContainer } from './hotkey-layout.ts';
import {
  addKeys,
  addPage,
  editKeys,
  type GroupResult,
  moveKeys,
  type NewKey,
  putGroup,
  removeKeys,
} from './hotkey-moves.ts';
import { asChanges, restoreRow } from '../../kinds/list/row-changes.ts';

/** Keys that are being moved by keyboard: nothing is changed until they are dropped. */
type Carried = {
  readonly keys: ReadonlySet<string>;
  /** The value of the form when they were picked up. */
  readonly base: unknown;
  readonly input: ListInput;
  readonly from: Container;
};

const newId = () => crypto.randomUUID();

export type DesignerEditing = ReturnType<typeof useDesignerEditing>;

/** The view and selection of the designer, and its changes; each is one step to undo. */
export function useDesignerEditing(list: ListState, value: unknown, onChange: (value: ListInput) => void) {
  const input = asChanges(value);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const [container, setContainer] = useState<Container>();
  const [pickedUp, setCarried] = useState<Carried>();
  // what was changed meanwhile is kept, and carried keys go back
  const carried = pickedUp?.base === value ? pickedUp : undefined;
  const shownInput = carried?.input ?? input;
  const layout: DesignerLayout = layoutOf(list, shownInput);
  const containers = containersOf(layout);
  const shown = containers.find((one) => container && sameContainer(one, container)) ?? containers[0]!;
  const keys = keysIn(layout, shown);

  function change(next: ListInput) {
    if (next !== input) onChange(next);
  }

  return {
    layout,
    container: shown,
    keys,
    active: keys.find(({ key }) => key === active) ?? keys[0],
    /** Whether the active key is one that was chosen, and not the first by default. */
    isChosen: keys.some(({ key }) => key === active),
    selection,
    carried: carried?.keys,
    open: (to: Container) => {
      setContainer(to);
      setSelection(new Set());
    },
    setActive,
    select: (selected: Iterable<string>) => setSelection(new Set(selected)),
    move: (moved: ReadonlySet<string>, to: Container, index: number) => change(moveKeys(list, input, moved, to, index)),
    add: (added: readonly NewKey[], to: Container, index: number) => {
      const withIds = added.map((one) => ({ id: newId(), ...one }));
      change(addKeys(list, input, withIds, to, index, newId));
      setActive(withIds.at(-1)?.id);
    },
    addGroup: (result: GroupResult, to: Container, index: number) => {
      const { key, values } = result.groupData;
      change(putGroup(list, addKeys(list, input, [{ id: key, values }], to, index, newId), result));
      setActive(key);
    },
    /** Adds a page and opens it; `firstValues` are those of a first page for keys that have none. */
    addPage: (values: RowValues, firstValues: RowValues) => {
      const key = newId();
      change(addPage(list, input, { key, values }, { key: newId(), values: firstValues }));
      setContainer({ type: 'page', key });
    },
    edit: (edited: ReadonlySet<string>, values: RowValues) => change(editKeys(list, input, edited, values)),
    remove: (removed: ReadonlySet<string>) => {
      change(removeKeys(list, input, removed));
      setSelection(new Set());
    },
    restore: (key: string) => change(restoreRow(list, input, key)),
    pickUp: (picked: ReadonlySet<string>) => setCarried({ keys: picked, base: value, input, from: shown }),
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
