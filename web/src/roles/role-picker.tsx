import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { NodeType } from '@storeward/contract/access';
import { matchesSearch } from '@storeward/contract/search';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleChoice } from '@storeward/contract/roles';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type UIEvent, useState } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { PickerOption, pickerList } from '../ui/picker-option.tsx';
import { assignableRolesQuery } from './queries.ts';

type Props = {
  /** Type of the node the role is assigned at; the picker is disabled while unknown. */
  nodeType: NodeType | undefined;
  value: Pick<RoleChoice, 'id' | 'name'> | undefined;
  onChange: (role: RoleChoice) => void;
  label: ReactNode;
  error?: ReactNode;
  onBlur?: (() => void) | undefined;
  disabled?: boolean;
  /** Target organisation, selected by a platform user. */
  organisation?: NodeId | undefined;
};

const scrollThreshold = 240;
const prefetchRows = 10;

/** Combobox of the roles the user may assign at a node type, with server-side search and infinite scroll. */
export function RolePicker({ nodeType, value, onChange, label, error, onBlur, disabled = false, organisation }: Props) {
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
    ...assignableRolesQuery({ givableAt: nodeType ?? 'STORE', search: search || undefined, orgId: organisation }),
    enabled: combobox.dropdownOpened && nodeType !== undefined,
    placeholderData: keepPreviousData,
  });
  const choices = data?.pages.flatMap(({ result }) => result) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const loadMore = () => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  };

  function selectRole(choice: RoleChoice | undefined) {
    if (choice) onChange(choice);
    setTyped(undefined);
    combobox.closeDropdown();
  }

  function onKeyDown(event: KeyboardEvent) {
    const index = combobox.getSelectedOptionIndex();
    if (event.key === 'ArrowDown' && index >= choices.length - prefetchRows) loadMore();
    if (event.key !== 'Enter' || !combobox.dropdownOpened || index >= 0) return;
    // Enter must not submit the form while choosing; it selects the only result if its name contains the search text
    event.preventDefault();
    const [match] = choices;
    const isMeant = match && matchesSearch(search, match.name);
    if (isMeant && choices.length === 1 && !isPlaceholderData && typed?.trim() === search) selectRole(match);
  }

  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => selectRole(choices.find((role) => role.id === id))}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          label={label}
          error={error}
          disabled={disabled || nodeType === undefined}
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          placeholder={t(nodeType === undefined ? 'roles.picker.nodeRequired' : 'roles.picker.hint')}
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
          className={pickerList}
          onScroll={({ currentTarget: list }: UIEvent<HTMLDivElement>) => {
            if (list.scrollHeight - list.scrollTop - list.clientHeight < scrollThreshold) loadMore();
          }}
        >
          {choices.map((role) => (
            <Combobox.Option key={role.id} value={role.id} active={role.id === value?.id}>
              <RoleOption role={role} />
            </Combobox.Option>
          ))}
          {choices.length === 0 && (
            <Combobox.Empty>{data ? t('roles.picker.noneAssignable') : t('ui.state.loading')}</Combobox.Empty>
          )}
        </Combobox.Options>
        {choices.length > 0 && (
          <Combobox.Footer c="dimmed" fz="xs" role="status">
            {t('roles.picker.total', { count: total, shown: formatNumber(total) })}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

function RoleOption({ role: { name, description, level, rightCount } }: { role: RoleChoice }) {
  const t = useT();
  const rights = t('roles.count.rights', { count: rightCount, shown: formatNumber(rightCount) });
  return (
    <PickerOption detail={[t(`ui.level.${level}`), rights, description].filter(Boolean).join(' · ')}>
      {name}
    </PickerOption>
  );
}
