import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { UserId, UserRow } from '@storeward/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { userListQuery, userQuery } from './queries.ts';
import { fullName } from './user-names.ts';

type Props = { label: string; value: UserId | undefined; onChange: (id: UserId | undefined) => void };

/** Selects a user of the reader's scope, found by name. */
export function UserPicker({ label, value, onChange }: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const { data } = useQuery({
    ...userListQuery({ search: search || undefined, size: 25 }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({ ...userQuery(value as UserId), enabled: value !== undefined }).data;
  const found = data?.result ?? [];
  const choices = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      label={label}
      placeholder={t('users.access.anyUser')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('users.access.clearUser') }}
      nothingFoundMessage={t('users.edit.nothingFound')}
      // the server has filtered
      filter={({ options }) => options}
      onSearchChange={setTyped}
      data={choices.map((user) => ({ value: user.id, label: labelOf(user) }))}
      value={value ?? null}
      onChange={(id) => onChange(choices.find((user) => user.id === id)?.id)}
    />
  );
}

const labelOf = (user: Pick<UserRow, 'firstName' | 'lastName' | 'userName'>) => `${fullName(user)} (${user.userName})`;
