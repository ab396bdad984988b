import { Button, Checkbox, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { sectionNames } from '@storeward/contract/settings/sections';
import { type Webhook, WebhookInput, type WebhookWithSecret } from '@storeward/contract/webhooks';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { errorMessage, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-labels.ts';
import { fieldErrorsOf } from '../records/record-edit.ts';
import { Form, useSchemaForm } from '../ui/schema-form.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useAddWebhook, useUpdateWebhook } from './queries.ts';

type Props = {
  nodeId: NodeId;
  webhook: Webhook | undefined;
  onClose: () => void;
  /** Receives a new webhook with its secret, which is shown only once. */
  onCreated: (created: WebhookWithSecret) => void;
};

const fields = ['description', 'url', 'sections'];

/** Creates or edits a webhook of a node. */
export function WebhookDialog({ nodeId, webhook, onClose, onCreated }: Props) {
  const t = useT();
  const notify = useNotify();
  const [add, change] = [useAddWebhook(nodeId), useUpdateWebhook()];
  const [formError, setFormError] = useState<string>();
  const { description = '', url = '', sections = null } = webhook ?? {};
  const form = useSchemaForm({
    schema: WebhookInput,
    initialValues: { description, url, sections },
    errorMessage,
    recordKey: webhook?.id ?? 'new',
  });
  const selectedSections = form.values.sections;
  const saving = add.isPending || change.isPending;

  async function save(body: WebhookInput) {
    if (saving) return;
    setFormError(undefined);
    try {
      if (webhook) {
        const saved = await change.mutateAsync({ webhook, body });
        notify.success(t('webhooks.form.saved', { name: saved.description }));
        onClose();
      } else onCreated(await add.mutateAsync(body));
    } catch (error) {
      const apiError = error instanceof ApiError ? error : new ApiError(0);
      const fieldErrors = fieldErrorsOf(apiError, fields);
      if (fieldErrors) form.showErrors(fieldErrors);
      else
        setFormError(
          apiError.code === 'record.stale' ? t('webhooks.form.stale') : errorMessage(apiError.code, apiError.message),
        );
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={webhook ? t('webhooks.form.edit', { name: webhook.description }) : t('webhooks.form.add')}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Form form={form} onSubmit={save} label={t('webhooks.form.add')}>
        <Stack>
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
          <Radio.Group
            label={t('webhooks.field.sections')}
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
              mt={-12}
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
          {formError && (
            <Text role="alert" c="danger">
              {formError}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('webhooks.action.cancel')}
            </Button>
            <Button type="submit" loading={saving}>
              {t(webhook ? 'webhooks.form.save' : 'webhooks.action.add')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
