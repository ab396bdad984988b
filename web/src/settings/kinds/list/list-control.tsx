import { Box, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { defaultMaxRows, isRowWise } from '@storeward/contract/settings/kinds/list';
import { useEffect, useId, useRef, useState } from 'react';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { ControlProps } from '../field-view.ts';
import { InactiveRows } from './inactive-rows.tsx';
import { HiddenRow } from './hidden-row.tsx';
import { applyOutcome, listEditing } from './list-editing.ts';
import classes from './list-control.module.css';
import { ListRow } from './list-row.tsx';
import { useRowActions } from './row-actions.ts';
import { isHiddenRow, type ShownRow } from './row-changes.ts';
import type { RowDraft } from './row-draft.ts';
import { RowDrawer } from './row-drawer.tsx';
import { rowName, splitColumns } from '../../../platform/text/setting-rows.ts';

/** The row in the drawer; a new row is not in the list yet. */
type OpenRow = { readonly key: string; readonly added?: { values: ShownRow['values']; after?: string | undefined } };

/** The width of the drawer in pixels. */
const drawerWidth = 440;

/** A list of rows: each is edited in a drawer beside it, and moved by keyboard, buttons or drag and drop. */
export function ListControl({ definition, label, value, error, disabled, parts, state, ...props }: ControlProps) {
  const { hasDescendants = false, onChange } = props;
  const t = useT();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenRow>();
  const [announcement, setAnnouncement] = useState('');
  const [focusTargets, setFocusTargets] = useState<readonly string[]>([]);
  const editing = listEditing(definition, state?.list, value, onChange);
  const { rows, placed } = editing;
  const { columns = {}, maxRows = defaultMaxRows } = definition;
  const nameOf = (row: Pick<ShownRow, 'values'>, index: number) => rowName(definition, row, index, t);

  /** The errors of a row by column: their paths contain its id, or its index in a list that is inherited as a whole. */
  const errorsOf = (key: string, index: number): typeof parts.errors | undefined => {
    const own = Object.entries(parts.errors).flatMap(([path, message]) => {
      const [row, column] = path.split('.');
      return column !== undefined && (row === key || row === String(index)) ? [[column, message] as const] : [];
    });
    return own.length > 0 ? Object.fromEntries(own) : undefined;
  };

  // a moved or replaced button loses the focus, so it is set again after the rows are rendered
  useEffect(() => {
    if (focusTargets.length === 0) return;
    const candidates = focusTargets.map((selector) => list.current?.querySelector<HTMLElement>(selector));
    candidates.find((element) => element && !element.hasAttribute('disabled'))?.focus();
    setFocusTargets([]);
  }, [focusTargets]);

  // the row in the drawer stays visible beside it
  useEffect(() => {
    if (!open || !list.current) return;
    const { right } = list.current.getBoundingClientRect();
    list.current.style.setProperty('--list-covered', `${Math.max(0, right - innerWidth + drawerWidth + 16)}px`);
    list.current.querySelector(`[data-row="${open.key}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [open]);

  const focusRow = (key: string, ...actions: string[]) =>
    setFocusTargets([
      ...actions.map((action) => `[data-row="${key}"] [data-action="${action}"]`),
      '[data-action="add"]',
    ]);

  const add = (values: ShownRow['values'], after?: string) =>
    setOpen({ key: crypto.randomUUID(), added: { values, after } });

  function move(key: string, to: number, action?: string) {
    const from = rows.findIndex((row) => row.key === key);
    if (from < 0 || to < 0 || to >= rows.length || to === from) return;
    editing.move(from, to);
    setAnnouncement(
      t('settings.list.moved', {
        name: nameOf(rows[from]!, from),
        position: formatNumber(to + 1),
        total: formatNumber(rows.length),
      }),
    );
    if (action) focusRow(key, action, 'up', 'down');
  }

  function remove(row: ShownRow) {
    const index = rows.findIndex(({ key }) => key === row.key);
    const next = rows[index + 1] ?? rows[index - 1];
    editing.remove(row);
    setAnnouncement(t('settings.list.removed', { name: nameOf(row, index) }));
    focusRow(next?.key ?? '', 'edit');
  }

  const actions = useRowActions({
    open: ({ key }) => setOpen({ key }),
    duplicate: (row) => add(row.values, row.key),
    remove,
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
  });

  function close() {
    if (open) focusRow(open.key, 'edit');
    setOpen(undefined);
  }

  function apply({ key, added }: OpenRow, outcome: RowDraft) {
    if (added) editing.add(key, outcome.values, added.after, outcome.mode);
    else applyOutcome(editing, key, outcome);
    close();
  }

  const isFull = rows.length >= maxRows;
  const { cells } = splitColumns(definition);
  const template = cells
    .map(([, column]) => (parts.viewOf(column).isNarrow ? 'minmax(0, 1fr)' : 'minmax(0, 2fr)'))
    .join(' ');
  const indexOf = (key: string) => rows.findIndex((row) => row.key === key);
  const current = open && placed.find(({ key }) => key === open.key);
  const position = current ? placed.indexOf(current) : -1;
  const isEditable = (row: (typeof placed)[number]) => (isHiddenRow(row) ? row.isOwn : !row.stored?.lockedBy);
  const [previous, next] = [
    placed.slice(0, Math.max(0, position)).findLast(isEditable),
    placed.slice(position + 1).find(isEditable),
  ];
  const openValues = open?.added?.values ?? current?.values;
  const own = current && !isHiddenRow(current) && current.state === 'added' ? current : undefined;
  return (
    <div
      ref={list}
      className={classes.list}
      data-editing={open !== undefined || undefined}
      style={{ '--list-columns': template } as React.CSSProperties}
    >
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
      {placed.length === 0 ? (
        <Text size="label" c="dimmed" ta="center" p={24} bd="1px dashed var(--line-strong)" bdrs="md">
          {t('settings.list.empty')}
        </Text>
      ) : (
        <Box
          role="table"
          aria-label={label}
          aria-rowcount={placed.length + 1}
          className={classes.table}
          bd="1px solid var(--line)"
          bdrs="md"
          bg="var(--surface)"
        >
          <Box
            role="row"
            className={classes.columns}
            bg="var(--sunken)"
            c="dimmed"
            fz="xs"
            lh="xs"
            fw="var(--weight-medium)"
          >
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
          </Box>
          {placed.map((row, placedIndex) => {
            const shared = {
              definition,
              parts,
              disabled,
              actions,
              isOpen: open?.key === row.key,
              rowIndex: placedIndex + 2,
            };
            if (isHiddenRow(row)) return <HiddenRow key={row.key} row={row} {...shared} />;
            const index = indexOf(row.key);
            return (
              <ListRow
                key={row.key}
                listId={listId}
                row={row}
                index={index}
                total={rows.length}
                errors={disabled ? undefined : errorsOf(row.key, index)}
                isFull={isFull}
                {...shared}
              />
            );
          })}
        </Box>
      )}
      <InactiveRows
        rows={editing.inactive.filter(({ reason }) => reason !== 'hidden')}
        definition={definition}
        disabled={disabled}
        onRestore={(row) => {
          editing.restore(row);
          focusRow(row.key, 'edit');
        }}
      />
      {open && openValues && (
        <RowDrawer
          rowKey={open.key}
          row={{
            values: openValues,
            isHidden: current !== undefined && isHiddenRow(current),
            above: open.added ? undefined : editing.above(open.key),
            mode: current && !isHiddenRow(current) ? current.mode : undefined,
          }}
          name={open.added ? t('settings.list.new') : nameOf({ values: openValues }, position)}
          position={
            open.added
              ? label
              : t('settings.list.positionOf', {
                  position: formatNumber(position + 1),
                  total: formatNumber(placed.length),
                })
          }
          others={rows.filter(({ key }) => key !== open.key).map(({ values }) => values)}
          definition={definition}
          parts={parts}
          errors={errorsOf(open.key, indexOf(open.key)) ?? {}}
          isReplaceable={state?.bound?.mode !== 'tighten'}
          isLockable={isRowWise(definition) && hasDescendants && state?.bound?.mode !== 'tighten'}
          onApply={(outcome) => apply(open, outcome)}
          onRemove={
            own &&
            (() => {
              setOpen(undefined);
              remove(own);
            })
          }
          onPrevious={previous && (() => setOpen({ key: previous.key }))}
          onNext={next && current && (() => setOpen({ key: next.key }))}
          onClose={close}
        />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}

const defaultsOf = (columns: NonNullable<ControlProps['definition']['columns']>) =>
  Object.fromEntries(Object.entries(columns).map(([name, { defaultValue }]) => [name, defaultValue]));
