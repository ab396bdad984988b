import { Button, Group, NativeSelect, Table, Text } from '@mantine/core';
import { type Delivery, deliveryStates, type Webhook } from '@storeward/contract/webhooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatDateTime, formatNumber, useT } from '../platform/text/i18n.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import type { ListItem } from '../ui/list/data-items.tsx';
import { type Column, DataTable } from '../ui/list/data-table.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { messageText, outcomeText, statusKinds } from './delivery-labels.ts';
import { deliveryPagesQuery, type DeliveryState, useSendMessage } from './queries.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { Modal } from '../ui/dialog/modal.tsx';

type Translate = ReturnType<typeof useT>;

/** The delivery log of a webhook: its messages with their outcome, details of each, and what is sent again. */
export function WebhookDeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT();
  const [state, setState] = useState<DeliveryState>();
  const [shown, setShown] = useState<string>();
  const [replaying, setReplaying] = useState(false);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...deliveryPagesQuery(webhook, state),
    placeholderData: keepPreviousData,
    meta: errorShownByScreen,
  });
  const { mutate: send, isPending } = useSendMessage();
  const rows = data?.pages.flatMap(({ result }) => result);
  const details = rows?.find(({ id }) => id === shown);
  const [columns, item] = useMemo(() => {
    const actions = { onSend: (messageId: string) => send({ webhook, messageId }), onShow: setShown, busy: isPending };
    return [columnsFor(t, actions), itemFor(t, actions)];
  }, [t, send, webhook, isPending]);
  const title = t('webhooks.deliveries.title', { name: webhook.description });
  return (
    <Modal
      opened
      onClose={onClose}
      size="60rem"
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Group justify="space-between" gap="xs" pb="sm">
        <NativeSelect
          aria-label={t('webhooks.deliveries.outcome')}
          value={state ?? ''}
          data={[
            { value: '', label: t('webhooks.deliveries.all') },
            { value: 'failed', label: t('webhooks.deliveries.givenUp') },
            { value: 'waiting', label: t('webhooks.state.waiting') },
            { value: 'delivered', label: t('webhooks.state.delivered') },
          ]}
          onChange={({ currentTarget: { value } }) => setState(deliveryStates.find((name) => name === value))}
        />
        <Button variant="default" onClick={() => setReplaying(true)}>
          {t('webhooks.replay.action')}
        </Button>
      </Group>
      {error ? (
        <LoadError title={t('webhooks.deliveries.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Table.ScrollContainer type="native" minWidth={0}>
          <DataTable
            label={title}
            rows={rows}
            rowId={({ id }) => id}
            columns={columns}
            skeletonRows={3}
            item={item}
            placeholder={
              <Text c="dimmed">{t(state ? 'webhooks.deliveries.noneFound' : 'webhooks.deliveries.empty')}</Text>
            }
          />
        </Table.ScrollContainer>
      )}
      {hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('audit.run.more')}
        </Button>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" loading={isPending} onClick={() => send({ webhook })}>
          {t('webhooks.action.test')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t('ui.action.close')}
        </Button>
      </Group>
      {details && <DeliveryDetails delivery={details} onClose={() => setShown(undefined)} />}
      {replaying && <ReplayDialog webhook={webhook} onClose={() => setReplaying(false)} />}
    </Modal>
  );
}

type RowActions = { onSend: (id: string) => void; onShow: (id: string) => void; busy: boolean };

function columnsFor(t: Translate, actions: RowActions): Column<Delivery>[] {
  return [
    {
      id: 'when',
      header: t('webhooks.deliveries.createdDate'),
      width: '18%',
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
      width: '37%',
      text: (delivery) => outcomeText(delivery, t),
      cell: (delivery) => <StatusDot kind={statusKinds[delivery.state]}>{outcomeText(delivery, t)}</StatusDot>,
    },
    {
      id: 'took',
      header: t('webhooks.deliveries.duration'),
      width: '11%',
      align: 'end',
      hidePriority: 1,
      cell: ({ took }) => (took === null ? '' : t('webhooks.deliveries.milliseconds', { count: formatNumber(took) })),
    },
    {
      id: 'actions',
      header: t('webhooks.field.actions'),
      hiddenHeader: true,
      width: '6.5rem',
      cell: (delivery) => <Actions delivery={delivery} {...actions} />,
    },
  ];
}

const itemFor =
  (t: Translate, actions: RowActions) =>
  (delivery: Delivery): ListItem => ({
    title: `${messageText(delivery, t)} · ${formatDateTime(delivery.createdDate)}`,
    detail: <StatusDot kind={statusKinds[delivery.state]}>{outcomeText(delivery, t)}</StatusDot>,
    trailing: <Actions delivery={delivery} {...actions} />,
  });

function Actions({ delivery, onSend, onShow, busy }: RowActions & { delivery: Delivery }) {
  const t = useT();
  const when = formatDateTime(delivery.createdDate);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <IconButton
        small
        icon="eye"
        label={t('webhooks.deliveries.details', { when })}
        onClick={() => onShow(delivery.id)}
      />
      <IconButton
        small
        icon="refresh"
        label={t('webhooks.deliveries.resend', { when })}
        disabled={busy}
        onClick={() => onSend(delivery.id)}
      />
    </Group>
  );
}
