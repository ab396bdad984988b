import { Button, Flex, Group, Text } from '@mantine/core';
import { arrangeHotkeys, type ArrangedKey } from '@storeward/contract/settings/lists/hotkey-arrangement';
import type { ListState } from '@storeward/contract/settings/lists/list-state';
import { memo, type RefObject, useRef, useState } from 'react';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/page/notice.tsx';
import { HotkeyDialog } from '../form/hotkey-dialog.tsx';
import { emptyKey } from '../engine/hotkey-values.ts';
import type { HotkeyMode } from '../form/hotkey-frame.tsx';
import { HotkeyGroupDialog } from '../form/hotkey-group-dialog.tsx';
import { HotkeyActions } from './hotkey-actions.tsx';
import { HotkeyTable } from './hotkey-table.tsx';
import { InactiveRows } from '../../kinds/list/inactive-rows.tsx';
import { containerOf, keysIn, layoutOf, layoutRows } from '../engine/hotkey-layout.ts';
import { moveKeys, putGroup, putRow, removeKeys, repairOrphans } from '../engine/hotkey-moves.ts';
import type { ControlProps } from '../../kinds/field-view.ts';
import { listEditing } from '../../kinds/list/list-editing.ts';
import { asChanges, type ShownRow } from '../../kinds/list/row-changes.ts';
import { RowOrigin } from '../../kinds/list/row-origin.tsx';
import { namedByText } from '../../../platform/text/setting-lists.ts';

type Open = { readonly type: 'hotkey' | 'group'; readonly mode: HotkeyMode; readonly key: string };
type Placed = ArrangedKey<ShownRow>;

/** The hotkeys of a node: a table of the keys outside of groups, and the dialogs of hotkeys and groups. */
export function HotkeyList(props: ControlProps) {
  return props.state?.list ? <Layout {...props} list={props.state.list} /> : null;
}

function Layout({
  definition,
  label,
  value,
  error,
  disabled,
  parts,
  state,
  nodeId,
  list,
  onChange,
}: ControlProps & { readonly list: ListState }) {
  const t = useT();
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Open>();
  const changes = asChanges(value);
  const rows = layoutRows(list, changes);
  const { keys, orphans } = arrangeHotkeys(rows);
  const outside = keys.filter(({ group }) => !group);
  const editing = listEditing(definition, list, value, onChange);
  const isFull = rows.length >= (definition.maxRows ?? Infinity);
  const childrenOf = (key: string): readonly ShownRow[] =>
    keys.flatMap(({ row, group }) => (group?.key === key ? [row] : []));
  const opened = rows.find(({ key }) => key === open?.key);
  const owner = nodeId ?? '';
  const partErrors = Object.entries(parts.errors);

  const openButton = (type: Open['type'], text: string) => (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name="plus" size={16} />}
      disabled={disabled || isFull}
      data-add={type}
      onClick={() => setOpen({ type, mode: 'create', key: crypto.randomUUID() })}
    >
      {text}
    </Button>
  );

  return (
    <div ref={root}>
      <Group gap="xs" pb={8}>
        <Text span size="label" c="dimmed" flex={1}>
          {t('settings.hotkeys.count', { count: outside.length, shown: formatNumber(outside.length) })}
        </Text>
        {openButton('group', t('settings.hotkeys.addGroup'))}
        {openButton('hotkey', t('settings.hotkeys.add'))}
      </Group>
      {error}
      {partErrors.map(([path, text]) => (
        <div key={path}>{text}</div>
      ))}
      {orphans.length > 0 && (
        <Notice tone="warn" icon="alert" role="status">
          <span>
            {t('settings.hotkeys.orphans', {
              count: orphans.length,
              shown: formatNumber(orphans.length),
              names: orphans.map(({ values }) => String(values['displayName'])).join(', '),
            })}
          </span>
          {!disabled && (
            <Button size="xs" variant="default" onClick={() => onChange(repairOrphans(list, changes))}>
              {t('settings.hotkeys.repair')}
            </Button>
          )}
        </Notice>
      )}
      <Keys
        definition={definition}
        label={label}
        value={value}
        disabled={disabled}
        list={list}
        onChange={onChange}
        onOpen={setOpen}
        root={root}
      />
      <Flex>
        <InactiveRows
          rows={editing.inactive}
          definition={namedByText(definition)}
          disabled={disabled}
          onRestore={(row) => editing.restore(row)}
        />
      </Flex>
      {open?.type === 'hotkey' && (
        <HotkeyDialog
          mode={open.mode}
          values={opened?.values ?? emptyKey('hotkey')}
          owner={owner}
          id={open.key}
          onClose={(values) => {
            setOpen(undefined);
            if (values) onChange(putRow(list, changes, { key: open.key, values }));
          }}
        />
      )}
      {open?.type === 'group' && (
        <HotkeyGroupDialog
          mode={open.mode}
          group={{ key: open.key, values: opened?.values ?? emptyKey('group') }}
          hotkeys={childrenOf(open.key).map(({ key, values }) => ({ key, values }))}
          locked={new Set(state?.list?.rows.flatMap(({ id, lockedBy }) => (lockedBy ? [id] : [])))}
          owner={owner}
          onClose={(result) => {
            setOpen(undefined);
            if (result) onChange(putGroup(list, changes, result));
          }}
        />
      )}
    </div>
  );
}

