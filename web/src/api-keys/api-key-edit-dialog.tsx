import { TextInput } from '@mantine/core';
import { type ApiKey, ApiKeyInput } from '@storeward/contract/api-keys';
import { useT } from '../platform/text/i18n.ts';
import { SchemaFormDialog, useFormDialog } from '../records/schema-form-dialog.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { NetworkField } from './network-field.tsx';
import { useUpdateApiKey } from './queries.ts';

/** Changes the name and the allowed addresses of an API key. */
export function ApiKeyEditDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useT();
  const notify = useNotify();
  const update = useUpdateApiKey();
  const { id, name, networks, version } = apiKey;
  const state = useFormDialog({
    schema: ApiKeyInput,
    initialValues: { name, networks },
    recordKey: id,
    fields: ['name', 'networks'],
    staleText: t('api-keys.edit.stale'),
    save: async (body) => {
      const saved = await update.mutateAsync({ id, version, body });
      notify.success(t('api-keys.edit.saved', { name: saved.name }));
      onClose();
    },
  });
  const { form } = state;
  return (
    <SchemaFormDialog
      state={state}
      title={t('api-keys.edit.title', { name })}
      label={t('api-keys.edit.title', { name })}
      submitLabel={t('api-keys.edit.save')}
      onClose={onClose}
    >
      <TextInput data-autofocus label={t('api-keys.field.name')} autoComplete="off" {...form.getInputProps('name')} />
      <NetworkField
        value={form.values.networks}
        onChange={(next) => form.setFieldValue('networks', next)}
        errors={form.errors}
      />
    </SchemaFormDialog>
  );
}
