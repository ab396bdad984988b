import { Button, Checkbox, Modal, Radio, TextInput } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { sectionNames } from '@storeward/contract/settings/sections';
import { type Webhook, WebhookInput, type WebhookWithSecret } from '@storeward/contract/webhooks';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-names.ts';
import { faultSentences } from '../screens/record-edit.ts';
import { Form, useSchemaForm } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useAddWebhook, useChangeWebhook } from './queries.ts';
import classes from './webhook-dialog.module.css';

type Props = {
  nodeId: NodeId;
  webhook: Webhook | undefined;
  onClose: () => void;
  /** A new one was made, with the secret that is told this once. */
  onMade: (made: WebhookWithSecret) => void;
};

const fields = ['description', 'url', 'sections'];

/** Adds a webhook to a place, or changes one. */
export function WebhookDialog({ nodeId, webhook, onClose, onMade }: Props) {
  const t = useT();
  const notify = useNotify();
  const [add, change] = [useAddWebhook(nodeId), useChangeWebhook()];
  const [refusal, setRefusal] = useState<string>();
  const { description = '', url = '', sections = null } = webhook ?? {};
  const form = useSchemaForm({
    schema: WebhookInput,
    initialValues: { description, url, sections },
    say: sayError,
    about: webhook?.id ?? 'new',
  });
  const chosen = form.values.sections;
  const saving = add.isPending || change.isPending;

  async function save(body: WebhookInput) {
    if (saving) return;
    setRefusal(undefined);
    try {
      if (webhook) {
        const saved = await change.mutateAsync({ webhook, body });
        notify.success(t('webhooks.form.saved', { name: saved.description }));
        onClose();
      } else onMade(await add.mutateAsync(body));
    } catch (error) {
      const fault = error instanceof ApiError ? error : new ApiError(0);
      const sentences = faultSentences(fault, fields);
      if (sentences) form.refuse(sentences);
      else setRefusal(fault.code === 'record.stale' ? t('webhooks.form.stale') : sayError(fault.code, fault.message));
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
        <div className={classes.fields}>
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
            value={chosen === null ? 'all' : 'some'}
            onChange={(which) => form.setFieldValue('sections', which === 'all' ? null : [...sectionNames])}
          >
            <div className={classes.choices}>
              <Radio value="all" label={t('webhooks.sections.all')} />
              <Radio value="some" label={t('webhooks.sections.some')} />
            </div>
          </Radio.Group>
          {chosen !== null && (
            <Checkbox.Group
              aria-label={t('webhooks.sections.some')}
              className={classes.some ?? ''}
              {...form.getInputProps('sections')}
            >
              <div className={classes.choices}>
                {sectionNames.map((name) => (
                  <Checkbox key={name} value={name} label={sectionLabel(name, t)} />
                ))}
              </div>
            </Checkbox.Group>
          )}
          {refusal && (
            <p role="alert" className={classes.refusal}>
              {refusal}
            </p>
          )}
          <div className={classes.footer}>
            <Button variant="default" onClick={onClose}>
              {t('webhooks.action.cancel')}
            </Button>
            <Button type="submit" loading={saving}>
              {t(webhook ? 'webhooks.form.save' : 'webhooks.action.add')}
            </Button>
          </div>
        </div>
      </Form>
    </Modal>
  );
}
