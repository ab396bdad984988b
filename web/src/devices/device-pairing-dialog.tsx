import { Button, Stack } from '@mantine/core';
import { type Device, pairingText } from '@storeward/contract/devices';
import { useEffect } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { formatTime, useT } from '../platform/text/i18n.ts';
import { LoadError } from '../records/load-error.tsx';
import { CopyableCode } from '../ui/copyable-code.tsx';
import { QrCode } from '../ui/image/qr-code.tsx';
import { LinesSkeleton } from '../ui/page/skeleton.tsx';
import { usePairDevice } from './queries.ts';
import { Modal } from '../ui/dialog/modal.tsx';
import { copyLabels } from '../platform/text/copy-labels.ts';

/** Shows the one-time code that a device exchanges for its own key, as a QR code and as text. */
export function DevicePairingDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useT();
  const { mutate, data, error } = usePairDevice();
  useEffect(() => mutate(device.id), [mutate, device.id]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('devices.pair.title', { name: device.name })}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      {error && (
        <LoadError
          title={t('devices.pair.failed')}
          error={error instanceof ApiError ? error : new ApiError(0)}
          onRetry={() => mutate(device.id)}
        />
      )}
      {!data && !error && <LinesSkeleton rows={6} />}
      {data && (
        <Stack align="center" ta="center">
          <p>{t('devices.pair.text', { until: formatTime(Date.parse(data.until)) })}</p>
          <QrCode text={pairingText(data.code)} label={t('devices.pair.image', { name: device.name })} />
          <CopyableCode text={data.code} labels={copyLabels(t('devices.pair.copy'), t)} large />
          <Button onClick={onClose}>{t('ui.action.close')}</Button>
        </Stack>
      )}
    </Modal>
  );
}
