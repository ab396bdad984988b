import { Button, Menu, Table, Text } from '@mantine/core';
import type { Device } from '@storeward/contract/devices';
import type { NodeId } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatDateTime, useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { type Column, DataTable } from '../ui/list/data-table.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { MoreMenu } from '../ui/list/more-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazyComponent } from '../ui/page/lazy-component.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { DeviceDialog } from './device-dialog.tsx';
import { deviceListQuery, maxDevices, useDeleteDevice, useEndKey } from './queries.ts';

const DevicePairingDialog = lazyComponent(
  async () => (await import('./device-pairing-dialog.tsx')).DevicePairingDialog,
);

type DialogState =
  | { kind: 'edit' | 'pair' | 'endKey' | 'delete'; device: Device }
  | { kind: 'add'; device?: undefined };

/** The devices of a store, with their actions for users who may assign devices. */
export function DeviceList({ nodeId }: { nodeId: NodeId }) {
  const t = useT();
  const [dialog, setDialog] = useState<DialogState>();
  const { data, error, refetch } = useQuery({ ...deviceListQuery(nodeId), meta: errorShownByScreen });
  const canAssign = hasPermission(['ASSIGN_STORE_DEVICE']);
  const columns = useMemo(() => columnsFor(t, canAssign, setDialog), [t, canAssign]);
  const close = () => setDialog(undefined);
  return (
    <FormSection
      title={t('devices.title')}
      text={
        canAssign && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setDialog({ kind: 'add' })}
          >
            {t('devices.action.add')}
          </Button>
        )
      }
    >
      <FullWidth>
        {error ? (
          <LoadError title={t('devices.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Table.ScrollContainer type="native" minWidth={0}>
            <DataTable
              label={t('devices.title')}
              rows={data?.result}
              rowId={({ id }) => id}
              columns={columns}
              skeletonRows={2}
              placeholder={<Text c="dimmed">{t('devices.empty')}</Text>}
            />
          </Table.ScrollContainer>
        )}
        {data && data.total > maxDevices && <Text c="dimmed">{t('devices.truncated', { count: maxDevices })}</Text>}
      </FullWidth>
      {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
        <DeviceDialog nodeId={nodeId} device={dialog.device} onClose={close} />
      )}
      {dialog?.kind === 'pair' && <DevicePairingDialog device={dialog.device} onClose={close} />}
      {(dialog?.kind === 'endKey' || dialog?.kind === 'delete') && (
        <ConfirmAction kind={dialog.kind} device={dialog.device} onClose={close} />
      )}
    </FormSection>
  );
}

/** Confirms the deletion of a device or of its key. */
function ConfirmAction({ kind, device, onClose }: { kind: 'endKey' | 'delete'; device: Device; onClose: () => void }) {
  const t = useT();
  const notify = useNotify();
  const [remove, endKey] = [useDeleteDevice(), useEndKey()];
  const { name } = device;
  function handleConfirm() {
    onClose();
    const onSuccess = () => notify.success(t(`devices.${kind}.done`, { name }));
    if (kind === 'delete') remove.mutate(device, { onSuccess });
    else endKey.mutate(device.id, { onSuccess });
  }
  return (
    <ConfirmDialog
      opened
      title={t(`devices.${kind}.title`, { name })}
      message={<FormattedMessage phrase={`devices.${kind}.text`} />}
      onNo={onClose}
      onYes={handleConfirm}
      danger
    />
  );
}

function columnsFor(
  t: ReturnType<typeof useT>,
  canAssign: boolean,
  openDialog: (dialog: DialogState) => void,
): Column<Device>[] {
  return [
    { id: 'name', header: t('devices.field.name'), text: ({ name }) => name, cell: ({ name }) => name },
    { id: 'type', header: t('devices.field.type'), width: '14%', cell: ({ type }) => t(`devices.type.${type}`) },
    { id: 'address', header: t('devices.field.address'), width: '18%', cell: ({ address }) => <code>{address}</code> },
    {
      id: 'serial',
      header: t('devices.field.serial'),
      width: '18%',
      hidePriority: 1,
      text: ({ serial }) => serial,
      cell: ({ serial }) => serial,
    },
    {
      id: 'pairing',
      header: t('devices.field.pairing'),
      width: '24%',
      hidePriority: 2,
      cell: ({ pairedDate, lastSeen }) =>
        pairedDate
          ? t('devices.pairing.seen', { when: formatDateTime(lastSeen ?? pairedDate) })
          : t('devices.pairing.none'),
    },
    ...(canAssign
      ? [
          {
            id: 'actions',
            header: '',
            width: '3.5rem',
            cell: (device: Device) => <Actions device={device} openDialog={openDialog} />,
          },
        ]
      : []),
  ];
}

function Actions({ device, openDialog }: { device: Device; openDialog: (dialog: DialogState) => void }) {
  const t = useT();
  const item = (kind: 'edit' | 'pair' | 'endKey' | 'delete') => (
    <Menu.Item key={kind} onClick={() => openDialog({ kind, device })}>
      {t(`devices.action.${kind}`)}
    </Menu.Item>
  );
  return (
    <MoreMenu label={t('devices.action.more', { name: device.name })} small>
      {item('edit')}
      {item('pair')}
      {device.pairedDate && item('endKey')}
      {item('delete')}
    </MoreMenu>
  );
}
