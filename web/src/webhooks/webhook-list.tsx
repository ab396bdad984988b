import { Box, Button, Group, Menu, Table, Text, Title } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { webhookEventGroupNames, webhookEventGroups } from '@storeward/contract/webhooks/webhook-events';
import type { Webhook, WebhookWithSecret } from '@storeward/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { eventGroupLabel } from '../platform/text/event-labels.ts';
import { formatDateOrTime, useT } from '../platform/text/i18n.ts';
import { sectionLabel } from '../platform/text/setting-labels.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import type { ListItem } from '../ui/list/data-items.tsx';
import { type Column, DataTable } from '../ui/list/data-table.tsx';
import { MoreMenu } from '../ui/list/more-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { PageBody } from '../ui/page/page.tsx';
import { EmptyState } from '../ui/page/states.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { useDeleteWebhook, useRenewSecret, useSetWebhookStatus, webhookListQuery } from './queries.ts';
import { WebhookDeliveriesDialog } from './webhook-deliveries-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

type Translate = ReturnType<typeof useT>;
type DialogState =
  | { kind: 'edit' | 'messages' | 'renew' | 'delete'; webhook: Webhook }
  | { kind: 'add'; webhook?: undefined }
  | { kind: 'secret'; created: WebhookWithSecret };

/** The webhooks of a node, which notify the retailer's own systems when the settings of its stores change. */
export function WebhookList({ nodeId }: { nodeId: NodeId }) {
  const t = useT();
  const [dialog, setDialog] = useState<DialogState>();
  const { data, error, refetch } = useQuery({ ...webhookListQuery(nodeId), meta: errorShownByScreen });
  const { mutate: setStatus } = useSetWebhookStatus();
  const [columns, item] = useMemo(() => {
    const toggleStatus = (webhook: Webhook) => setStatus({ webhook, status: !webhook.status });
    return [columnsFor(t, setDialog, toggleStatus), itemFor(setDialog, toggleStatus)];
  }, [t, setStatus]);
  const close = () => setDialog(undefined);
  const addButton = (
    <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setDialog({ kind: 'add' })}>
      {t('webhooks.action.add')}
    </Button>
  );
  if (error)
    return (
      <PageBody>
        <LoadError title={t('webhooks.failed')} error={error} onRetry={() => void refetch()} />
      </PageBody>
    );
  return (
    <PageBody>
      <Box maw="60rem" px={{ base: 4, sm: 'xl' }} pt="lg" pb={32}>
        <Group justify="space-between" gap="8px 20px" px="sm" pb="md">
          <Title order={2}>{t('webhooks.title')}</Title>
          {data && data.length > 0 && addButton}
          <Text size="label" c="dimmed" w="100%">
            {t('webhooks.text')}
          </Text>
        </Group>
        {data?.length === 0 ? (
          <EmptyState title={t('webhooks.empty')} text={t('webhooks.emptyText')} actions={addButton} />
        ) : (
          <Table.ScrollContainer type="native" minWidth={0}>
            <DataTable
              label={t('webhooks.title')}
              rows={data}
              rowId={({ id }) => id}
              columns={columns}
              skeletonRows={2}
              item={item}
            />
          </Table.ScrollContainer>
        )}
      </Box>
      {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
        <WebhookDialog
          nodeId={nodeId}
          webhook={dialog.webhook}
          onClose={close}
          onCreated={(created) => setDialog({ kind: 'secret', created })}
        />
      )}
      {dialog?.kind === 'messages' && <WebhookDeliveriesDialog webhook={dialog.webhook} onClose={close} />}
      {dialog?.kind === 'secret' && <WebhookSecretDialog created={dialog.created} onClose={close} />}
      {(dialog?.kind === 'renew' || dialog?.kind === 'delete') && (
        <ConfirmAction
          kind={dialog.kind}
          webhook={dialog.webhook}
          onClose={close}
          onCreated={(created) => setDialog({ kind: 'secret', created })}
        />
      )}
    </PageBody>
  );
}

type ConfirmActionProps = {
  kind: 'renew' | 'delete';
  webhook: Webhook;
  onClose: () => void;
  onCreated: (created: WebhookWithSecret) => void;
};

