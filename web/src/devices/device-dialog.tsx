import { Select, TextInput } from '@mantine/core';
import { type Device, DeviceInput, deviceTypes } from '@storeward/contract/devices';
import type { NodeId } from '@storeward/contract/nodes';
import { useT } from '../platform/text/i18n.ts';
import { SchemaFormDialog, useFormDialog } from '../records/schema-form-dialog.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useSaveDevice } from './queries.ts';

type Props = { nodeId: NodeId; device: Device | undefined; onClose: () => void };

/** Creates or edits a device of a store. */
export function DeviceDialog({ nodeId, device, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const saveDevice = useSaveDevice(nodeId, device);
  const { name = '', type = 'tablet', address = '', serial = '' } = device ?? {};
  const state = useFormDialog({
    schema: DeviceInput,
    initialValues: { name, type, address, serial },
    recordKey: device?.id ?? 'new',
    fields: ['name', 'type', 'address', 'serial'],
    fieldOf: { 'device.duplicate': 'serial', 'device.duplicateAddress': 'address' },
    staleText: t('devices.form.stale'),
    save: async (input) => {
      const saved = await saveDevice.mutateAsync(input);
      notify.success(t('devices.form.saved', { name: saved.name }));
      onClose();
    },
  });
  const { form } = state;

  return (
    <SchemaFormDialog
      state={state}
      title={device ? t('devices.form.edit', { name: device.name }) : t('devices.form.add')}
      label={t('devices.form.add')}
      submitLabel={t('devices.form.save')}
      onClose={onClose}
    >
      <TextInput data-autofocus label={t('devices.field.name')} autoComplete="off" {...form.getInputProps('name')} />
      <Select
        label={t('devices.field.type')}
        data={deviceTypes.map((value) => ({ value, label: t(`devices.type.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('type')}
      />
      <TextInput
        label={t('devices.field.address')}
        autoComplete="off"
        inputMode="decimal"
        {...form.getInputProps('address')}
      />
      <TextInput label={t('devices.field.serial')} autoComplete="off" {...form.getInputProps('serial')} />
    </SchemaFormDialog>
  );
}
