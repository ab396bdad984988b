import { Button, Modal, Select, TextInput } from '@mantine/core';
import { type Device, DeviceInput, deviceTypes } from '@storeward/contract/devices';
import type { NodeId } from '@storeward/contract/nodes';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { faultSentences } from '../screens/record-edit.ts';
import { Form, useSchemaForm } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import classes from './device-dialog.module.css';
import { useSaveDevice } from './queries.ts';

type Props = { nodeId: NodeId; device: Device | undefined; onClose: () => void };

const fields = ['name', 'type', 'address', 'serial'];
const fieldOf = { 'device.duplicate': 'serial', 'device.duplicateAddress': 'address' };

/** Adds a device to a store, or changes one. */
export function DeviceDialog({ nodeId, device, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const saveDevice = useSaveDevice(nodeId, device);
  const [refusal, setRefusal] = useState<string>();
  const { name = '', type = 'tablet', address = '', serial = '' } = device ?? {};
  const form = useSchemaForm({
    schema: DeviceInput,
    initialValues: { name, type, address, serial },
    say: sayError,
    about: device?.id ?? 'new',
  });

  async function save(input: DeviceInput) {
    if (saveDevice.isPending) return;
    setRefusal(undefined);
    try {
      const saved = await saveDevice.mutateAsync(input);
      notify.success(t('devices.form.saved', { name: saved.name }));
      onClose();
    } catch (error) {
      const fault = error instanceof ApiError ? error : new ApiError(0);
      const sentences = faultSentences(fault, fields, fieldOf);
      if (sentences) form.refuse(sentences);
      else setRefusal(fault.code === 'record.stale' ? t('devices.form.stale') : sayError(fault.code, fault.message));
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={device ? t('devices.form.edit', { name: device.name }) : t('devices.form.add')}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Form form={form} onSubmit={save} label={t('devices.form.add')}>
        <div className={classes.fields}>
          <TextInput
            data-autofocus
            label={t('devices.field.name')}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
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
          {refusal && (
            <p role="alert" className={classes.refusal}>
              {refusal}
            </p>
          )}
          <div className={classes.footer}>
            <Button variant="default" onClick={onClose}>
              {t('devices.action.cancel')}
            </Button>
            <Button type="submit" loading={saveDevice.isPending}>
              {t('devices.form.save')}
            </Button>
          </div>
        </div>
      </Form>
    </Modal>
  );
}
