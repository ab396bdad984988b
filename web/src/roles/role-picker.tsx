import type { NodeType } from '@storeward/contract/access';
import { matchesSearch } from '@storeward/contract/search';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleChoice } from '@storeward/contract/roles';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { SearchPicker, usePickerSearch } from '../records/search-picker.tsx';
import { PickerOption } from '../ui/form/picker-option.tsx';
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

/** Combobox of the roles the user may assign at a node type, with server-side search and infinite scroll. */
export function RolePicker({ nodeType, value, onChange, label, error, onBlur, disabled = false, organisation }: Props) {
  const t = useT();
  const picker = usePickerSearch();
  const query = useInfiniteQuery({
    ...assignableRolesQuery({
      givableAt: nodeType ?? 'STORE',
      search: picker.search || undefined,
      orgId: organisation,
    }),
    enabled: picker.isOpen && nodeType !== undefined,
    placeholderData: keepPreviousData,
  });
  const items = query.data?.pages.flatMap(({ result }) => result) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <SearchPicker
      picker={picker}
      choices={{ ...query, items, isLoading: !query.data }}
      idOf={({ id }) => id}
      codesOf={({ name }) => [name]}
      renderOption={(role) => <RoleOption role={role} />}
      onChoose={onChange}
      label={label}
      icon="shield"
      placeholder={t(nodeType === undefined ? 'roles.picker.nodeRequired' : 'roles.picker.hint')}
      resultsLabel={t('roles.picker.results')}
      nothingFound={t('roles.picker.noneAssignable')}
      total={t('roles.picker.total', { count: total, shown: formatNumber(total) })}
      chosen={value}
      // a role found by its description is not selected by Enter, since its name does not match the search
      isMeant={(role, search) => matchesSearch(search, role.name)}
      error={error}
      disabled={disabled || nodeType === undefined}
      onBlur={onBlur}
    />
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
