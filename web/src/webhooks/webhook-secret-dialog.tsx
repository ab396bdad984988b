import { Button, Group, Stack, Text } from '@mantine/core';
import type { WebhookWithSecret } from '@storeward/contract/webhooks';
import { useT } from '../platform/text/i18n.ts';
import { CopyableCode } from '../ui/copyable-code.tsx';
import { Modal } from '../ui/dialog/modal.tsx';
import { copyLabels } from '../platform/text/copy-labels.ts';

/** Shows the secret of a webhook. */
export function WebhookSecretDialog({ created, onClose }: { created: WebhookWithSecret; onClose: () => void }) {
  const t = useT();
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
      <Stack>
        <p>{t('webhooks.secret.text')}</p>
        <CopyableCode text={created.secret} labels={copyLabels(t('webhooks.secret.copy'), t)} autoFocus />
        <Text size="label" c="dimmed">
          {t('webhooks.secret.usage')}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('webhooks.secret.copied')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
