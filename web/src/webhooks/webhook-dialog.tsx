import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { sectionNames } from '@storeward/contract/settings/sections';
import { type Webhook, WebhookInput, type WebhookWithSecret } from '@storeward/contract/webhooks';
import type * as z from 'zod/mini';
import { useT } from '../platform/text/i18n.ts';
import { sectionLabel } from '../platform/text/setting-labels.ts';
import { SchemaFormDialog, useFormDialog } from '../records/schema-form-dialog.tsx';
import type { SchemaForm } from '../ui/form/schema-form.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { EventsField } from './events-field.tsx';
import { useAddWebhook, useUpdateWebhook } from './queries.ts';

type Props = {
  nodeId: NodeId;
  webhook: Webhook | undefined;
  onClose: () => void;
  /** Receives a new webhook with its secret, which is shown only once. */
  onCreated: (created: WebhookWithSecret) => void;
};

/** Creates or edits a webhook of a node. */
export function WebhookDialog({ nodeId, webhook, onClose, onCreated }: Props) {
  const t = useT();
  const notify = useNotify();
  const [add, change] = [useAddWebhook(nodeId), useUpdateWebhook()];
  const { description = '', url = '', events = ['configuration.changed'], sections = null } = webhook ?? {};
  const state = useFormDialog({
    schema: WebhookInput,
    initialValues: { description, url, events, sections },
    recordKey: webhook?.id ?? 'new',
    fields: ['description', 'url', 'events', 'sections'],
    staleText: t('webhooks.form.stale'),
    save: async (body) => {
      if (!webhook) return onCreated(await add.mutateAsync(body));
      const saved = await change.mutateAsync({ webhook, body });
      notify.success(t('webhooks.form.saved', { name: saved.description }));
      onClose();
    },
  });
  const { form } = state;

  return (
    <SchemaFormDialog
      state={state}
      title={webhook ? t('webhooks.form.edit', { name: webhook.description }) : t('webhooks.form.add')}
      label={t('webhooks.form.add')}
      submitLabel={t(webhook ? 'webhooks.form.save' : 'webhooks.action.add')}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('webhooks.field.description')}
        autoComplete="off"
        {...form.getInputProps('description')}
      />
      <TextInput
        label={t('webhooks.field.url')}
        description={t('webhooks.field.urlHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <EventsField
        value={form.values.events ?? []}
        onChange={(chosen) => form.setFieldValue('events', chosen)}
        error={form.errors['events']}
        configuration={
          <Stack gap="xs" ps={26}>
            <SectionsField form={form} />
          </Stack>
        }
      />
    </SchemaFormDialog>
  );
}

/** Chooses all sections of settings, or some. */
function SectionsField({ form }: { form: SchemaForm<z.input<typeof WebhookInput>, WebhookInput> }) {
  const t = useT();
  const selectedSections = form.values.sections;
  return (
    <>
      <Radio.Group
        aria-label={t('webhooks.field.sections')}
        value={selectedSections === null ? 'all' : 'some'}
        onChange={(value) => form.setFieldValue('sections', value === 'all' ? null : [...sectionNames])}
      >
        <Stack gap="xs" pt={6}>
          <Radio value="all" label={t('webhooks.sections.all')} />
          <Radio value="some" label={t('webhooks.sections.selected')} />
        </Stack>
      </Radio.Group>
      {selectedSections !== null && (
        <Checkbox.Group
          aria-label={t('webhooks.sections.selected')}

          ps={26}
          {...form.getInputProps('sections')}
        >
          <Stack gap="xs" pt={6}>
            {sectionNames.map((name) => (
              <Checkbox key={name} value={name} label={sectionLabel(name, t)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}
