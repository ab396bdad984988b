import { Select } from '@mantine/core';
import { NodeType, nodeTypes, ranks } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import { userStatuses } from '@storeward/contract/users/user-lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nodeQuery } from '../../nodes/queries.ts';
import { isIsoDate } from '../../platform/text/date-input.ts';
import { displayTimeZone, useT } from '../../platform/text/i18n.ts';
import { hasPermission, useSession } from '../../platform/session/session.ts';
import { DateFormField } from '../../records/date-form-field.tsx';
import { FormDialog } from '../../records/form-dialog.tsx';
import { AnyNodePicker } from '../../nodes/pickers/any-node-picker.tsx';
import { noFilters, statusLabels, type UserFilterValues } from './user-filter-values.ts';
import { roleOptionsQuery } from './user-list-queries.ts';

type Props = {
  values: UserFilterValues;
  /** The organisation of a platform user, who has no location to choose. */
  organisation: NodeId | undefined;
  onClose: () => void;
  onSelect: (values: UserFilterValues) => void;
};

export function UserFilterDialog({ values, organisation, onClose, onSelect }: Props) {
  const t = useT();
  const { rootNode } = useSession().user ?? {};
  const [draft, setDraft] = useState<UserFilterValues>({ ...noFilters, ...values });
  const [submitted, setSubmitted] = useState(false);
  const [nodeName, setNodeName] = useState<string>();
  const { data: roles } = useQuery({ ...roleOptionsQuery(organisation), meta: { quiet: true } });
  const canListNodes = hasPermission(['LIST_NODE_STRUCTURE']) && rootNode !== 'GLOBAL';
  const { data: node } = useQuery({
    ...nodeQuery(draft.node!),
    enabled: canListNodes && draft.node !== undefined && nodeName === undefined,
    meta: { quiet: true },
  });
  const updateDraft = (changes: Partial<UserFilterValues>) => setDraft((previous) => ({ ...previous, ...changes }));
  const topRank = ranks[NodeType.safeParse(rootNode).data ?? 'ORGANIZATION'];
  const levels = nodeTypes.filter((type) => ranks[type] <= topRank);
  const selectProps = (label: string) => ({
    label,
    placeholder: t('users.filter.any'),
    clearable: true,
    clearButtonProps: { 'aria-label': t('users.filter.clear', { filter: label }) },
    nothingFoundMessage: t('users.edit.nothingFound'),
  });
  const hasInvalidDate = draft.inactiveSince !== undefined && !isIsoDate(draft.inactiveSince);
  function submit() {
    setSubmitted(true);
    if (!hasInvalidDate) onSelect(draft);
  }
  return (
    <FormDialog
      title={t('users.filter.title')}
      submitLabel={t('users.filter.show')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        {...selectProps(t('users.field.role'))}
        data-autofocus
        searchable
        openOnFocus={false}
        data={(roles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.role ?? null}
        onChange={(role) => updateDraft({ role: role ?? undefined })}
      />
      <Select
        {...selectProps(t('users.field.status'))}
        data={userStatuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
        value={draft.status ?? null}
        onChange={(status) => updateDraft({ status: userStatuses.find((candidate) => candidate === status) })}
      />
      <Select
        {...selectProps(t('users.field.level'))}
        data={levels.map((value) => ({ value, label: t(`ui.level.${value}`) }))}
        value={draft.level ?? null}
        onChange={(level) => updateDraft({ level: levels.find((candidate) => candidate === level) })}
      />
      <DateFormField
        label={t('users.filter.inactiveSince')}
        description={`${t('users.filter.inactiveSinceHint')} ${t('ui.date.clock', { zone: displayTimeZone() })}`}
        value={draft.inactiveSince ?? ''}
        error={submitted && hasInvalidDate}
        onChange={(day) => updateDraft({ inactiveSince: day || undefined })}
      />
      {canListNodes && (
        <AnyNodePicker
          label={t('users.field.node')}
          selectedName={draft.node ? (nodeName ?? node?.name ?? '') : ''}
          includeStores
          onChoose={({ nodeId, name }) => {
            setNodeName(name);
            updateDraft({ node: nodeId });
          }}
        />
      )}
    </FormDialog>
  );
}
