import { Button, Code, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Code.layer.css';
import type { Delivery } from '@storeward/contract/webhooks';
import { formatDateTime, formatNumber, useT } from '../platform/text/i18n.ts';
import { StatusDot } from '../ui/status-dot.tsx';
import { outcomeText, statusKinds } from './delivery-labels.ts';
import { Modal } from '../ui/dialog/modal.tsx';

/** One message as it was sent, with its outcome and the start of the response. */
export function DeliveryDetails({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const t = useT();
  const { message, answer, response, tries, took, state } = delivery;
  const parts = [
    t('webhooks.deliveries.tries', { count: tries }),
    ...(answer === null ? [] : [`HTTP ${answer}`]),
    ...(took === null ? [] : [t('webhooks.deliveries.milliseconds', { count: formatNumber(took) })]),
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      size="40rem"
      title={t('webhooks.deliveries.details', { when: formatDateTime(delivery.createdDate) })}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Stack>
        <StatusDot kind={statusKinds[state]} wrap>
          {outcomeText(delivery, t)}
        </StatusDot>
        <Text size="label" c="dimmed">
          {parts.join(' · ')}
        </Text>
        <TextBlock label={t('webhooks.deliveries.payload')} text={JSON.stringify(message, null, 2)} />
        {response !== null && <TextBlock label={t('webhooks.deliveries.response')} text={response} />}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('ui.action.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function TextBlock({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap={6}>
      <Text fw="var(--weight-medium)">{label}</Text>
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={label}
        mah="20rem"
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
    </Stack>
  );
}
