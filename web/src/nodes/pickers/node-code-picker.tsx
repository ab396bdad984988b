import { Autocomplete, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { errorShownByScreen } from '../../records/load-error.tsx';
import { useEnterChoice, useQueuedEnter } from '../../records/queued-enter.ts';
import { nodeSearchQuery } from '../queries.ts';

type Props = { label: string; value: string; error?: ReactNode; onChange: (code: string) => void };

const choiceCount = 10;

/** Chooses a node by its code, and finds it by a part of its name. */
export function NodeCodePicker({ label, value, error, onChange }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const enter = useQueuedEnter(value.trim(), 200);
  const { search, text } = enter;
  const { data, isPlaceholderData, isError } = useQuery({
    ...nodeSearchQuery(search, 0, choiceCount),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    meta: errorShownByScreen,
  });
  const found = new Map((data?.result ?? []).map((node) => [node.code, node]));
  const isAmbiguous = useEnterChoice(enter, {
    found: search === text && !isPlaceholderData ? data?.result : undefined,
    isFailed: isError,
    codesOf: ({ code }) => [code],
    onChoose: ({ code }) => {
      onChange(code);
      setOpen(false);
    },
  });
  return (
    <Autocomplete
      label={label}
      value={value}
      error={error || (isAmbiguous && t('ui.picker.several'))}
      maxLength={256}
      data={[...found.keys()]}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const node = found.get(option.value);
        const path = node?.path.map(({ name }) => name).join(' › ');
        return (
          <div>
            <Text inherit>{node ? `${node.name} · ${option.value}` : option.value}</Text>
            <Text size="xs" c="dimmed">
              {path}
            </Text>
          </div>
        );
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onChange={onChange}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Enter chooses, and never submits the form around the picker
        event.preventDefault();
        if (text !== '') enter.press(event.currentTarget);
      }}
    />
  );
}