type KeysProps = Pick<ControlProps, 'definition' | 'label' | 'value' | 'disabled' | 'onChange'> & {
  readonly list: ListState;
  readonly onOpen: (open: Open) => void;
  /** The element with the button that gets the focus after a key was deleted. */
  readonly root: RefObject<HTMLDivElement | null>;
};

/** The table; drawn apart from the dialogs, which open sooner than hundreds of rows are drawn. */
const Keys = memo(function Keys({ definition, label, value, disabled, list, onChange, onOpen, root }: KeysProps) {
  const t = useT();
  const changes = asChanges(value);
  const { keys } = arrangeHotkeys(layoutRows(list, changes));
  const outside = keys.filter(({ group }) => !group);
  const editing = listEditing(definition, list, value, onChange);

  /** Moves a key that is not in a group before or after the next such key, also to its page. */
  function move({ row, position }: Placed, steps: 1 | -1) {
    const neighbour = outside[position - 1 + steps]?.row;
    const layout = layoutOf(list, changes);
    const to = neighbour && containerOf(layout, neighbour.key);
    if (!to) return;
    const staying = keysIn(layout, to).filter(({ key }) => key !== row.key);
    const index = staying.findIndex(({ key }) => key === neighbour.key) + (steps > 0 ? 1 : 0);
    onChange(moveKeys(list, changes, new Set([row.key]), to, index));
  }

  return (
    <HotkeyTable
      label={label}
      empty={t('settings.hotkeys.empty')}
      rows={outside}
      skuText={({ key, values }) => {
        if (values['type'] !== 'group') return String(values['SKU']);
        const count = keys.filter(({ group }) => group?.key === key).length;
        return t('settings.hotkeys.groupOf', { count, shown: formatNumber(count) });
      }}
      renderOrigin={(row) => <RowOrigin row={row} />}
      renderActions={(placed, name) => (
        <HotkeyActions
          row={placed.row}
          name={name}
          disabled={disabled}
          isFirst={placed.position === 1}
          isLast={placed.position === outside.length}
          onOpen={(mode) => onOpen({ type: typeOf(placed.row), mode, key: placed.row.key })}
          onMove={(steps) =>
            move(
              keys.find(({ row }) => row === placed.row)!,
              steps,
            )
          }
          onRestore={() => editing.restore(placed.row)}
          onDelete={() => {
            onChange(removeKeys(list, changes, new Set([placed.row.key])));
            root.current?.querySelector<HTMLElement>('[data-add="hotkey"]')?.focus();
          }}
        />
      )}
    />
  );
});

const typeOf = ({ values }: ShownRow): Open['type'] => (values['type'] === 'group' ? 'group' : 'hotkey');
