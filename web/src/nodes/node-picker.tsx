import { CloseButton, Combobox, InputBase, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ChildNodeType } from '@storeward/contract/node-types';
import type { NodeId, NodeRef, NodeChoice } from '@storeward/contract/nodes';
import { exactCountLimit, type Page } from '@storeward/contract/paging';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type UIEvent, useState } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { levelIcons } from '../platform/level-icons.ts';
import { Icon } from '../ui/icon.tsx';
import { PickerOption, pickerList } from '../ui/picker-option.tsx';
import { nodeChoicesQuery } from './queries.ts';

type Props = {
  label: ReactNode;
  /** Type of the nodes to choose from. */
  type: ChildNodeType;
  /** Restricts the choices to descendants of this node. */
  ancestorId: NodeId | undefined;
  chosen: NodeRef | undefined;
  onChange: (choice: NodeChoice | undefined) => void;
  onBlur?: (() => void) | undefined;
  /** Placeholder that names the missing level; set while the field is disabled. */
  waitHint?: string | undefined;
  /** Accessible label of the clear button; only for optional fields. */
  clearLabel?: string | undefined;
  error?: ReactNode;
};

const scrollThreshold = 240;
const rowThreshold = 10;

/** Chooses one enabled node of a type by a part of its name or code; further results load on scrolling. */
export function NodePicker({ label, type, ancestorId, chosen, onChange, onBlur, waitHint, clearLabel, error }: Props) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  const combobox = useCombobox({
    loop: false,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(undefined);
    },
  });
  const [search] = useDebouncedValue(typed?.trim() ?? '', 200);
  const { data, isFetching, isPlaceholderData, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...nodeChoicesQuery({ nodeType: type, parentId: ancestorId, search: search || undefined }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const choices = data?.pages.flatMap(({ result }) => result) ?? [];
  const loadMore = () => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  };

  function select(choice: NodeChoice | undefined) {
    onChange(choice);
    setTyped(undefined);
    combobox.closeDropdown();
  }

  function onKeyDown(event: KeyboardEvent) {
    const index = combobox.getSelectedOptionIndex();
    if (event.key === 'ArrowDown' && index >= choices.length - rowThreshold) loadMore();
    if (event.key !== 'Enter' || !combobox.dropdownOpened || index >= 0) return;
    // Enter selects the only result and must not submit the form
    event.preventDefault();
    if (typed?.trim() === '' && clearLabel) {
      if (chosen) select(undefined);
    } else if (choices.length === 1 && !isPlaceholderData && typed?.trim() === search) select(choices[0]);
  }

  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => select(choices.find(({ nodeId }) => nodeId === id))}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          label={label}
          error={error}
          disabled={waitHint !== undefined}
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          placeholder={waitHint ?? t('nodes.picker.hint')}
          leftSection={<Icon name={levelIcons[type]} size={16} />}
          leftSectionPointerEvents="none"
          rightSection={
            chosen && clearLabel ? (
              <CloseButton
                size="sm"
                tabIndex={-1}
                aria-label={clearLabel}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => select(undefined)}
              />
            ) : (
              <Icon name="selector" size={16} />
            )
          }
          rightSectionPointerEvents={chosen && clearLabel ? 'all' : 'none'}
          value={typed ?? chosen?.name ?? ''}
          title={typed === undefined ? chosen?.name : undefined}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            if (typed?.trim() === '' && clearLabel && chosen) onChange(undefined);
            combobox.closeDropdown();
            setTyped(undefined);
            onBlur?.();
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          aria-label={t('nodes.search.results')}
          aria-busy={isFetching}
          className={pickerList}
          onScroll={({ currentTarget: list }: UIEvent<HTMLDivElement>) => {
            if (list.scrollHeight - list.scrollTop - list.clientHeight < scrollThreshold) loadMore();
          }}
        >
          {choices.map((choice) => (
            <Combobox.Option key={choice.nodeId} value={choice.nodeId} active={choice.nodeId === chosen?.id}>
              <Choice choice={choice} ancestorId={ancestorId} />
            </Combobox.Option>
          ))}
          {choices.length === 0 && (
            <Combobox.Empty>{data ? t('nodes.edit.nothingFound') : t('ui.state.loading')}</Combobox.Empty>
          )}
        </Combobox.Options>
        {data && choices.length > 0 && (
          <Combobox.Footer c="dimmed" fz="xs" role="status">
            {totalText(data.pages[0])}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );

  function totalText({ total = 0, totalIsEstimate }: Partial<Page<NodeChoice>> = {}) {
    if (totalIsEstimate) return t('nodes.picker.totalOver', { shown: formatNumber(exactCountLimit) });
    return t('nodes.picker.total', { count: total, shown: formatNumber(total) });
  }
}

/** A node with its code and the path between it and the chosen ancestor. */
function Choice({ choice: { name, code, path }, ancestorId }: { choice: NodeChoice; ancestorId: NodeId | undefined }) {
  const between = path.slice(path.findIndex(({ id }) => id === ancestorId) + 1);
  return (
    <PickerOption detail={between.map((node) => node.name).join(' › ')}>
      {name} <code>{code}</code>
    </PickerOption>
  );
}
