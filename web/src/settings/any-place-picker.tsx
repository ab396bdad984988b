import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FoundNode, type NodeId, placeTypes } from '@storeward/contract/nodes';
import { countedExactly } from '@storeward/contract/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { foundNodes } from '../nodes/queries.ts';
import { formatNumber, useT } from '../platform/i18n.ts';
import { levelIcons } from '../platform/level-icons.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './any-place-picker.module.css';

type Props = {
  label: string;
  /** What is written in it while nobody types. */
  chosen?: string;
  /** Only places at or below this one can be chosen. */
  below?: NodeId | undefined;
  /** Whether a store can be chosen. */
  stores: boolean;
  onChoose: (place: FoundNode) => void;
  error?: ReactNode;
};

const shown = 50;
const noStores = ['ORGANIZATION', ...placeTypes.filter((type) => type !== 'STORE')].join(',');

/** Chooses one place of whatever kind by a part of its name or its code. */
export function AnyPlacePicker({ label, chosen = '', below, stores, onChoose, error }: Props) {
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
    ...foundNodes(search, 0, shown, { below, ...(!stores && { types: noStores }) }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const found = data?.result ?? [];
  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => {
        const place = found.find(({ nodeId }) => nodeId === id);
        if (place) onChoose(place);
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
          value={typed ?? chosen}
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
        <Combobox.Options
          aria-label={t('nodes.search.results')}
          aria-busy={isFetching}
          className={classes.options ?? ''}
        >
          {found.map(({ nodeId, name, code, nodeType, path }) => (
            <Combobox.Option key={nodeId} value={nodeId}>
              <span className={classes.found}>
                <span className={classes.name}>
                  <Icon name={levelIcons[nodeType]} size={16} /> {name} <code>{code}</code>
                </span>
                {path.length > 0 && <span className={classes.path}>{path.map((place) => place.name).join(' › ')}</span>}
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>{data ? t('nodes.edit.nothingFound') : t('ui.state.loading')}</Combobox.Empty>
          )}
        </Combobox.Options>
        {data && data.total > found.length && (
          <Combobox.Footer className={classes.more ?? ''} role="status">
            {data.totalIsEstimate
              ? t('nodes.picker.totalOver', { shown: formatNumber(countedExactly) })
              : t('nodes.picker.total', { count: data.total, shown: formatNumber(data.total) })}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
