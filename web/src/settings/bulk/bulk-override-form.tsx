import { Box, Button, Checkbox, Group, InputBase, Radio, Text, TextInput } from '@mantine/core';
import { NodeId } from '@storeward/contract/nodes';
import { bulkActions } from '@storeward/contract/settings/endpoints/bulk-override';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { SectionName } from '@storeward/contract/settings/sections';
import { useQueries } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import * as z from 'zod/mini';
import { AnyNodePicker } from '../../nodes/pickers/any-node-picker.tsx';
import { ApiError } from '../../platform/api/api.ts';
import { formatNumber, errorMessage, useT } from '../../platform/text/i18n.ts';
import { sectionLabel } from '../../platform/text/setting-labels.ts';
import { useScreenNode } from '../../platform/screen-node.ts';
import { useUrlQuery } from '../../platform/api/url-query.ts';
import { PreviewDialog } from '../../records/preview-dialog.tsx';
import { FormSection, OptionalLabel, FullWidth } from '../../ui/form/form.tsx';
import { useNavigateTo } from '../../ui/page/link.tsx';
import lines from '../../ui/list/lines.module.css';
import { PageAlert } from '../../ui/page/page.tsx';
import { PreviewText, previewTitle } from './bulk-preview-dialog.tsx';
import { BulkTargets } from './bulk-targets.tsx';
import { bulkAddress } from './bulk-override-labels.tsx';
import { type BulkOverrideRequest, sectionQuery, useBulkOverride, useBulkPreview } from '../queries.ts';
import { fieldDefinition, viewableSections } from '../section/section-labels.ts';

/** URL query with the initial source node, section and action. */
const BulkQuery = z.object({
  source: z.optional(NodeId),
  section: z.optional(SectionName),
  action: z.optional(z.enum(bulkActions)),
});

/** Chooses the source node, sections, action and target nodes, and previews the effect before it starts. */
export function BulkOverrideForm() {
  const t = useT();
  const navigate = useNavigateTo();
  const [query, setQuery] = useUrlQuery(BulkQuery);
  const source = useScreenNode(query.source);
  const action = query.action ?? 'push';
  const availableSections = viewableSections();
  const states = useQueries({
    queries: source ? availableSections.map((name) => ({ ...sectionQuery(source, name), meta: { quiet: true } })) : [],
  });
  const [selectedSections, setSelectedSections] = useState<SectionName[]>();
  const sections = selectedSections ?? (query.section ? [query.section] : []);
  const [targetKind, setTargetKind] = useState<'nodes' | 'codes'>('nodes');
  const [targets, setTargets] = useState<readonly NodeId[]>([]);
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
    ...(targetKind === 'nodes' ? { nodeIds: [...targets], storesOnly } : { codes }),
    ...(reason && { reason }),
  });
  const error = preview.error ?? startOverride.error;

  function handlePreview(event: SyntheticEvent) {
    event.preventDefault();
    if (isComplete) preview.mutate(buildRequest());
  }

  return (
    <Box
      component="form"
      onSubmit={handlePreview}
      aria-label={t('settings.bulk.title')}
      className={lines.below ?? ''}
      style={{ containerType: 'inline-size' }}
      px={{ base: 16, sm: 'var(--page-pad)' }}
      pb={24}
    >
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
          onChange={(value) => setQuery({ action: bulkActions.find((item) => item === value) }, { replace: true })}
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
          source && (
            <BulkTargets
              key={source}
              source={source}
              targets={targets}
              onChange={setTargets}
              storesOnly={storesOnly}
              onStoresOnly={setStoresOnly}
            />
          )
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
        <PreviewDialog
          opened
          hasEffect={preview.data.changes > 0}
          title={previewTitle(preview.data, t)}
          message={<PreviewText preview={preview.data} />}
          onYes={handleConfirm}
          onNo={() => preview.reset()}
        />
      )}
    </Box>
  );

  function handleConfirm() {
    preview.reset();
    startOverride.mutate(buildRequest(), { onSuccess: ({ id }) => navigate(`${bulkAddress}/${id}`) });
  }

  /** A section's label with the number of its effective values that can be copied; secrets cannot. */
  function labelOf(
    name: SectionName,
    state: { fields: Record<string, { value: unknown; isSet: boolean }> } | undefined,
  ) {
    const label = sectionLabel(name, t);
    if (!state || action !== 'push') return label;
    const count = Object.entries(state.fields).filter(
      ([field, { isSet }]) => isSet && !isSecret(fieldDefinition(name, field)),
    ).length;
    return t('settings.bulk.sections.values', { section: label, count, shown: formatNumber(count) });
  }
}
