import { Stack, Text, TextInput } from '@mantine/core';
import type { BulkPreview } from '@storeward/contract/settings/endpoints/bulk-override';
import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { errorMessage, formatNumber, useT } from '../../platform/text/i18n.ts';
import { FirstChanges } from '../../records/first-changes.tsx';
import { MessageDialog } from '../../records/message-dialog.tsx';
import { PreviewDialog } from '../../records/preview-dialog.tsx';
import { OptionalLabel } from '../../ui/form/form.tsx';
import { useNavigateTo } from '../../ui/page/link.tsx';
import { SkeletonLine } from '../../ui/page/skeleton.tsx';
import { BulkDifferences, DifferenceText } from './bulk-differences.tsx';
import { bulkAddress } from './bulk-override-labels.tsx';
import { type BulkOverrideRequest, useBulkOverride, useBulkPreview } from '../queries.ts';

type Props = { request: BulkOverrideRequest; onClose: () => void };

/** Previews a bulk override, asks for a reason, and starts it. */
export function BulkPreviewDialog({ request, onClose }: Props) {
  const t = useT();
  const navigate = useNavigateTo();
  const [reason, setReason] = useState('');
  const { data: preview, error: previewError, mutate } = useBulkPreview();
  const start = useBulkOverride();
  const error = start.error ?? previewError;
  // one preview for each time the dialog opens
  useEffect(() => mutate(request), [mutate, request]);
  if (error)
    return (
      <MessageDialog opened title={t('settings.bulk.rejected')} message={<>{errorText(error)}</>} onClose={onClose} />
    );
  return (
    <PreviewDialog
      opened
      hasEffect={preview?.changes !== 0}
      title={preview ? previewTitle(preview, t) : t('settings.bulk.confirm.comparing')}
      message={
        preview ? (
          <>
            <PreviewText preview={preview} />
            {preview.changes > 0 && (
              <TextInput
                mt="md"
                label={<OptionalLabel label={t('settings.bulk.reason')} optional={t('ui.form.optional')} />}
                maxLength={256}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </>
        ) : (
          <SkeletonLine />
        )
      }
      onNo={onClose}
      busy={!preview || start.isPending}
      onYes={() =>
        start.mutate(
          { ...request, ...(reason && { reason }) },
          { onSuccess: ({ id }) => navigate(`${bulkAddress}/${id}`) },
        )
      }
    />
  );
}

const errorText = (error: Error): string =>
  error instanceof ApiError ? errorMessage(error.code, error.message) : errorMessage('unknown');

export const previewTitle = ({ changes }: BulkPreview, t: ReturnType<typeof useT>): string =>
  t('settings.bulk.confirm.title', { count: changes, shown: formatNumber(changes) });

const textOf = (differences: BulkPreview['first'][number]['differences']) => (
  <Stack gap={0} ta="end">
    {differences.map((difference) => (
      <DifferenceText key={`${difference.section} ${difference.field}`} {...difference} />
    ))}
  </Stack>
);

/** Numbers of affected nodes, the first of them by name, their values before and after, and the nodes that cannot be changed by reason. */
export function PreviewText({ preview }: { preview: BulkPreview }) {
  const t = useT();
  const { placeCount, storeCount, unchanged, refused, faults, changes, first } = preview;
  const countParams = (count: number) => ({ count, shown: formatNumber(count) });
  return (
    <>
      {t('settings.bulk.confirm.nodes', { ...countParams(placeCount), stores: formatNumber(storeCount) })}
      {unchanged > 0 && ` ${t('settings.bulk.confirm.unchanged', countParams(unchanged))}`}
      {changes > 0 && <BulkDifferences {...preview} />}
      <FirstChanges
        total={changes}
        changes={first.map(({ name, differences }) => ({ name, text: textOf(differences) }))}
      />
      {refused > 0 && (
        <Text span inherit display="block" pt={4}>
          {t('settings.bulk.confirm.refused', countParams(refused))}
        </Text>
      )}
      {faults.map(({ messageCode, count }) => (
        <Text key={messageCode} span inherit display="block" pt={4}>
          {formatNumber(count)} · {errorMessage(messageCode)}
        </Text>
      ))}
    </>
  );
}
