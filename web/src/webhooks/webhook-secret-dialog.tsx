import { Box, Button, Flex, Group, Modal, Stack, Text } from '@mantine/core';
import type { WebhookWithSecret } from '@storeward/contract/webhooks';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';

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
      <Stack>
        <p>{t('webhooks.secret.text')}</p>
        <Flex align="center" gap="xs" ps="sm" pe="xs" py="xs" bd="1px solid var(--line)" bdrs="sm" bg="var(--sunken)">
          <Box component="code" flex={1} miw={0}>
            {created.secret}
          </Box>
          <IconButton
            icon={copied ? 'check' : 'copy'}
            label={copied ? t('ui.state.copied') : t('webhooks.secret.copy')}
            onClick={() => void copy()}
            data-autofocus
          />
        </Flex>
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
