import type { UserId } from '@storeward/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useT } from '../platform/text/i18n.ts';
import { SearchPicker, usePickerSearch } from '../records/search-picker.tsx';
import { PickerOption } from '../ui/form/picker-option.tsx';
import { userListQuery, userQuery } from './queries.ts';
import { fullName } from './user-names.ts';

type Props = { label: string; value: UserId | undefined; onChange: (id: UserId | undefined) => void };

/** Selects a user of the reader's scope, found by name, user name or e-mail. */
export function UserPicker({ label, value, onChange }: Props) {
  const t = useT();
  const picker = usePickerSearch();
  const query = useQuery({
    ...userListQuery({ search: picker.search || undefined, size: 25 }),
    enabled: picker.isOpen,
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({ ...userQuery(value as UserId), enabled: value !== undefined }).data;
  return (
    <SearchPicker
      picker={picker}
      choices={{ ...query, items: query.data?.result ?? [], isLoading: !query.data }}
      idOf={({ id }) => id}
      codesOf={({ userName, emailId }) => [userName, emailId ?? '']}
      renderOption={(user) => <PickerOption detail={user.userName}>{fullName(user)}</PickerOption>}
      onChoose={({ id }) => onChange(id)}
      label={label}
      icon="search"
      placeholder={t('users.access.anyUser')}
      resultsLabel={t('users.access.usersFound')}
      nothingFound={t('users.edit.nothingFound')}
      chosen={value && chosen && { id: value, name: `${fullName(chosen)} (${chosen.userName})` }}
      clear={{ label: t('users.access.clearUser'), onClear: () => onChange(undefined) }}
    />
  );
}
