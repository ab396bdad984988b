import { Box, Flex, Text, VisuallyHidden } from '@mantine/core';
import type { ColumnField } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { FieldParts } from '../field-view.ts';
import classes from './list-control.module.css';
import type { RowActions } from './row-actions.ts';
import type { ShownRow } from './row-changes.ts';
import { attachRowDrag, type DropEdge } from './row-drag.ts';
import { RowOrigin } from './row-origin.tsx';
import { rowName, splitColumns } from '../../../platform/text/setting-rows.ts';
import { cellText } from '../../../platform/text/setting-values.ts';
import { isUnset } from '../../../platform/text/loose-values.ts';

type Props = {
  readonly listId: string;
  readonly row: ShownRow;
  readonly index: number;
  readonly total: number;
  readonly definition: SettingField;
  readonly parts: FieldParts;
  readonly isOpen: boolean;
  /** The errors of this row by column. */
  readonly errors: FieldParts['errors'] | undefined;
  readonly disabled: boolean;
  readonly isFull: boolean;
  readonly actions: RowActions;
};

/** One row of a list: its values, where they come from, its errors, and its actions. */
export const ListRow = memo(Row, (before, after) => {
  const isSame = (name: keyof Props) => Object.is(before[name], after[name]);
  const names = ['index', 'total', 'definition', 'isOpen', 'disabled', 'isFull', 'actions'] as const;
  return names.every(isSame) && !before.errors && !after.errors && isSameRow(before.row, after.row);
});

const isSameRow = (one: ShownRow, other: ShownRow) =>
  one.values === other.values &&
  one.state === other.state &&
  one.isChanged === other.isChanged &&
  one.mode === other.mode &&
  one.stored === other.stored;

function Row(props: Props) {
  const { listId, row, index, total, definition, parts, isOpen, errors, disabled, actions } = props;
  const t = useT();
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const [edge, setEdge] = useState<DropEdge>();
  const [isDragging, setDragging] = useState(false);
  const { cells, details } = splitColumns(definition);
  const setDetails = details.filter(([name]) => !isUnset(row.values[name]));
  const isMovable = !disabled && total > 1 && !row.stored?.lockedBy;
  const name = rowName(definition, row, index, t);
  const latestRow = useRef(row);
  latestRow.current = row;

  useEffect(() => {
    if (!isMovable || !element.current || !handle.current) return undefined;
    return attachRowDrag({
      element: element.current,
      handle: handle.current,
      key: row.key,
      listId,
      onDragging: setDragging,
      onEdge: setEdge,
      onDrop: (sourceKey, dropEdge) => actions.drop(sourceKey, latestRow.current, dropEdge),
    });
  }, [isMovable, row.key, listId, actions]);

  function handleKeyDown(event: KeyboardEvent) {
    const steps = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || !steps || !isMovable) return;
    event.preventDefault();
    actions.moveBy(row, steps, (event.target as HTMLElement).dataset['action'] ?? 'edit');
  }

  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      data-row={row.key}
      data-changed={row.isChanged || undefined}
      data-open={isOpen || undefined}
      data-edge={edge}
      data-dragging={isDragging || undefined}
      data-readonly={disabled || undefined}
      className={classes.row}
      onKeyDown={handleKeyDown}
    >
      <span role="cell" className={classes.position}>
        {isMovable && (
          <span ref={handle} className={classes.handle} aria-hidden>
            <Icon name="grip" size={16} />
          </span>
        )}
        {formatNumber(index + 1)}
      </span>
      {cells.map(([name, column]) => (
        <span key={name} role="cell" className={classes.cell}>
          <span className={classes.cellLabel} aria-hidden>
            {parts.label(name)}
          </span>
          <Cell parts={parts} column={column} value={row.values[name]} />
        </span>
      ))}
      <span role="cell" className={classes.origin}>
        <RowOrigin row={row} />
      </span>
      <span role="cell" className={classes.actions}>
        {!disabled && <RowButtons {...props} name={name} />}
      </span>
      {setDetails.length > 0 && (
        <Text span role="cell" className={classes.details ?? ''} size="xs" lh="label" c="dimmed">
          {setDetails
            .map(([name, column]) => `${parts.label(name)}: ${cellText(column, row.values[name], t)}`)
            .join(' · ')}
        </Text>
      )}
      {errors && <RowErrors errors={errors} parts={parts} name={name} onFocus={() => actions.open(row)} />}
    </div>
  );
}

type CellProps = Pick<Props, 'parts'> & { readonly column: ColumnField; readonly value: unknown };

/** The value of a column as text, with its picture if it has one. */
function Cell({ parts, column, value }: CellProps) {
  const t = useT();
  const { Thumbnail } = parts.viewOf(column);
  const text = (
    <Text span inherit c={isUnset(value) ? 'dimmed' : 'inherit'}>
      {cellText(column, value, t)}
    </Text>
  );
  if (!Thumbnail) return text;
  return (
    <Flex component="span" align="center" gap="sm">
      <Thumbnail value={value} />
      {text}
    </Flex>
  );
}

type ErrorsProps = Pick<Props, 'parts'> & {
  readonly errors: FieldParts['errors'];
  readonly name: string;
  readonly onFocus: () => void;
};

/** The errors of a row. The form focuses the first invalid element: the button here opens the drawer. */
function RowErrors({ errors, parts, name, onFocus }: ErrorsProps) {
  const t = useT();
  return (
    <Box component="span" role="cell" className={classes.errors} c="danger" fz="xs">
      <VisuallyHidden>
        <input readOnly aria-invalid tabIndex={-1} aria-label={t('settings.list.edit', { name })} onFocus={onFocus} />
      </VisuallyHidden>
      {Object.entries(errors).map(([column, error]) => (
        <Flex key={column} component="span" gap={4}>
          {parts.label(column)}: {error}
        </Flex>
      ))}
    </Box>
  );
}

/** The actions of a row as buttons. A locked row can only be duplicated. */
function RowButtons({ row, index, total, isFull, actions, name }: Props & { name: string }) {
  const t = useT();
  const isLocked = Boolean(row.stored?.lockedBy);
  const button = (action: string, icon: IconName, label: string, onClick: () => void, isOff = false) => (
    <button
      type="button"
      className={classes.action}
      data-action={action}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
    </button>
  );
  return (
    <>
      {button('edit', 'edit', t('settings.list.edit', { name }), () => actions.open(row), isLocked)}
      {button(
        'up',
        'arrow-up',
        t('settings.list.up', { name }),
        () => actions.moveBy(row, -1, 'up'),
        isLocked || index === 0,
      )}
      {button(
        'down',
        'arrow-down',
        t('settings.list.down', { name }),
        () => actions.moveBy(row, 1, 'down'),
        isLocked || index === total - 1,
      )}
      {button('duplicate', 'copy', t('settings.list.duplicate', { name }), () => actions.duplicate(row), isFull)}
      {row.state === 'replaced' && row.stored?.inherited
        ? button('restore', 'return', t('settings.list.restore', { name }), () => actions.restore(row))
        : null}
      {row.state === 'added'
        ? button('remove', 'trash', t('settings.list.remove', { name }), () => actions.remove(row))
        : button('hide', 'eye-off', t('settings.list.hide', { name }), () => actions.remove(row), isLocked)}
    </>
  );
}
