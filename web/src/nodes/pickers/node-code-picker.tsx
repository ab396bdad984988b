import { Autocomplete, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorShownByScreen } from '../../records/load-error.tsx';
import { nodeSearchQuery } from '../queries.ts';

type Props = { label: string; value: string; error?: ReactNode; onChange: (code: string) => void };

const choiceCount = 10;

/** Chooses a node by its code, and finds it by a part of its name. */
export function NodeCodePicker({ label, value, error, onChange }: Props) {
  const [search] = useDebouncedValue(value.trim(), 200);
  const { data } = useQuery({
    ...nodeSearchQuery(search, 0, choiceCount),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    meta: errorShownByScreen,
  });
  const found = new Map((data?.result ?? []).map((node) => [node.code, node]));
  return (
    <Autocomplete
      label={label}
      value={value}
      error={error}
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
      onChange={onChange}
    />
  );
}
