import { Button, Menu } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { Webhook, WebhookWithSecret } from '@storeward/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatDay, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-names.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { Item } from '../ui/data-items.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { PageBody } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { useDeleteWebhook, useRenewSecret, useTurnWebhook, webhooksOf } from './queries.ts';
import { WebhookDeliveriesDialog } from './webhook-deliveries-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import classes from './webhook-list.module.css';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

type Say = ReturnType<typeof useT>;
type Asked =
  | { what: 'edit' | 'messages' | 'renew' | 'delete'; webhook: Webhook }
  | { what: 'add'; webhook?: undefined }
  | { what: 'secret'; made: WebhookWithSecret };

/** The webhooks of a place: whom the retailer's own systems are told by when what its stores work with changes. */
export function WebhookList({ nodeId }: { nodeId: NodeId }) {
  const t = useT();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery({ ...webhooksOf(nodeId), meta: drawnHere });
  const { mutate: turn } = useTurnWebhook();
  const [columns, item] = useMemo(() => {
    const turnOver = (webhook: Webhook) => turn({ webhook, status: !webhook.status });
    return [columnsFor(t, setAsked, turnOver), itemFor(setAsked, turnOver)];
  }, [t, turn]);
  const close = () => setAsked(undefined);
  const addButton = (
    <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setAsked({ what: 'add' })}>
      {t('webhooks.action.add')}
    </Button>
  );
  if (error)
    return (
      <PageBody>
        <LoadFailure title={t('webhooks.failed')} fault={error} onRetry={() => void refetch()} />
      </PageBody>
    );
  return (
    <PageBody>
      <div className={classes.webhooks}>
        <div className={classes.head}>
          <h2 className={classes.title}>{t('webhooks.title')}</h2>
          {data && data.length > 0 && addButton}
          <p className={classes.quiet}>{t('webhooks.text')}</p>
        </div>
        {data?.length === 0 ? (
          <EmptyState title={t('webhooks.empty')} text={t('webhooks.emptyText')} actions={addButton} />
        ) : (
          <div className={classes.table}>
            <DataTable
              label={t('webhooks.title')}
              rows={data}
              rowId={({ id }) => id}
              columns={columns}
              skeletonRows={2}
              item={item}
            />
          </div>
        )}
      </div>
      {(asked?.what === 'add' || asked?.what === 'edit') && (
        <WebhookDialog
          nodeId={nodeId}
          webhook={asked.webhook}
          onClose={close}
          onMade={(made) => setAsked({ what: 'secret', made })}
        />
      )}
      {asked?.what === 'messages' && <WebhookDeliveriesDialog webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'secret' && <WebhookSecretDialog made={asked.made} onClose={close} />}
      {(asked?.what === 'renew' || asked?.what === 'delete') && (
        <Question
          what={asked.what}
          webhook={asked.webhook}
          onClose={close}
          onMade={(made) => setAsked({ what: 'secret', made })}
        />
      )}
    </PageBody>
  );
}

type QuestionProps = {
  what: 'renew' | 'delete';
  webhook: Webhook;
  onClose: () => void;
  onMade: (made: WebhookWithSecret) => void;
};

/** Asks before a webhook gets another secret, or goes. */
function Question({ what, webhook, onClose, onMade }: QuestionProps) {
  const t = useT();
  const notify = useNotify();
  const [remove, renew] = [useDeleteWebhook(), useRenewSecret()];
  const name = webhook.description;
  function doIt() {
    if (what === 'renew') return renew.mutate(webhook, { onSuccess: onMade, onError: onClose });
    return remove.mutate(webhook, {
      onSuccess: () => notify.success(t('webhooks.delete.done', { name })),
      onSettled: onClose,
    });
  }
  return (
    <ConfirmDialog
      opened
      title={t(`webhooks.${what}.title`, { name })}
      text={t(`webhooks.${what}.text`)}
      no={{ label: t('webhooks.action.cancel'), onNo: onClose }}
      yes={{ label: t(`webhooks.${what}.yes`), onYes: doIt, danger: what === 'delete' }}
    />
  );
}

function columnsFor(t: Say, ask: (asked: Asked) => void, onTurn: (webhook: Webhook) => void): Column<Webhook>[] {
  return [
    {
      id: 'description',
      header: t('webhooks.field.description'),
      text: ({ description }) => description,
      cell: ({ description }) => <span>{description}</span>,
    },
    {
      id: 'url',
      header: t('webhooks.field.url'),
      width: '26%',
      drop: 2,
      muted: true,
      text: ({ url }) => url,
      cell: ({ url }) => shortened(url),
    },
    {
      id: 'sections',
      header: t('webhooks.field.sections'),
      width: '18%',
      drop: 1,
      text: (webhook) => heard(webhook, t),
      cell: (webhook) => heard(webhook, t),
    },
    {
      id: 'status',
      header: t('webhooks.field.status'),
      width: '24%',
      cell: (webhook) => <Standing webhook={webhook} />,
    },
    {
      id: 'actions',
      header: t('webhooks.field.actions'),
      quietHeader: true,
      width: '4.25rem',
      cell: (webhook) => <Actions webhook={webhook} ask={ask} onTurn={() => onTurn(webhook)} />,
    },
  ];
}

const itemFor =
  (ask: (asked: Asked) => void, onTurn: (webhook: Webhook) => void) =>
  (webhook: Webhook): Item => ({
    title: webhook.description,
    detail: <Standing webhook={webhook} />,
    trailing: <Actions webhook={webhook} ask={ask} onTurn={() => onTurn(webhook)} />,
  });

/** An address as far as it tells one from another: its host and its way, without what may be secret behind them. */
function shortened(url: string): string {
  const address = URL.parse(url);
  return address ? `${address.host}${address.pathname.replace(/\/$/, '')}` : url;
}
const heard = ({ sections }: Webhook, t: Say) =>
  sections === null ? t('webhooks.sections.all') : sections.map((name) => sectionLabel(name, t)).join(', ');

/** Whether a webhook is on, and since when nothing has been taken. */
function Standing({ webhook: { status, failingSince, turnedOffDate } }: { webhook: Webhook }) {
  const t = useT();
  if (status && failingSince)
    return <StatusDot kind="waiting">{t('webhooks.status.failing', { when: formatDay(failingSince) })}</StatusDot>;
  if (status) return <StatusDot kind="on">{t('webhooks.status.on')}</StatusDot>;
  return turnedOffDate ? (
    <StatusDot kind="locked">{t('webhooks.status.turnedOff', { when: formatDay(turnedOffDate) })}</StatusDot>
  ) : (
    <StatusDot kind="off">{t('webhooks.status.off')}</StatusDot>
  );
}

type ActionsProps = { webhook: Webhook; ask: (asked: Asked) => void; onTurn: () => void };

function Actions({ webhook, ask, onTurn }: ActionsProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const item = (what: 'edit' | 'messages' | 'renew' | 'delete') => (
    <Menu.Item key={what} onClick={() => ask({ what, webhook })}>
      {t(`webhooks.action.${what}`)}
    </Menu.Item>
  );
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton
          small
          icon="more"
          label={t('webhooks.action.more', { name: webhook.description })}
          expanded={open}
          popup="menu"
        />
      </Menu.Target>
      <Menu.Dropdown>
        {item('edit')}
        {item('messages')}
        {item('renew')}
        <Menu.Item onClick={onTurn}>
          {t(webhook.status ? 'webhooks.action.turnOff' : 'webhooks.action.turnOn')}
        </Menu.Item>
        {item('delete')}
      </Menu.Dropdown>
    </Menu>
  );
}
