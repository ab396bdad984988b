import { Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import type { KeyDrop } from './hotkey-drag.ts';
import type { DesignerEditing } from '../engine/hotkey-editing.ts';
import { type KeyActions, DesignerKey } from './hotkey-key.tsx';
import { stepOf, stepTo } from '../engine/hotkey-keyboard.ts';
import {
  type Container,
  containersOf,
  isGroup,
  isLocked,
  pageContainer,
  pageIndexOf,
  sameContainer,
  takes,
} from '../engine/hotkey-layout.ts';
import { keyName } from '../engine/hotkey-text.ts';
import classes from './hotkey-designer.module.css';
import type { ShownRow } from '../../kinds/list/row-changes.ts';

type Props = {
  readonly editing: DesignerEditing;
  readonly designerId: string;
  readonly label: string;
  readonly columns: number;
  readonly language: string;
  readonly disabled: boolean;
  readonly found: ReadonlySet<string>;
  readonly problemOf: (row: ShownRow) => string | undefined;
  readonly coloursOf: (row: ShownRow) => { readonly background: string; readonly text: string } | undefined;
  readonly onAnnounce: (text: string) => void;
  readonly onEdit: () => void;
};

/** The keys of one page or folder: navigated, selected and moved by keyboard, or dragged. */
export function DesignerGrid(props: Props) {
  const { editing, designerId, label, columns, language, disabled, found, problemOf, coloursOf, onAnnounce, onEdit } =
    props;
  const t = useT();
  const helpId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const keepsFocus = useRef(false);
  const { keys, active, container, carried, layout, selection } = editing;
  const index = active ? keys.findIndex(({ key }) => key === active.key) : -1;

  // a moved cell and those of another page are new elements, which get the focus that the old ones had; in the commit
  // itself, since a delayed effect of the render before would focus the old cell, which is removed right after
  useLayoutEffect(() => {
    if (!keepsFocus.current) return;
    keepsFocus.current = false;
    const { activeElement } = document;
    if (activeElement !== document.body && !grid.current?.contains(activeElement)) return;
    grid.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
  });

  const locked = new Set(keys.filter(isLocked).map(({ key }) => key));
  const acted = (): ReadonlySet<string> =>
    active && selection.has(active.key) ? selection : new Set(active ? [active.key] : []);
  const name = (row: ShownRow | undefined) => (row ? keyName(row, language) : '');
  const namesOf = (acting: ReadonlySet<string>) =>
    acting.size === 1
      ? name(keys.find(({ key }) => acting.has(key)))
      : t('settings.designer.keys', { count: acting.size });
  const positionOf = (at: number, total: number) => ({ position: formatNumber(at + 1), total: formatNumber(total) });

  function open(row: ShownRow | undefined) {
    if (row && isGroup(row)) {
      editing.open({ type: 'group', key: row.key });
      onAnnounce(t('settings.designer.opened', { name: name(row) }));
    } else if (row) onEdit();
  }

  function goToPage(step: number) {
    const page = layout.pages[pageIndexOf(layout, container) + step];
    if (!page) return;
    editing.open(pageContainer(page));
    announceContainer(pageContainer(page));
  }

  function announceContainer(to: Container) {
    const row = layout.rows.find(({ key }) => key === to.key);
    const shown = row ? name(row) : formatNumber(pageIndexOf(layout, to) + 1);
    onAnnounce(t(to.type === 'group' ? 'settings.designer.inGroup' : 'settings.designer.onPage', { name: shown }));
  }

  /** Takes carried keys to the page or group before or behind that accepts them all. */
  function carryOn(step: 1 | -1, moved: ReadonlySet<string>) {
    const rows = keys.filter(({ key }) => moved.has(key));
    const accepting = containersOf(layout).filter(
      (one) => sameContainer(one, container) || rows.every((row) => takes(one, row)),
    );
    const to = accepting[accepting.findIndex((one) => sameContainer(one, container)) + step];
    if (!to) return;
    editing.carryTo(to, 0);
    announceContainer(to);
  }

  function carry(event: KeyboardEvent, moved: ReadonlySet<string>) {
    const staying = keys.filter(({ key }) => !moved.has(key)).length;
    const at = keys.findIndex(({ key }) => moved.has(key));
    const to = stepTo(event.key, at, staying + 1, columns);
    if (to !== undefined) {
      editing.carryTo(container, to);
      onAnnounce(t('settings.designer.carriedTo', positionOf(to, staying + 1)));
    } else if (event.key === ' ' || event.key === 'Enter') {
      editing.drop();
      onAnnounce(t('settings.designer.dropped', { name: namesOf(moved), ...positionOf(at, keys.length) }));
    } else if (event.key === 'Escape') {
      editing.putBack();
      onAnnounce(t('settings.designer.putBack', { name: namesOf(moved) }));
    } else if (event.key === 'PageDown' || event.key === 'PageUp') carryOn(event.key === 'PageDown' ? 1 : -1, moved);
    else return false;
    return true;
  }

  function change(event: KeyboardEvent): boolean {
    const moved = new Set([...acted()].filter((key) => !locked.has(key)));
    const isCommand = event.ctrlKey || event.metaKey;
    if (!active) return false;
    if (moved.size === 0) {
      if (![' ', 'Delete', 'Backspace'].includes(event.key) || isCommand) return false;
      onAnnounce(t('settings.designer.locked'));
      return true;
    }
    if (event.altKey) {
      const staying = keys.filter(({ key }) => !moved.has(key)).length;
      const at = keys.findIndex(({ key }) => moved.has(key));
      const to = stepTo(event.key, at, staying + 1, columns);
      if (to === undefined) return false;
      editing.move(moved, container, to);
      onAnnounce(t('settings.designer.dropped', { name: namesOf(moved), ...positionOf(to, keys.length) }));
    } else if (event.key === ' ' && !isCommand) {
      editing.pickUp(moved);
      onAnnounce(t('settings.designer.pickedUp', { name: namesOf(moved), ...positionOf(index, keys.length) }));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      editing.remove(moved);
      onAnnounce(t('settings.designer.removed', { name: namesOf(moved) }));
    } else return false;
    return true;
  }

  function walk(event: KeyboardEvent): boolean {
    const isCommand = event.ctrlKey || event.metaKey;
    const to = isCommand || event.altKey ? undefined : stepTo(event.key, index, keys.length, columns);
    if (to !== undefined) {
      const next = keys[to]!;
      editing.setActive(next.key);
      if (event.shiftKey) editing.select([...acted(), next.key]);
    } else if (event.key === 'PageDown' || event.key === 'PageUp') goToPage(event.key === 'PageDown' ? 1 : -1);
    else if (event.key === 'Enter') open(active);
    else if (isCommand && event.key.toLowerCase() === 'a') editing.select(keys.map(({ key }) => key));
    else if (isCommand && event.key === ' ' && active) toggle(active.key);
    else if (event.key === 'Escape' && selection.size > 0) editing.select([]);
    else if (event.key === 'Escape' && container.type === 'group') leaveFolder();
    else return false;
    return true;
  }

  function leaveFolder() {
    const page = layout.pages[pageIndexOf(layout, container)];
    const folder = container.key;
    if (!page || folder === null) return;
    editing.open(pageContainer(page));
    editing.setActive(folder);
  }

  const toggle = (key: string, first: readonly string[] = []) =>
    editing.select(selection.has(key) ? [...selection].filter((one) => one !== key) : [...first, ...selection, key]);

  function handleKeyDown(event: KeyboardEvent) {
    if (stepOf(event)) keepsFocus.current = true;
    // the first key has the focus without being chosen; once it moves, another one is the first
    if (active && !editing.isChosen) editing.setActive(active.key);
    const isHandled = carried ? carry(event, carried) : (!disabled && change(event)) || walk(event);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
    keepsFocus.current = true;
  }

  const latest = useRef<KeyActions>(undefined as never);
  latest.current = {
    press: (key, event: MouseEvent) => {
      editing.setActive(key);
      // the key that was pressed before is the first of the selection
      const first = selection.size === 0 && editing.isChosen && active && active.key !== key ? [active.key] : [];
      if (event.ctrlKey || event.metaKey) return toggle(key, first);
      if (!event.shiftKey) return editing.select([]);
      const [from, to] = [index, keys.findIndex((row) => row.key === key)].toSorted((one, other) => one - other);
      return editing.select(keys.slice(from, (to ?? 0) + 1).map((row) => row.key));
    },
    open: (key) => open(keys.find((row) => row.key === key)),
    drop: (sourceKey: string, key: string, drop: KeyDrop) => {
      const moved = selection.has(sourceKey) ? selection : new Set([sourceKey]);
      if (drop === 'into') {
        const folder = { type: 'group', key } as const;
        editing.move(moved, folder, layout.groups.get(key)?.length ?? 0);
        return;
      }
      const staying = keys.filter((row) => !moved.has(row.key) || row.key === key);
      const at = staying.findIndex((row) => row.key === key) + (drop === 'after' ? 1 : 0);
      editing.move(moved, container, at);
      editing.setActive(sourceKey);
    },
  };
  // the cells keep the same callbacks, so that only changed ones render again
  const actions = useMemo(
    (): KeyActions => ({
      press: (...input) => latest.current.press(...input),
      open: (...input) => latest.current.open(...input),
      drop: (...input) => latest.current.drop(...input),
    }),
    [],
  );

  const lines = Array.from({ length: Math.ceil(keys.length / columns) }, (_, line) =>
    keys.slice(line * columns, (line + 1) * columns),
  );
  return (
    <>
      <Stack
        ref={grid}
        role="grid"
        tabIndex={-1}
        gap="xs"
        aria-label={label}
        aria-describedby={disabled ? undefined : helpId}
        aria-multiselectable
        aria-readonly={disabled}
        style={{ '--columns': columns }}
        onKeyDown={handleKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          // without a related target the cell was replaced, and the focus has not left the grid
          if (carried && relatedTarget && !currentTarget.contains(relatedTarget)) editing.putBack();
        }}
      >
        {lines.map((line, row) => (
          <div key={line[0]?.key} role="row" className={classes.line}>
            {line.map((one, column) => (
              <DesignerKey
                key={one.key}
                row={one}
                position={row * columns + column + 1}
                childCount={layout.groups.get(one.key)?.length ?? 0}
                designerId={designerId}
                language={language}
                isActive={one.key === active?.key}
                isSelected={selection.has(one.key)}
                isCarried={carried?.has(one.key) ?? false}
                isFound={found.has(one.key)}
                isMovable={!disabled && !locked.has(one.key)}
                problem={problemOf(one)}
                colours={coloursOf(one)}
                actions={actions}
              />
            ))}
          </div>
        ))}
      </Stack>
      {keys.length === 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('settings.designer.empty')}
        </Text>
      )}
      {!disabled && (
        <Text id={helpId} size="xs" c="dimmed" mt="xs">
          {t('settings.designer.help')}
        </Text>
      )}
    </>
  );
}
