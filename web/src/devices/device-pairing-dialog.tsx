import { Button, Modal, Stack, Text } from '@mantine/core';
import type { Device } from '@storeward/contract/devices';
import { useEffect, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatTime, useT } from '../platform/i18n.ts';
import { LoadError } from '../records/load-error.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import classes from './device-pairing-dialog.module.css';
import { usePairDevice } from './queries.ts';

/** Shows the one-time code that a device exchanges for its own key, as a QR code and as text. */
export function DevicePairingDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useT();
  const { mutate, data, error } = usePairDevice();
  useEffect(() => mutate(device.id), [mutate, device.id]);
  const imageUrl = useObjectUrl(data?.picture);
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
          {imageUrl && (
            <img src={imageUrl} className={classes.image} alt={t('devices.pair.image', { name: device.name })} />
          )}
          <Text component="code" size="xl" fw="var(--weight-medium)" ff="monospace" lts="0.06em">
            {data.code}
          </Text>
          <Button onClick={onClose}>{t('ui.action.close')}</Button>
        </Stack>
      )}
    </Modal>
  );
}

/** Object URL of an image given as a data URL, which the content security policy does not allow. */
function useObjectUrl(dataUrl: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!dataUrl) return undefined;
    const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (character) =>
      character.charCodeAt(0),
    );
    const objectUrl = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [dataUrl]);
  return url;
}
