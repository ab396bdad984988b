import { Box, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { defaultMaxRows } from '@storeward/contract/settings/kinds/list';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatNumber, useT } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ControlProps } from './field-view.ts';
import { AsideRows } from './aside-rows.tsx';
import { listEditing } from './list-editing.ts';
import classes from './list-control.module.css';
import { ListRow } from './list-row.tsx';
import type { RowActions } from './row-actions.ts';
import type { ShownRow } from './row-changes.ts';
import { rowName, splitColumns } from './row-text.ts';

/** The rows with an error, which are opened so that it is seen at its column. */
const rowsWithErrors = (errors: ControlProps['parts']['errors']): ReadonlySet<string> =>
  new Set(Object.keys(errors).map((path) => path.split('.')[0] ?? ''));

/** A list of rows: each is edited in place, and moved by keyboard, buttons or drag and drop. */
export function ListControl({ definition, label, value, error, disabled, parts, state, onChange }: ControlProps) {
  const t = useT();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [openKeys, setOpenKeys] = useState<ReadonlyMap<string, ShownRow | undefined>>(new Map());
  const [announcement, setAnnouncement] = useState('');
  const [focusTargets, setFocusTargets] = useState<readonly string[]>([]);
  const editing = listEditing(definition, state?.list, value, onChange);
  const { rows } = editing;
  const { columns = {}, maxRows = defaultMaxRows } = definition;
  const erroneous = rowsWithErrors(parts.errors);
  const isErroneous = ({ key }: ShownRow, index: number) => erroneous.has(key) || erroneous.has(String(index));

  const erroneousRows = disabled ? [] : rows.filter(isErroneous);
  const erroneousKeys = erroneousRows.map(({ key }) => key).join(' ');
  // a row stays open when its error is corrected
  useEffect(() => {
    if (erroneousRows.length > 0)
      setOpenKeys((open) => new Map([...erroneousRows.map((row) => [row.key, row] as const), ...open]));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only other rows with errors count
  }, [erroneousKeys]);

  // a moved or replaced button loses the focus, so it is set again after the rows are rendered
  useEffect(() => {
    if (focusTargets.length === 0) return;
    const candidates = focusTargets.map((selector) => list.current?.querySelector<HTMLElement>(selector));
    candidates.find((element) => element && !element.hasAttribute('disabled'))?.focus();
    setFocusTargets([]);
  }, [focusTargets]);

  const focusRow = (key: string, ...actions: string[]) =>
    setFocusTargets(actions.map((action) => `[data-row="${key}"] [data-action="${action}"]`));
  const focusForm = (key: string) =>
    setFocusTargets([`[data-row="${key}"] :is(input, textarea, button):not([tabindex="-1"], [type="hidden"])`]);
  const setOpen = (key: string, isOpen: boolean, before?: ShownRow) =>
    setOpenKeys((open) => {
      const next = new Map(open);
      if (isOpen) next.set(key, before);
      else next.delete(key);
      return next;
    });

  function add(values: ShownRow['values'], after?: string) {
    const key = crypto.randomUUID();
    editing.add(key, values, after);
    setOpen(key, true);
    focusForm(key);
  }

  function move(key: string, to: number, action?: string) {
    const from = rows.findIndex((row) => row.key === key);
    if (from < 0 || to < 0 || to >= rows.length || to === from) return;
    editing.move(from, to);
    setAnnouncement(
      t('settings.list.moved', {
        name: rowName(definition, parts, rows[from]!, from, t),
        position: formatNumber(to + 1),
        total: formatNumber(rows.length),
      }),
    );
    if (action) focusRow(key, action, 'up', 'down');
  }

  const latest = useRef<RowActions>(undefined as never);
  latest.current = {
    open: (row) => {
      setOpen(row.key, true, row);
      focusForm(row.key);
    },
    edit: (row, values) => editing.edit(row, values),
    close: (row, isDone) => {
      const before = openKeys.get(row.key);
      setOpen(row.key, false);
      if (isDone || (before === undefined && row.stored)) return focusRow(row.key, 'edit');
      if (before) editing.edit(row, before.values);
      else editing.remove(row);
      return before ? focusRow(row.key, 'edit') : setFocusTargets(['[data-action="add"]']);
    },
    duplicate: (row) => add(row.values, row.key),
    remove: (row) => {
      const index = rows.findIndex(({ key }) => key === row.key);
      const next = rows[index + 1] ?? rows[index - 1];
      editing.remove(row);
      setAnnouncement(t('settings.list.removed', { name: rowName(definition, parts, row, index, t) }));
      if (next) focusRow(next.key, 'edit');
      else setFocusTargets(['[data-action="add"]']);
    },
    restore: (row) => {
      editing.restore(row);
      focusRow(row.key, 'edit');
    },
    moveBy: (row, steps, action) => move(row.key, rows.findIndex(({ key }) => key === row.key) + steps, action),
    drop: (sourceKey, row, edge) => {
      const from = rows.findIndex(({ key }) => key === sourceKey);
      const target = rows.findIndex(({ key }) => key === row.key) + (edge === 'bottom' ? 1 : 0);
      move(sourceKey, target > from ? target - 1 : target);
    },
  };
  // the rows keep the same callbacks, so that only changed rows render again
  const actions = useMemo((): RowActions => {
    const call =
      <K extends keyof RowActions>(name: K) =>
      (...input: Parameters<RowActions[K]>) =>
        (latest.current[name] as (...args: Parameters<RowActions[K]>) => void)(...input);
    return {
      open: call('open'),
      edit: call('edit'),
      close: call('close'),
      duplicate: call('duplicate'),
      remove: call('remove'),
      restore: call('restore'),
      moveBy: call('moveBy'),
      drop: call('drop'),
    };
  }, []);

  const isFull = rows.length >= maxRows;
  const { cells } = splitColumns(definition);
  const template = cells
    .map(([, column]) => (parts.viewOf(column).isNarrow ? 'minmax(0, 1fr)' : 'minmax(0, 2fr)'))
    .join(' ');
  return (
    <div ref={list} className={classes.list} style={{ '--list-columns': template } as React.CSSProperties}>
      <Group gap="xs" mih="var(--control-h)">
        <Text span size="label" c="dimmed" flex={1}>
          {t('settings.list.rows', { count: rows.length, shown: formatNumber(rows.length) })}
        </Text>
        {editing.hasOwnOrder && !disabled && (
          <Button variant="subtle" color="gray" size="xs" onClick={editing.restoreOrder}>
            {t('settings.list.restoreOrder')}
          </Button>
        )}
        {!disabled && (
          <Button
            variant="default"
            size="xs"
            data-action="add"
            leftSection={<Icon name="plus" size={16} />}
            disabled={isFull}
            onClick={() => add(defaultsOf(columns))}
          >
            {t('settings.list.add')}
          </Button>
        )}
      </Group>
      {isFull && !disabled && (
        <Text size="label" c="dimmed" pt={4} pb="xs">
          {t('settings.list.full', { shown: formatNumber(maxRows) })}
        </Text>
      )}
      {error && <Box pb="xs">{error}</Box>}
      {rows.length === 0 ? (
        <Text size="label" c="dimmed" ta="center" p={24} bd="1px dashed var(--line-strong)" bdrs="md">
          {t('settings.list.empty')}
        </Text>
      ) : (
        <div role="table" aria-label={label} aria-rowcount={rows.length + 1} className={classes.table}>
          <div role="row" className={classes.columns}>
            <span role="columnheader">
              <VisuallyHidden>{t('settings.list.position')}</VisuallyHidden>
            </span>
            {cells.map(([name]) => (
              <span key={name} role="columnheader">
                {parts.label(name)}
              </span>
            ))}
            <span role="columnheader">{t('settings.values.origin')}</span>
            <span role="columnheader">
              <VisuallyHidden>{t('settings.list.actions')}</VisuallyHidden>
            </span>
          </div>
          {rows.map((row, index) => (
            <ListRow
              key={row.key}
              listId={listId}
              row={row}
              index={index}
              total={rows.length}
              definition={definition}
              parts={parts}
              isOpen={!disabled && (openKeys.has(row.key) || isErroneous(row, index))}
              errors={isErroneous(row, index) ? parts.errors : undefined}
              disabled={disabled}
              isFull={isFull}
              actions={actions}
            />
          ))}
        </div>
      )}
      <AsideRows
        rows={editing.aside}
        definition={definition}
        parts={parts}
        disabled={disabled}
        onRestore={(row) => {
          editing.restore(row);
          focusRow(row.key, 'edit');
        }}
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}

const defaultsOf = (columns: NonNullable<ControlProps['definition']['columns']>) =>
  Object.fromEntries(Object.entries(columns).map(([name, { defaultValue }]) => [name, defaultValue]));
