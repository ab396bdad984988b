import { Button, Group, Modal, Table, Text } from '@mantine/core';
import type { Delivery, Webhook } from '@storeward/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDateOrTime, formatDateTime, formatNumber, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-labels.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import type { ListItem } from '../ui/data-items.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { deliveryListQuery, useSendMessage } from './queries.ts';

type Translate = ReturnType<typeof useT>;

/** The last messages of a webhook with their outcome and a button to resend each. */
export function WebhookDeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...deliveryListQuery(webhook), meta: errorShownByScreen });
  const { mutate: send, isPending } = useSendMessage();
  const [columns, item] = useMemo(() => {
    const onSend = (messageId: string) => send({ webhook, messageId });
    return [columnsFor(t, onSend, isPending), itemFor(t, onSend, isPending)];
  }, [t, send, webhook, isPending]);
  return (
    <Modal
      opened
      onClose={onClose}
      size="55rem"
      title={t('webhooks.deliveries.title', { name: webhook.description })}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      {error ? (
        <LoadError title={t('webhooks.deliveries.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Table.ScrollContainer type="native" minWidth={0}>
          <DataTable
            label={t('webhooks.deliveries.title', { name: webhook.description })}
            rows={data}
            rowId={({ id }) => id}
            columns={columns}
            skeletonRows={3}
            item={item}
            placeholder={<Text c="dimmed">{t('webhooks.deliveries.empty')}</Text>}
          />
        </Table.ScrollContainer>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" loading={isPending} onClick={() => send({ webhook })}>
          {t('webhooks.action.test')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t('ui.action.close')}
        </Button>
      </Group>
    </Modal>
  );
}

function columnsFor(t: Translate, onSend: (id: string) => void, busy: boolean): Column<Delivery>[] {
  return [
    {
      id: 'when',
      header: t('webhooks.deliveries.createdDate'),
      width: '20%',
      cell: ({ createdDate }) => formatDateTime(createdDate),
    },
    {
      id: 'what',
      header: t('webhooks.deliveries.message'),
      text: (delivery) => messageText(delivery, t),
      cell: (delivery) => messageText(delivery, t),
    },
    {
      id: 'outcome',
      header: t('webhooks.deliveries.outcome'),
      width: '36%',
      text: (delivery) => outcomeText(delivery, t),
      cell: (delivery) => <StatusDot kind={statusKinds[delivery.state]}>{outcomeText(delivery, t)}</StatusDot>,
    },
    {
      id: 'took',
      header: t('webhooks.deliveries.duration'),
      width: '12%',
      align: 'end',
      hidePriority: 1,
      cell: ({ took }) => (took === null ? '' : t('webhooks.deliveries.milliseconds', { count: formatNumber(took) })),
    },
    {
      id: 'again',
      header: t('webhooks.action.resend'),
      hiddenHeader: true,
      width: '4.25rem',
      cell: (delivery) => <ResendButton delivery={delivery} onSend={onSend} busy={busy} />,
    },
  ];
}

const itemFor =
  (t: Translate, onSend: (id: string) => void, busy: boolean) =>
  (delivery: Delivery): ListItem => ({
    title: messageText(delivery, t),
    detail: `${formatDateTime(delivery.createdDate)} · ${outcomeText(delivery, t)}`,
    trailing: <ResendButton delivery={delivery} onSend={onSend} busy={busy} />,
  });

const statusKinds = { waiting: 'waiting', delivered: 'on', failed: 'locked' } as const;

type ResendProps = { delivery: Delivery; onSend: (id: string) => void; busy: boolean };

function ResendButton({ delivery, onSend, busy }: ResendProps) {
  const t = useT();
  return (
    <IconButton
      small
      icon="refresh"
      label={t('webhooks.deliveries.resend', { when: formatDateTime(delivery.createdDate) })}
      disabled={busy}
      onClick={() => onSend(delivery.id)}
    />
  );
}

/** Short description of a message. */
function messageText({ message: { kind, sections, stores, place } }: Delivery, t: Translate): string {
  if (kind === 'webhook.test') return t('webhooks.deliveries.test');
  const names = sections.map((name) => sectionLabel(name, t)).join(', ');
  return t('webhooks.deliveries.changed', {
    sections: names,
    place: place.name,
    count: stores,
    shown: formatNumber(stores),
  });
}

/** Short description of the delivery outcome. */
function outcomeText({ state, answer, trouble, tries, nextTry }: Delivery, t: Translate): string {
  if (state === 'delivered') return t('webhooks.state.delivered');
  if (trouble === null) return t('webhooks.state.waiting');
  const why = t(`webhooks.trouble.${trouble}`, { answer: answer ?? '' });
  if (state === 'failed') return t('webhooks.state.failed', { why });
  return t('webhooks.state.retrying', { why, count: tries, when: formatDateOrTime(nextTry ?? '') });
}
