import { Button } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleId } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { nodeQuery } from '../../nodes/queries.ts';
import { ApiError } from '../../platform/api/api.ts';
import { formatDate, useT, withAllPhrases } from '../../platform/text/i18n.ts';
import { hasPermission } from '../../platform/session/session.ts';
import { FilterChip } from '../../ui/list/filter-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { statusLabels, type UserFilterValues } from './user-filter-values.ts';
import { roleOptionsQuery } from './user-list-queries.ts';

const UserFilterDialog = lazyComponent(
  withAllPhrases(async () => (await import('./user-filter-dialog.tsx')).UserFilterDialog),
);

type Props = {
  values: UserFilterValues;
  onChange: (values: Partial<UserFilterValues>) => void;
  /** The organisation of a platform user. */
  organisation: NodeId | undefined;
};

/** Active filters as chips, and the button of the filter dialog. */
export function UserFilters({ values, onChange, organisation }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { node, role, status, level, inactiveSince } = values;
  const renderChip = (name: keyof UserFilterValues, label: string, value: string) => (
    <FilterChip
      label={label}
      value={value}
      clear={{ label: t('users.filter.clear', { filter: label }), onClear: () => onChange({ [name]: undefined }) }}
    />
  );
  return (
    <>
      {role && (
        <RoleChip
          id={role}
          organisation={organisation}
          renderChip={(value) => renderChip('role', t('users.field.role'), value)}
        />
      )}
      {status && renderChip('status', t('users.field.status'), t(statusLabels[status]))}
      {level && renderChip('level', t('users.field.level'), t(`ui.level.${level}`))}
      {inactiveSince && renderChip('inactiveSince', t('users.filter.inactiveSince'), formatDate(inactiveSince))}
      {node && <NodeChip id={node} onClear={() => onChange({ node: undefined })} />}
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
          organisation={organisation}
          onClose={() => setOpen(false)}
          onSelect={(selected) => {
            setOpen(false);
            onChange(selected);
          }}
        />
      )}
    </>
  );
}

type RoleChipProps = {
  id: RoleId;
  organisation: NodeId | undefined;
  renderChip: (value: string) => ReactNode;
};

function RoleChip({ id, organisation, renderChip }: RoleChipProps) {
  const t = useT();
  const { data } = useQuery({ ...roleOptionsQuery(organisation), meta: { quiet: true } });
  const name = data?.find((role) => role.id === id)?.name;
  return renderChip(name ?? t(data ? 'users.filter.unusedRole' : 'users.filter.oneRole'));
}

/** Node filter; its name is loaded only with permission to view nodes. */
function NodeChip({ id, onClear }: { id: NodeId; onClear: () => void }) {
  const t = useT();
  const { data, error } = useQuery({
    ...nodeQuery(id),
    enabled: hasPermission(['VIEW_NODE', 'LIST_NODE_STRUCTURE']),
    meta: { quiet: true },
  });
  return (
    <FilterChip
      label={t('users.field.node')}
      value={
        data?.name ??
        t(error instanceof ApiError && error.code === 'node.unknown' ? 'users.filter.goneNode' : 'users.list.oneNode')
      }
      clear={{ label: t('users.list.allNodes'), onClear }}
    />
  );
}
