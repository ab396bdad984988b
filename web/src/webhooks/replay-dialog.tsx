import { Text } from '@mantine/core';
import type { Webhook } from '@storeward/contract/webhooks';
import { useState } from 'react';
import * as z from 'zod/mini';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { DateFormField } from '../records/date-form-field.tsx';
import { SchemaFormDialog, useFormDialog } from '../records/schema-form-dialog.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useReplay } from './queries.ts';

const ReplayForm = z.object({ from: z.iso.date('field.date') });

/** Sends the messages of a webhook again that were created since a day; says how many. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT();
  const notify = useNotify();
  const replay = useReplay();
  const [isEmpty, setIsEmpty] = useState(false);
  const state = useFormDialog({
    schema: ReplayForm,
    initialValues: { from: '' },
    recordKey: webhook.id,
    fields: ['from'],
    staleText: t('webhooks.form.stale'),
    save: async ({ from }) => {
      // the start of the day where the user is
      const { messages } = await replay.mutateAsync({ webhook, from: new Date(`${from}T00:00:00`).toISOString() });
      setIsEmpty(messages === 0);
      if (messages === 0) return;
      notify.success(t('webhooks.replay.done', { count: messages, shown: formatNumber(messages) }));
      onClose();
    },
  });
  return (
    <SchemaFormDialog
      state={state}
      title={t('webhooks.replay.title', { name: webhook.description })}
      label={t('webhooks.replay.action')}
      submitLabel={t('webhooks.replay.send')}
      onClose={onClose}
    >
      <Text>{t('webhooks.replay.text')}</Text>
      <DateFormField
        data-autofocus
        label={t('webhooks.replay.from')}
        {...state.form.getInputProps('from')}
        value={state.form.values.from}
        onChange={(date) => state.form.setFieldValue('from', date)}
      />
      {isEmpty && <Text role="status">{t('webhooks.replay.none')}</Text>}
    </SchemaFormDialog>
  );
}
