import { Combobox, InputBase, useCombobox } from '@mantine/core';
import type { FoundNode, NodeId, NodeRef, PlaceType } from '@storeward/contract/nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { levelIcons } from '../platform/level-icons.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './node-picker.module.css';
import { choosableNodes, oneNode } from './queries.ts';

type Props = {
  label: ReactNode;
  /** The kinds of place that may be chosen. */
  types: readonly (PlaceType | 'ORGANIZATION')[];
  /** The place that is chosen, once it is known. */
  chosen?: { readonly name: string; readonly path: readonly NodeRef[] } | undefined;
  value?: string;
  onChange?: (id: NodeId) => void;
  onBlur?: () => void;
  error?: ReactNode;
};

/** Chooses one open place among thousands: a part of its name or its code is enough, and each is told with the way down to it. */
export function NodePicker({ label, types, chosen, value = '', onChange, onBlur, error }: Props) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  const search = useDeferredValue(typed?.trim() ?? '');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(undefined);
    },
  });
  const own = useQuery({ ...oneNode(value as NodeId), enabled: value !== '' && !chosen }).data;
  const { data, isFetching } = useQuery({
    ...choosableNodes(search, types),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const found = search ? (data?.result ?? []) : [];
  const shown = chosen ?? own;

  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => {
        onChange?.(id as NodeId);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <InputBase
          label={label}
          error={error}
          autoComplete="off"
          spellCheck={false}
          rightSection={<Icon name="selector" size={16} />}
          rightSectionPointerEvents="none"
          placeholder={t('nodes.picker.hint')}
          value={typed ?? shown?.name ?? ''}
          description={shown && shown.path.length > 0 ? wayTo(shown.path) : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            combobox.closeDropdown();
            setTyped(undefined);
            onBlur?.();
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={search === ''}>
        <Combobox.Options aria-label={t('nodes.search.results')} className={classes.options ?? ''}>
          {found.map((node) => (
            <Combobox.Option key={node.nodeId} value={node.nodeId}>
              <Found node={node} />
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>{isFetching ? t('ui.state.loading') : t('nodes.edit.nothingFound')}</Combobox.Empty>
          )}
        </Combobox.Options>
        {data && data.total > found.length && (
          <Combobox.Footer className={classes.more ?? ''}>{t('nodes.picker.more')}</Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

const wayTo = (path: readonly NodeRef[]) => path.map(({ name }) => name).join(' › ');

function Found({ node: { name, code, nodeType, path } }: { node: FoundNode }) {
  return (
    <span className={classes.found}>
      <Icon name={levelIcons[nodeType]} size={16} />
      <span className={classes.words}>
        <span className={classes.name}>
          {name} <code>{code}</code>
        </span>
        <span className={classes.path}>{wayTo(path)}</span>
      </span>
    </span>
  );
}
