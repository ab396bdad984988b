import { Button, Modal } from '@mantine/core';
import type { Delivery, Webhook } from '@storeward/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDay, formatMoment, formatNumber, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-names.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import type { Item } from '../ui/data-items.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { deliveriesOf, useSendMessage } from './queries.ts';
import classes from './webhook-deliveries-dialog.module.css';

type Say = ReturnType<typeof useT>;

/** The last messages of a webhook: when, what, and what became of them; each can be sent again. */
export function WebhookDeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...deliveriesOf(webhook), meta: drawnHere });
  const { mutate: send, isPending } = useSendMessage();
  const [columns, item] = useMemo(() => {
    const onSend = (again: string) => send({ webhook, again });
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
        <LoadFailure title={t('webhooks.deliveries.failed')} fault={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.table}>
          <DataTable
            label={t('webhooks.deliveries.title', { name: webhook.description })}
            rows={data}
            rowId={({ id }) => id}
            columns={columns}
            skeletonRows={3}
            item={item}
            placeholder={<p className={classes.quiet}>{t('webhooks.deliveries.empty')}</p>}
          />
        </div>
      )}
      <div className={classes.footer}>
        <Button variant="default" loading={isPending} onClick={() => send({ webhook })}>
          {t('webhooks.action.test')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t('ui.action.close')}
        </Button>
      </div>
    </Modal>
  );
}

function columnsFor(t: Say, onSend: (id: string) => void, busy: boolean): Column<Delivery>[] {
  return [
    {
      id: 'when',
      header: t('webhooks.deliveries.when'),
      width: '20%',
      cell: ({ createdDate }) => formatMoment(createdDate),
    },
    {
      id: 'what',
      header: t('webhooks.deliveries.what'),
      text: (delivery) => whatOf(delivery, t),
      cell: (delivery) => whatOf(delivery, t),
    },
    {
      id: 'outcome',
      header: t('webhooks.deliveries.outcome'),
      width: '36%',
      text: (delivery) => outcomeOf(delivery, t),
      cell: (delivery) => <StatusDot kind={dots[delivery.state]}>{outcomeOf(delivery, t)}</StatusDot>,
    },
    {
      id: 'took',
      header: t('webhooks.deliveries.took'),
      width: '12%',
      align: 'end',
      drop: 1,
      cell: ({ took }) => (took === null ? '' : t('webhooks.deliveries.milliseconds', { count: formatNumber(took) })),
    },
    {
      id: 'again',
      header: t('webhooks.action.again'),
      quietHeader: true,
      width: '4.25rem',
      cell: (delivery) => <Again delivery={delivery} onSend={onSend} busy={busy} />,
    },
  ];
}

const itemFor =
  (t: Say, onSend: (id: string) => void, busy: boolean) =>
  (delivery: Delivery): Item => ({
    title: whatOf(delivery, t),
    detail: `${formatMoment(delivery.createdDate)} · ${outcomeOf(delivery, t)}`,
    trailing: <Again delivery={delivery} onSend={onSend} busy={busy} />,
  });

const dots = { waiting: 'waiting', delivered: 'on', failed: 'locked' } as const;

type AgainProps = { delivery: Delivery; onSend: (id: string) => void; busy: boolean };

function Again({ delivery, onSend, busy }: AgainProps) {
  const t = useT();
  return (
    <IconButton
      small
      icon="refresh"
      label={t('webhooks.deliveries.again', { when: formatMoment(delivery.createdDate) })}
      disabled={busy}
      onClick={() => onSend(delivery.id)}
    />
  );
}

/** What a message says, in short. */
function whatOf({ message: { kind, sections, stores, place } }: Delivery, t: Say): string {
  if (kind === 'webhook.test') return t('webhooks.deliveries.test');
  const names = sections.map((name) => sectionLabel(name, t)).join(', ');
  return t('webhooks.deliveries.changed', {
    sections: names,
    place: place.name,
    count: stores,
    shown: formatNumber(stores),
  });
}

/** What became of it, in short. */
function outcomeOf({ state, answer, trouble, tries, nextTry }: Delivery, t: Say): string {
  if (state === 'delivered') return t('webhooks.state.delivered');
  if (trouble === null) return t('webhooks.state.waiting');
  const why = t(`webhooks.trouble.${trouble}`, { answer: answer ?? '' });
  if (state === 'failed') return t('webhooks.state.failed', { why });
  return t('webhooks.state.again', { why, count: tries, when: formatDay(nextTry ?? '') });
}
