import { Select, Text } from '@mantine/core';
import { type ApiKey, ApiKeyRotation, type ApiKeyWithSecret } from '@storeward/contract/api-keys';
import { useT } from '../platform/text/i18n.ts';
import { SchemaFormDialog, useFormDialog } from '../records/schema-form-dialog.tsx';
import { useOwnEnd } from '../records/last-day.ts';
import { EndField, suggestedEnd } from './end-field.tsx';
import { useRotateApiKey } from './queries.ts';

const overlaps = [0, 1, 24, 168] as const;

const fieldOf = {
  'assignment.past': 'until',
  'assignment.outlastsYours': 'until',
  'apiKey.endTooLate': 'until',
} as const;

type Props = { apiKey: ApiKey; onClose: () => void; onCreated: (created: ApiKeyWithSecret) => void };

/** Makes a new key for the same location and role, while the present one stays valid for a chosen time. */
export function ApiKeyRotateDialog({ apiKey, onClose, onCreated }: Props) {
  const t = useT();
  const rotate = useRotateApiKey();
  const ownEnd = useOwnEnd();
  const { id, name } = apiKey;
  const state = useFormDialog({
    schema: ApiKeyRotation,
    initialValues: { until: suggestedEnd(ownEnd), overlapHours: 24 },
    recordKey: id,
    fields: ['until', 'overlapHours'],
    fieldOf,
    staleText: '',
    save: async (body) => onCreated(await rotate.mutateAsync({ id, body })),
  });
  const { form } = state;
  return (
    <SchemaFormDialog
      state={state}
      title={t('api-keys.rotate.title', { name })}
      label={t('api-keys.rotate.title', { name })}
      submitLabel={t('api-keys.rotate.submit')}
      onClose={onClose}
    >
      <Text>{t('api-keys.rotate.text')}</Text>
      <EndField
        value={form.values.until}
        onChange={(until) => form.setFieldValue('until', until)}
        error={form.errors['until']}
      />
      <Select
        label={t('api-keys.rotate.overlap')}
        allowDeselect={false}
        data={overlaps.map((hours) => ({ value: String(hours), label: t(`api-keys.overlap.${hours}`) }))}
        value={String(form.values.overlapHours)}
        onChange={(value) => form.setFieldValue('overlapHours', Number(value))}
      />
    </SchemaFormDialog>
  );
}
