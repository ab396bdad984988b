import { Box, Button, Checkbox, Group, InputBase, Radio, Text, TextInput } from '@mantine/core';
import { NodeId } from '@storeward/contract/nodes';
import { bulkActions, type BulkPreview } from '@storeward/contract/settings/bulk-override';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { SectionName } from '@storeward/contract/settings/sections';
import { useQueries } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../platform/api.ts';
import { formatNumber, errorMessage, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-labels.ts';
import { useSession } from '../platform/session.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { FormSection, OptionalLabel, FullWidth } from '../ui/form.tsx';
import { useNavigateTo } from '../ui/link.tsx';
import { PageAlert } from '../ui/page.tsx';
import { AnyNodePicker } from './any-node-picker.tsx';
import classes from './bulk-override-form.module.css';
import { bulkAddress } from './bulk-override-labels.tsx';
import { type BulkOverrideRequest, sectionQuery, useBulkOverride, useBulkPreview } from './queries.ts';
import { fieldDefinition, viewableSections } from './section-labels.ts';

/** URL query with the initial source node, section and action. */
const BulkQuery = z.object({
  source: z.optional(NodeId),
  section: z.optional(SectionName),
  action: z.optional(z.enum(bulkActions)),
});

type SelectedNode = { readonly id: NodeId; readonly name: string };

/** Chooses the source node, sections, action and target nodes, and previews the effect before it starts. */
export function BulkOverrideForm() {
  const t = useT();
  const navigate = useNavigateTo();
  const { rootNodeId } = useSession().user ?? {};
  const [query, setQuery] = useUrlQuery(BulkQuery);
  const source = query.source ?? (rootNodeId as NodeId | undefined);
  const action = query.action ?? 'push';
  const availableSections = viewableSections();
  const states = useQueries({
    queries: source ? availableSections.map((name) => ({ ...sectionQuery(source, name), meta: { quiet: true } })) : [],
  });
  const [selectedSections, setSelectedSections] = useState<SectionName[]>();
  const sections = selectedSections ?? (query.section ? [query.section] : []);
  const [targetKind, setTargetKind] = useState<'nodes' | 'codes'>('nodes');
  const [targets, setTargets] = useState<SelectedNode[]>([]);
  const [storesOnly, setStoresOnly] = useState(false);
  const [codes, setCodes] = useState('');
  const [reason, setReason] = useState('');
  const preview = useBulkPreview();
  const startOverride = useBulkOverride();
  const sourceName = states.find(({ data }) => data)?.data?.place.name ?? '';
  const isComplete =
    source && sections.length > 0 && (targetKind === 'nodes' ? targets.length > 0 : codes.trim() !== '');

  const buildRequest = (): BulkOverrideRequest => ({
    sourceId: source!,
    sections,
    action,
    ...(targetKind === 'nodes' ? { nodeIds: targets.map(({ id }) => id), storesOnly } : { codes }),
    ...(reason && { reason }),
  });
  const error = preview.error ?? startOverride.error;

  function handlePreview(event: SyntheticEvent) {
    event.preventDefault();
    if (isComplete) preview.mutate(buildRequest());
  }

  return (
    <form onSubmit={handlePreview} aria-label={t('settings.bulk.title')} className={classes.form}>
      {error && (
        <PageAlert title={t('settings.bulk.rejected')}>
          {error instanceof ApiError ? errorMessage(error.code, error.message) : errorMessage('unknown')}
          {error instanceof ApiError && error.code === 'bulk.unknownCodes' && (
            <Text span inherit display="block" pt={4}>
              {error.errors.map(({ path }) => path).join(', ')}
            </Text>
          )}
        </PageAlert>
      )}
      <FormSection title={t('settings.bulk.content')} text={t('settings.bulk.contentText')}>
        <AnyNodePicker
          label={t('settings.bulk.source.title')}
          selectedName={sourceName}
          includeStores={false}
          onChoose={({ nodeId }) => {
            setQuery({ source: nodeId });
            setTargets([]);
          }}
        />
        <Radio.Group
          label={t('settings.bulk.action.title')}
          value={action}
          onChange={(value) => setQuery({ action: value === 'clear' ? 'clear' : 'push' }, { replace: true })}
        >
          <Group gap="8px 24px" pt={4}>
            {bulkActions.map((item) => (
              <Radio key={item} value={item} label={t(`settings.bulk.action.${item}`)} />
            ))}
          </Group>
        </Radio.Group>
        <FullWidth>
          <Checkbox.Group
            label={t('settings.bulk.sections.title')}
            value={sections}
            onChange={(names) => setSelectedSections(availableSections.filter((name) => names.includes(name)))}
          >
            <Group gap="8px 24px" pt={4}>
              {availableSections.map((name, index) => (
                <Checkbox key={name} value={name} label={labelOf(name, states[index]?.data)} />
              ))}
            </Group>
          </Checkbox.Group>
        </FullWidth>
      </FormSection>
      <FormSection title={t('settings.bulk.targets')} text={t('settings.bulk.targetsText')}>
        <FullWidth>
          <Radio.Group
            aria-label={t('settings.bulk.targets')}
            value={targetKind}
            onChange={(value) => setTargetKind(value === 'codes' ? 'codes' : 'nodes')}
          >
            <Group gap="8px 24px" pt={4}>
              <Radio value="nodes" label={t('settings.bulk.targetKind.nodes')} />
              <Radio value="codes" label={t('settings.bulk.targetKind.codes')} />
            </Group>
          </Radio.Group>
        </FullWidth>
        {targetKind === 'nodes' ? (
          <>
            <AnyNodePicker
              label={t('settings.bulk.add')}
              ancestorId={source}
              includeStores
              onChoose={({ nodeId: id, name }) =>
                setTargets((current) => [...current.filter((item) => item.id !== id), { id, name }])
              }
            />
            <Checkbox
              className={classes.option ?? ''}
              label={t('settings.bulk.storesOnly')}
              checked={storesOnly}
              onChange={(event) => setStoresOnly(event.currentTarget.checked)}
            />
            {targets.length > 0 && (
              <FullWidth>
                <Group gap="xs">
                  {targets.map(({ id, name }) => (
                    <FilterChip
                      key={id}
                      label={t('settings.bulk.node')}
                      value={name}
                      clear={{
                        label: t('settings.bulk.remove', { name }),
                        onClear: () => setTargets((current) => current.filter((item) => item.id !== id)),
                      }}
                    />
                  ))}
                </Group>
              </FullWidth>
            )}
          </>
        ) : (
          <FullWidth>
            <InputBase
              component="textarea"
              multiline
              rows={4}
              label={t('settings.bulk.codes')}
              description={t('settings.bulk.codesHint')}
              spellCheck={false}
              value={codes}
              onChange={(event) => setCodes(event.currentTarget.value)}
            />
          </FullWidth>
        )}
        <FullWidth>
          <TextInput
            label={<OptionalLabel label={t('settings.bulk.reason')} optional={t('ui.form.optional')} />}
            maxLength={256}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </FullWidth>
      </FormSection>
      <Box pt="xs">
        <Button type="submit" disabled={!isComplete} loading={preview.isPending || startOverride.isPending}>
          {t('settings.bulk.preview')}
        </Button>
      </Box>
      {preview.data && (
        <ConfirmDialog
          opened
          title={titleOf(preview.data)}
          text={<PreviewText preview={preview.data} />}
          {...(preview.data.changes > 0
            ? {
                cancel: { label: t('settings.bulk.confirm.cancel'), onCancel: () => preview.reset() },
                confirm: { label: t(`settings.bulk.confirm.${action}`), onConfirm: handleConfirm },
              }
            : {
                onClose: () => preview.reset(),
                confirm: { label: t('settings.bulk.confirm.close'), onConfirm: () => preview.reset() },
              })}
        />
      )}
    </form>
  );

  function handleConfirm() {
    preview.reset();
    startOverride.mutate(buildRequest(), { onSuccess: ({ id }) => navigate(`${bulkAddress}/${id}`) });
  }

  function titleOf({ changes }: BulkPreview) {
    return t('settings.bulk.confirm.title', { count: changes, shown: formatNumber(changes) });
  }

  /** A section's label with the number of its effective values that can be copied; secrets cannot. */
  function labelOf(
    name: SectionName,
    state: { fields: Record<string, { value: unknown; isSet: boolean }> } | undefined,
  ) {
    const label = sectionLabel(name, t);
    if (!state || action === 'clear') return label;
    const count = Object.entries(state.fields).filter(
      ([field, { isSet }]) => isSet && !isSecret(fieldDefinition(name, field)),
    ).length;
    return t('settings.bulk.sections.values', { section: label, count, shown: formatNumber(count) });
  }
}

/** Numbers of affected nodes, and of those that cannot be changed by reason. */
function PreviewText({ preview: { placeCount, storeCount, unchanged, refused, faults } }: { preview: BulkPreview }) {
  const t = useT();
  const countParams = (count: number) => ({ count, shown: formatNumber(count) });
  return (
    <>
      {t('settings.bulk.confirm.nodes', { ...countParams(placeCount), stores: formatNumber(storeCount) })}
      {unchanged > 0 && ` ${t('settings.bulk.confirm.unchanged', countParams(unchanged))}`}
      {refused > 0 && ` ${t('settings.bulk.confirm.refused', countParams(refused))}`}
      {faults.map(({ messageCode, count }) => (
        <Text key={messageCode} span inherit display="block" pt={4}>
          {formatNumber(count)} · {errorMessage(messageCode)}
        </Text>
      ))}
    </>
  );
}
