import { Button, Menu } from '@mantine/core';
import type { Device } from '@storeward/contract/devices';
import type { NodeId } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatMoment, useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { DeviceDialog } from './device-dialog.tsx';
import classes from './device-list.module.css';
import { DevicePairingDialog } from './device-pairing-dialog.tsx';
import { devicesOf, devicesShown, useDeleteDevice, useEndKey } from './queries.ts';

type Asked = { what: 'edit' | 'pair' | 'endKey' | 'delete'; device: Device } | { what: 'add'; device?: undefined };

/** The devices of a store; whoever may assign them adds, changes, pairs and takes them away here. */
export function DeviceList({ nodeId }: { nodeId: NodeId }) {
  const t = useT();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery({ ...devicesOf(nodeId), meta: drawnHere });
  const assigns = may(['ASSIGN_STORE_DEVICE']);
  const columns = useMemo(() => columnsFor(t, assigns, setAsked), [t, assigns]);
  const close = () => setAsked(undefined);
  return (
    <FormSection
      title={t('devices.title')}
      text={
        assigns && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setAsked({ what: 'add' })}
          >
            {t('devices.action.add')}
          </Button>
        )
      }
    >
      <Wide>
        {error ? (
          <LoadFailure title={t('devices.failed')} fault={error} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.table}>
            <DataTable
              label={t('devices.title')}
              rows={data?.result}
              rowId={({ id }) => id}
              columns={columns}
              skeletonRows={2}
              placeholder={<p className={classes.quiet}>{t('devices.empty')}</p>}
            />
          </div>
        )}
        {data && data.total > devicesShown && (
          <p className={classes.quiet}>{t('devices.more', { count: devicesShown })}</p>
        )}
      </Wide>
      {(asked?.what === 'add' || asked?.what === 'edit') && (
        <DeviceDialog nodeId={nodeId} device={asked.device} onClose={close} />
      )}
      {asked?.what === 'pair' && <DevicePairingDialog device={asked.device} onClose={close} />}
      {(asked?.what === 'endKey' || asked?.what === 'delete') && (
        <Question what={asked.what} device={asked.device} onClose={close} />
      )}
    </FormSection>
  );
}

/** Asks before a device loses its key, or goes. */
function Question({ what, device, onClose }: { what: 'endKey' | 'delete'; device: Device; onClose: () => void }) {
  const t = useT();
  const notify = useNotify();
  const [remove, endKey] = [useDeleteDevice(), useEndKey()];
  const { name } = device;
  function doIt() {
    onClose();
    const onSuccess = () => notify.success(t(`devices.${what}.done`, { name }));
    if (what === 'delete') remove.mutate(device, { onSuccess });
    else endKey.mutate(device.id, { onSuccess });
  }
  return (
    <ConfirmDialog
      opened
      title={t(`devices.${what}.title`, { name })}
      text={t(`devices.${what}.text`)}
      no={{ label: t('devices.action.cancel'), onNo: onClose }}
      yes={{ label: t(`devices.${what}.yes`), onYes: doIt, danger: true }}
    />
  );
}

function columnsFor(t: ReturnType<typeof useT>, assigns: boolean, ask: (asked: Asked) => void): Column<Device>[] {
  return [
    { id: 'name', header: t('devices.field.name'), text: ({ name }) => name, cell: ({ name }) => name },
    { id: 'type', header: t('devices.field.type'), width: '14%', cell: ({ type }) => t(`devices.type.${type}`) },
    { id: 'address', header: t('devices.field.address'), width: '18%', cell: ({ address }) => <code>{address}</code> },
    {
      id: 'serial',
      header: t('devices.field.serial'),
      width: '18%',
      drop: 1,
      text: ({ serial }) => serial,
      cell: ({ serial }) => serial,
    },
    {
      id: 'pairing',
      header: t('devices.field.pairing'),
      width: '24%',
      drop: 2,
      cell: ({ pairedDate, lastSeen }) =>
        pairedDate
          ? t('devices.pairing.seen', { when: formatMoment(lastSeen ?? pairedDate) })
          : t('devices.pairing.none'),
    },
    ...(assigns
      ? [
          {
            id: 'actions',
            header: '',
            width: '3.5rem',
            cell: (device: Device) => <Actions device={device} ask={ask} />,
          },
        ]
      : []),
  ];
}

function Actions({ device, ask }: { device: Device; ask: (asked: Asked) => void }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const item = (what: 'edit' | 'pair' | 'endKey' | 'delete') => (
    <Menu.Item key={what} onClick={() => ask({ what, device })}>
      {t(`devices.action.${what}`)}
    </Menu.Item>
  );
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton
          small
          icon="more"
          label={t('devices.action.more', { name: device.name })}
          expanded={open}
          popup="menu"
        />
      </Menu.Target>
      <Menu.Dropdown>
        {item('edit')}
        {item('pair')}
        {device.pairedDate && item('endKey')}
        {item('delete')}
      </Menu.Dropdown>
    </Menu>
  );
}
