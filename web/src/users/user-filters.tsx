import { Button } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleId } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { oneNode } from '../nodes/queries.ts';
import { useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazily } from '../ui/lazily.tsx';
import { statusWords, type UserFilterValues } from './user-filter-values.ts';
import { rolesToChoose } from './user-list-queries.ts';

const UserFilterDialog = lazily(async () => (await import('./user-filter-dialog.tsx')).UserFilterDialog);

type Props = { values: UserFilterValues; onChange: (values: Partial<UserFilterValues>) => void };

/** What the users are narrowed to, each with the way to be rid of it, and the way to narrow them further. */
export function UserFilters({ values, onChange }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { node, role, status, level } = values;
  const chip = (name: keyof UserFilterValues, label: string, value: string) => (
    <FilterChip
      label={label}
      value={value}
      clear={{ label: t('users.filter.clear', { filter: label }), onClear: () => onChange({ [name]: undefined }) }}
    />
  );
  return (
    <>
      {role && <RoleChip id={role} chip={(value) => chip('role', t('users.field.role'), value)} />}
      {status && chip('status', t('users.field.status'), t(statusWords[status]))}
      {level && chip('level', t('users.field.level'), t(`ui.level.${level}`))}
      {node && <PlaceChip id={node} onClear={() => onChange({ node: undefined })} />}
      <Button
        variant="default"
        leftSection={<Icon name="filter" size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('users.filter.add')}
      </Button>
      {open && (
        <UserFilterDialog
          values={values}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false);
            onChange(chosen);
          }}
        />
      )}
    </>
  );
}

/** The role whose people are listed. */
function RoleChip({ id, chip }: { id: RoleId; chip: (value: string) => ReactNode }) {
  const t = useT();
  const { data } = useQuery({ ...rolesToChoose(), meta: { quiet: true } });
  return chip(data?.find((role) => role.id === id)?.name ?? t('users.filter.oneRole'));
}

/** The place whose users are listed; its name is read only by whoever may read places. */
function PlaceChip({ id, onClear }: { id: NodeId; onClear: () => void }) {
  const t = useT();
  const { data } = useQuery({
    ...oneNode(id),
    enabled: may(['VIEW_NODE', 'LIST_NODE_STRUCTURE']),
    meta: { quiet: true },
  });
  return (
    <FilterChip
      label={t('users.field.place')}
      value={data?.name ?? t('users.list.onePlace')}
      clear={{ label: t('users.list.allPlaces'), onClear }}
    />
  );
}
