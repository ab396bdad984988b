import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { childNodeTypes } from '@storeward/contract/node-types';
import type { NodeSearchResult, NodeId } from '@storeward/contract/nodes';
import { exactCountLimit } from '@storeward/contract/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { levelIcons } from '../platform/level-icons.ts';
import { Icon } from '../ui/icon.tsx';
import { PickerOption, pickerList } from '../ui/picker-option.tsx';
import { nodeSearchQuery } from './queries.ts';

type Props = {
  label: string;
  /** Shown while the user does not type. */
  selectedName?: string;
  /** Restricts the choices to this node and its descendants. */
  ancestorId?: NodeId | undefined;
  /** The organisation that a platform user searches. */
  organisationId?: NodeId | undefined;
  includeStores: boolean;
  onChoose: (node: NodeSearchResult) => void;
  error?: ReactNode;
};

const maxResults = 50;
const typesExceptStore = ['ORGANIZATION', ...childNodeTypes.filter((type) => type !== 'STORE')].join(',');

/** Chooses one node of any type by a part of its name or code. */
export function AnyNodePicker({
  label,
  selectedName = '',
  ancestorId,
  organisationId,
  includeStores,
  onChoose,
  error,
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
  const { data, isFetching } = useQuery({
    ...nodeSearchQuery(search, 0, maxResults, {
      below: ancestorId,
      orgId: organisationId,
      ...(!includeStores && { types: typesExceptStore }),
    }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const results = data?.result ?? [];
  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => {
        const node = results.find(({ nodeId }) => nodeId === id);
        if (node) onChoose(node);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          label={label}
          error={error}
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          placeholder={t('nodes.picker.hint')}
          leftSection={<Icon name="search" size={16} />}
          leftSectionPointerEvents="none"
          value={typed ?? selectedName}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('nodes.search.results')} aria-busy={isFetching} className={pickerList}>
          {results.map(({ nodeId, name, code, nodeType, path }) => (
            <Combobox.Option key={nodeId} value={nodeId}>
              <PickerOption detail={path.map((node) => node.name).join(' › ')}>
                <Icon name={levelIcons[nodeType]} size={16} /> {name} <code>{code}</code>
              </PickerOption>
            </Combobox.Option>
          ))}
          {results.length === 0 && (
            <Combobox.Empty>{data ? t('nodes.edit.nothingFound') : t('ui.state.loading')}</Combobox.Empty>
          )}
        </Combobox.Options>
        {data && data.total > results.length && (
          <Combobox.Footer c="dimmed" fz="xs" role="status">
            {data.totalIsEstimate
              ? t('nodes.picker.totalOver', { shown: formatNumber(exactCountLimit) })
              : t('nodes.picker.total', { count: data.total, shown: formatNumber(data.total) })}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
