import { Button, Modal } from '@mantine/core';
import type { WebhookWithSecret } from '@storeward/contract/webhooks';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import classes from './webhook-secret-dialog.module.css';

/** Shows the secret of a webhook. */
export function WebhookSecretDialog({ created, onClose }: { created: WebhookWithSecret; onClose: () => void }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(created.secret);
    setCopied(true);
  }
  return (
    <Modal
      opened
      onClose={onClose}
      // the secret is shown only once, so the dialog closes only by its button
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('webhooks.secret.title', { name: created.webhook.description })}
    >
      <div className={classes.secret}>
        <p>{t('webhooks.secret.text')}</p>
        <div className={classes.line}>
          <code className={classes.code}>{created.secret}</code>
          <IconButton
            icon={copied ? 'check' : 'copy'}
            label={copied ? t('ui.state.copied') : t('webhooks.secret.copy')}
            onClick={() => void copy()}
            data-autofocus
          />
        </div>
        <p className={classes.quiet}>{t('webhooks.secret.usage')}</p>
        <div className={classes.footer}>
          <Button onClick={onClose}>{t('webhooks.secret.copied')}</Button>
        </div>
      </div>
    </Modal>
  );
}
