import { CloseButton, Combobox, InputBase, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { NodeId, NodeRef, PlaceChoice, PlaceType } from '@storeward/contract/nodes';
import { countedExactly, type Page } from '@storeward/contract/paging';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type UIEvent, useState } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { levelIcons } from '../platform/level-icons.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './node-picker.module.css';
import { placesToChoose } from './queries.ts';

type Props = {
  label: ReactNode;
  /** The kind of place that is chosen. */
  type: PlaceType;
  /** The place below which it lies. */
  below: NodeId | undefined;
  chosen: NodeRef | undefined;
  onChange: (choice: PlaceChoice | undefined) => void;
  onBlur?: (() => void) | undefined;
  /** What the choice waits for, while it cannot be made yet. */
  waitsFor?: string | undefined;
  /** What emptying it is called, where it may be left empty. */
  clearLabel?: string | undefined;
  error?: ReactNode;
};

const near = 240;
const nearInRows = 10;

/** Chooses one open place of a kind among thousands: a part of its name or its code is enough, and the list goes on as far as one scrolls. */
export function NodePicker({ label, type, below, chosen, onChange, onBlur, waitsFor, clearLabel, error }: Props) {
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
    ...placesToChoose({ nodeType: type, parentId: below, search: search || undefined }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const found = data?.pages.flatMap(({ result }) => result) ?? [];
  const more = () => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  };

  function take(choice: PlaceChoice | undefined) {
    onChange(choice);
    setTyped(undefined);
    combobox.closeDropdown();
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = combobox.getSelectedOptionIndex();
    if (event.key === 'ArrowDown' && at >= found.length - nearInRows) more();
    if (event.key !== 'Enter' || !combobox.dropdownOpened || at >= 0) return;
    // whoever is still choosing does not send the form; the only one found is meant
    event.preventDefault();
    if (typed?.trim() === '' && clearLabel) {
      if (chosen) take(undefined);
    } else if (found.length === 1 && !isPlaceholderData && typed?.trim() === search) take(found[0]);
  }

  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => take(found.find(({ nodeId }) => nodeId === id))}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          label={label}
          error={error}
          disabled={waitsFor !== undefined}
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          placeholder={waitsFor ?? t('nodes.picker.hint')}
          leftSection={<Icon name={levelIcons[type]} size={16} />}
          leftSectionPointerEvents="none"
          rightSection={
            chosen && clearLabel ? (
              <CloseButton
                size="sm"
                tabIndex={-1}
                aria-label={clearLabel}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(undefined)}
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
          className={classes.options ?? ''}
          onScroll={({ currentTarget: list }: UIEvent<HTMLDivElement>) => {
            if (list.scrollHeight - list.scrollTop - list.clientHeight < near) more();
          }}
        >
          {found.map((choice) => (
            <Combobox.Option key={choice.nodeId} value={choice.nodeId} active={choice.nodeId === chosen?.id}>
              <Choice choice={choice} below={below} />
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>{data ? t('nodes.edit.nothingFound') : t('ui.state.loading')}</Combobox.Empty>
          )}
        </Combobox.Options>
        {data && found.length > 0 && (
          <Combobox.Footer className={classes.more ?? ''} role="status">
            {totalOf(data.pages[0])}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );

  function totalOf({ total = 0, totalIsEstimate }: Partial<Page<PlaceChoice>> = {}) {
    if (totalIsEstimate) return t('nodes.picker.totalOver', { shown: formatNumber(countedExactly) });
    return t('nodes.picker.total', { count: total, shown: formatNumber(total) });
  }
}

/** A place with its code, and with what lies between it and the place that was chosen above it. */
function Choice({ choice: { name, code, path }, below }: { choice: PlaceChoice; below: NodeId | undefined }) {
  const between = path.slice(path.findIndex(({ id }) => id === below) + 1);
  return (
    <span className={classes.found}>
      <span className={classes.name}>
        {name} <code>{code}</code>
      </span>
      {between.length > 0 && <span className={classes.path}>{between.map((place) => place.name).join(' › ')}</span>}
    </span>
  );
}
