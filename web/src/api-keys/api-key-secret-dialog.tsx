import { Button, Group, Stack, Text } from '@mantine/core';
import { apiKeys, type ApiKeyWithSecret } from '@storeward/contract/api-keys';
import { useT } from '../platform/text/i18n.ts';
import { CopyableCode } from '../ui/copyable-code.tsx';
import { Modal } from '../ui/dialog/modal.tsx';
import { copyLabels } from '../platform/text/copy-labels.ts';

/** A call that works with any key; the key itself is a variable, so that it does not stay in the history of the shell. */
const exampleCall = () => `curl -H "Authorization: Bearer $API_KEY" ${window.location.origin}${apiKeys.current.path}`;

/** Shows a new API key, and how it is sent. */
export function ApiKeySecretDialog({ created, onClose }: { created: ApiKeyWithSecret; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      size="36rem"
      // the key is shown only once, so the dialog closes only by its button
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('api-keys.secret.title', { name: created.apiKey.name })}
    >
      <Stack>
        <Text>{t('api-keys.secret.text')}</Text>
        <CopyableCode text={created.secret} labels={copyLabels(t('api-keys.secret.copy'), t)} autoFocus />
        <Text size="label" c="dimmed">
          {t('api-keys.secret.usage')}
        </Text>
        <CopyableCode text={exampleCall()} labels={copyLabels(t('api-keys.secret.copyExample'), t)} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('api-keys.secret.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
