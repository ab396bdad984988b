import { Button, Checkbox, Flex, Group, Text } from '@mantine/core';
import type { NodeId, NodeRef } from '@storeward/contract/nodes';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import type { BulkAction, OverridingTargets } from '@storeward/contract/settings/endpoints/bulk-override';
import type { FieldOverrideStats, SectionState } from '@storeward/contract/settings/engine/section-state';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, formatNumber, useT } from '../../platform/text/i18n.ts';
import { usePaginationLabels } from '../../platform/text/pagination-labels.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import lines from '../../ui/list/lines.module.css';
import { Link } from '../../ui/page/link.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Permit } from '../../ui/page/permit.tsx';
import { SkeletonLine, useDelayed } from '../../ui/page/skeleton.tsx';
import { type BulkOverrideRequest, fieldOverridesQuery } from '../queries.ts';
import { authorText, fieldDefinition } from '../section/section-labels.ts';
import { valueText } from '../../platform/text/setting-values.ts';

const BulkPreviewDialog = lazyComponent<{ request: BulkOverrideRequest; onClose: () => void }>(
  async () => (await import('../bulk/bulk-preview-dialog.tsx')).BulkPreviewDialog,
  () => null,
);

const defaultPageSize = 10;

type Props = {
  reach: Pick<FieldOverrideStats, 'section' | 'field'>;
  place: NodeRef;
  /** The section at the node; undefined until it is loaded. */
  state: SectionState | undefined;
  /** Only nodes with this value, or with this operation on a list. */
  filter: OverridingTargets;
};

type Selection = { readonly all: true } | { readonly ids: ReadonlySet<NodeId> };
const nothing: Selection = { ids: new Set() };

/** Descendants that override the field, by name; the selected ones can be changed together. */
export function OverridingNodeList({ reach: { section, field }, place, state, filter }: Props) {
  const t = useT();
  const paginationLabels = usePaginationLabels();
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(defaultPageSize);
  const [selection, setSelection] = useState<Selection>(nothing);
  const [request, setRequest] = useState<BulkOverrideRequest>();
  const { data, error, refetch } = useQuery({
    ...fieldOverridesQuery(place.id, section, {
      field,
      page,
      size,
      ...('value' in filter && { value: JSON.stringify(filter.value) }),
      ...(filter.rows && { rows: filter.rows }),
    }),
    placeholderData: (previous) => previous,
    meta: errorShownByScreen,
  });
  const waiting = useDelayed(!data && !error);
  if (error) return <LoadError title={t('settings.radar.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return waiting ? <SkeletonLine /> : null;
  const definition = fieldDefinition(section, field);
  const fieldState = state?.fields[field];
  const isAll = 'all' in selection;
  const count = isAll ? data.total : selection.ids.size;
  const countParams = { count, shown: formatNumber(count) };
  const isSelected = (id: NodeId) => isAll || selection.ids.has(id);

  function select(id: NodeId, isChosen: boolean) {
    const ids = new Set(isAll ? data!.result.map((row) => row.place.id) : selection.ids);
    if (isChosen) ids.add(id);
    else ids.delete(id);
    setSelection({ ids });
  }

  const review = (action: BulkAction) =>
    setRequest({
      sourceId: place.id,
      sections: [section],
      fields: [`${section}.${field}`],
      action,
      ...(isAll ? { overriding: filter } : { nodeIds: [...selection.ids], subtrees: false }),
    });
  const actionButton = (action: BulkAction, label: string) => (
    <Button variant="default" size="xs" disabled={count === 0} onClick={() => review(action)}>
      {label}
    </Button>
  );

  return (
    <>
      <Permit all={['LIST_BULK_OVERRIDE', 'BULK_OVERRIDE']}>
        <Group gap="8px" mih="var(--control-h)" role="group" aria-label={t('settings.radar.actions')}>
          <Checkbox
            label={t('settings.radar.selectAll', { count: data.total, shown: formatNumber(data.total) })}
            checked={isAll}
            indeterminate={!isAll && count > 0}
            onChange={(event) => setSelection(event.currentTarget.checked ? { all: true } : nothing)}
          />
          <Text span size="label" c="dimmed" flex={1} role="status">
            {count > 0 && t('settings.radar.selected', countParams)}
          </Text>
          {fieldState?.isSet &&
            !isSecret(definition) &&
            actionButton('push', t('settings.radar.apply', { place: place.name }))}
          {actionButton('clear', t('settings.radar.clear'))}
          {actionButton('lock', t('settings.radar.lockConfirm'))}
        </Group>
      </Permit>
      <ul>
        {data.result.map(({ place: { id, name, code }, value, mode, inForce, since, ...author }) => (
          <Flex
            key={id}
            component="li"
            className={lines.above ?? ''}
            wrap="wrap"
            align="baseline"
            gap="2px 8px"
            py="xs"
          >
            <Permit all={['LIST_BULK_OVERRIDE', 'BULK_OVERRIDE']}>
              <Checkbox
                style={{ alignSelf: 'center' }}
                aria-label={t('settings.radar.select', { name })}
                checked={isSelected(id)}
                onChange={(event) => select(id, event.currentTarget.checked)}
              />
            </Permit>
            <Link href={`/structure/${id}/view`}>{name}</Link> <code>{code}</code>
            <Text span inherit flex={1} miw={0}>
              {valueText(definition, value, t)}
              {mode === 'locked' && ` · ${t('settings.mode.locked')}`}
              {!inForce && ` · ${t('settings.radar.notEffective')}`}
            </Text>
            <Text span size="label" c="dimmed">
              {formatDateTime(since)}
              {authorText(author, t) && ` · ${authorText(author, t)}`}
            </Text>
          </Flex>
        ))}
      </ul>
      <Pagination
        page={page}
        size={size}
        total={data.total}
        {...paginationLabels}
        onPage={setPage}
        onSize={(newSize) => {
          setSize(newSize);
          setPage(0);
        }}
      />
      {request && <BulkPreviewDialog request={request} onClose={() => setRequest(undefined)} />}
    </>
  );
}