/** Confirms the deletion of a webhook or the renewal of its secret. */
function ConfirmAction({ kind, webhook, onClose, onCreated }: ConfirmActionProps) {
  const t = useT();
  const notify = useNotify();
  const [remove, renew] = [useDeleteWebhook(), useRenewSecret()];
  const name = webhook.description;
  function handleConfirm() {
    if (kind === 'renew') return renew.mutate(webhook, { onSuccess: onCreated, onError: onClose });
    return remove.mutate(webhook, {
      onSuccess: () => notify.success(t('webhooks.delete.done', { name })),
      onSettled: onClose,
    });
  }
  return (
    <ConfirmDialog
      opened
      title={t(`webhooks.${kind}.title`, { name })}
      message={<FormattedMessage phrase={`webhooks.${kind}.text`} />}
      onNo={onClose}
      onYes={handleConfirm}
      danger={kind === 'delete'}
    />
  );
}

function columnsFor(
  t: Translate,
  openDialog: (dialog: DialogState) => void,
  onToggleStatus: (webhook: Webhook) => void,
): Column<Webhook>[] {
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
      hidePriority: 2,
      muted: true,
      text: ({ url }) => url,
      cell: ({ url }) => shortUrl(url),
    },
    {
      id: 'sections',
      header: t('webhooks.field.sections'),
      width: '18%',
      hidePriority: 1,
      text: (webhook) => eventsText(webhook, t),
      cell: (webhook) => eventsText(webhook, t),
    },
    {
      id: 'status',
      header: t('webhooks.field.status'),
      width: '24%',
      cell: (webhook) => <WebhookStatus webhook={webhook} />,
    },
    {
      id: 'actions',
      header: t('webhooks.field.actions'),
      hiddenHeader: true,
      width: '4.25rem',
      cell: (webhook) => (
        <Actions webhook={webhook} openDialog={openDialog} onToggleStatus={() => onToggleStatus(webhook)} />
      ),
    },
  ];
}

const itemFor =
  (openDialog: (dialog: DialogState) => void, onToggleStatus: (webhook: Webhook) => void) =>
  (webhook: Webhook): ListItem => ({
    title: webhook.description,
    detail: <WebhookStatus webhook={webhook} />,
    trailing: <Actions webhook={webhook} openDialog={openDialog} onToggleStatus={() => onToggleStatus(webhook)} />,
  });

/** Host and path of a URL, without the query, which may contain secrets. */
function shortUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname.replace(/\/$/, '')}` : url;
}
/** The sections of settings and the other groups of events that a webhook reports. */
function eventsText({ events, sections }: Webhook, t: Translate): string {
  const groups = webhookEventGroupNames.filter((group) =>
    webhookEventGroups[group].some((name) => events.includes(name)),
  );
  return groups
    .flatMap((group) => {
      if (group !== 'configuration') return [eventGroupLabel(group, t)];
      return sections === null ? [t('webhooks.sections.all')] : sections.map((name) => sectionLabel(name, t));
    })
    .join(', ');
}

/** Status of a webhook, and since when its deliveries fail. */
function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { status, failingSince, turnedOffDate, turnedOffReason } = webhook;
  const t = useT();
  if (status && failingSince)
    return (
      <StatusDot kind="waiting">{t('webhooks.status.failing', { when: formatDateOrTime(failingSince) })}</StatusDot>
    );
  if (status) return <StatusDot kind="on">{t('webhooks.status.on')}</StatusDot>;
  return turnedOffDate ? (
    <StatusDot kind="locked" wrap>
      {t(turnedOffReason === 'gone' ? 'webhooks.status.gone' : 'webhooks.status.turnedOff', {
        when: formatDateOrTime(turnedOffDate),
      })}
    </StatusDot>
  ) : (
    <StatusDot kind="off">{t('webhooks.status.off')}</StatusDot>
  );
}

type ActionsProps = { webhook: Webhook; openDialog: (dialog: DialogState) => void; onToggleStatus: () => void };

function Actions({ webhook, openDialog, onToggleStatus }: ActionsProps) {
  const t = useT();
  const item = (kind: 'edit' | 'messages' | 'renew' | 'delete') => (
    <Menu.Item key={kind} onClick={() => openDialog({ kind, webhook })}>
      {t(`webhooks.action.${kind}`)}
    </Menu.Item>
  );
  return (
    <MoreMenu label={t('webhooks.action.more', { name: webhook.description })} small>
      {item('edit')}
      {item('messages')}
      {item('renew')}
      <Menu.Item onClick={onToggleStatus}>
        {t(webhook.status ? 'webhooks.action.turnOff' : 'webhooks.action.turnOn')}
      </Menu.Item>
      {item('delete')}
    </MoreMenu>
  );
}
