import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { type Device, DeviceInput, deviceTypes } from '@storeward/contract/devices';
import type { NodeId } from '@storeward/contract/nodes';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { errorMessage, useT } from '../platform/i18n.ts';
import { fieldErrorsOf } from '../records/record-edit.ts';
import { Form, useSchemaForm } from '../ui/schema-form.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useSaveDevice } from './queries.ts';

type Props = { nodeId: NodeId; device: Device | undefined; onClose: () => void };

const fields = ['name', 'type', 'address', 'serial'];
const fieldOf = { 'device.duplicate': 'serial', 'device.duplicateAddress': 'address' };

/** Creates or edits a device of a store. */
export function DeviceDialog({ nodeId, device, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const saveDevice = useSaveDevice(nodeId, device);
  const [formError, setFormError] = useState<string>();
  const { name = '', type = 'tablet', address = '', serial = '' } = device ?? {};
  const form = useSchemaForm({
    schema: DeviceInput,
    initialValues: { name, type, address, serial },
    errorMessage,
    recordKey: device?.id ?? 'new',
  });

  async function save(input: DeviceInput) {
    if (saveDevice.isPending) return;
    setFormError(undefined);
    try {
      const saved = await saveDevice.mutateAsync(input);
      notify.success(t('devices.form.saved', { name: saved.name }));
      onClose();
    } catch (error) {
      const apiError = error instanceof ApiError ? error : new ApiError(0);
      const fieldErrors = fieldErrorsOf(apiError, fields, fieldOf);
      if (fieldErrors) form.showErrors(fieldErrors);
      else
        setFormError(
          apiError.code === 'record.stale' ? t('devices.form.stale') : errorMessage(apiError.code, apiError.message),
        );
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
        <Stack>
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
          {formError && (
            <Text role="alert" c="danger">
              {formError}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('devices.action.cancel')}
            </Button>
            <Button type="submit" loading={saveDevice.isPending}>
              {t('devices.form.save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
