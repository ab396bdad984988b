import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleChoice } from '@storeward/contract/roles';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type UIEvent, useState } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { rolesToGive } from './queries.ts';
import classes from './role-picker.module.css';

type Props = {
  /** The kind of place that somebody is to have the role at; nothing while that is not known. */
  placeType: NodeType | undefined;
  /** The role that is chosen. */
  value: Pick<RoleChoice, 'id' | 'name'> | undefined;
  onChange: (role: RoleChoice) => void;
  label: ReactNode;
  error?: ReactNode;
  onBlur?: (() => void) | undefined;
  disabled?: boolean;
  /** The organisation that is meant, where somebody above all of them asks. */
  organisation?: NodeId | undefined;
};

const near = 240;
const nearInRows = 10;

/** Chooses one of the roles that the reader may give at a place: a part of its name is enough, and the list goes on as far as one scrolls. */
export function RolePicker({
  placeType,
  value,
  onChange,
  label,
  error,
  onBlur,
  disabled = false,
  organisation,
}: Props) {
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
    ...rolesToGive({ givableAt: placeType ?? 'STORE', search: search || undefined, orgId: organisation }),
    enabled: combobox.dropdownOpened && placeType !== undefined,
    placeholderData: keepPreviousData,
  });
  const found = data?.pages.flatMap(({ result }) => result) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const more = () => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  };

  function take(choice: RoleChoice | undefined) {
    if (choice) onChange(choice);
    setTyped(undefined);
    combobox.closeDropdown();
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = combobox.getSelectedOptionIndex();
    if (event.key === 'ArrowDown' && at >= found.length - nearInRows) more();
    if (event.key !== 'Enter' || !combobox.dropdownOpened || at >= 0) return;
    // whoever is still choosing does not send the form; the only one found is meant, if it is called so
    event.preventDefault();
    const [only] = found;
    const called = only && normalised(only.name).includes(normalised(search));
    if (called && found.length === 1 && !isPlaceholderData && typed?.trim() === search) take(only);
  }

  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => take(found.find((role) => role.id === id))}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          label={label}
          error={error}
          disabled={disabled || placeType === undefined}
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          placeholder={t(placeType === undefined ? 'roles.picker.waits' : 'roles.picker.hint')}
          leftSection={<Icon name="shield" size={16} />}
          leftSectionPointerEvents="none"
          rightSection={<Icon name="selector" size={16} />}
          rightSectionPointerEvents="none"
          value={typed ?? value?.name ?? ''}
          title={typed === undefined ? value?.name : undefined}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
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
          aria-label={t('roles.picker.results')}
          aria-busy={isFetching}
          className={classes.options ?? ''}
          onScroll={({ currentTarget: list }: UIEvent<HTMLDivElement>) => {
            if (list.scrollHeight - list.scrollTop - list.clientHeight < near) more();
          }}
        >
          {found.map((role) => (
            <Combobox.Option key={role.id} value={role.id} active={role.id === value?.id}>
              <Choice role={role} />
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>{data ? t('roles.picker.nothing') : t('ui.state.loading')}</Combobox.Empty>
          )}
        </Combobox.Options>
        {found.length > 0 && (
          <Combobox.Footer className={classes.more ?? ''} role="status">
            {t('roles.picker.total', { count: total, shown: formatNumber(total) })}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** A role with its level, what it is for, and how many rights it gives. */
function Choice({ role: { name, description, level, rightCount } }: { role: RoleChoice }) {
  const t = useT();
  const rights = t('roles.figure.rights', { count: rightCount, shown: formatNumber(rightCount) });
  return (
    <span className={classes.found}>
      <span className={classes.name}>{name}</span>
      <span className={classes.about}>{[t(`ui.level.${level}`), rights, description].filter(Boolean).join(' · ')}</span>
    </span>
  );
}
