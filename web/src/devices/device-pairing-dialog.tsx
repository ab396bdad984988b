import { Button, Modal } from '@mantine/core';
import type { Device } from '@storeward/contract/devices';
import { useEffect, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatClock, useT } from '../platform/i18n.ts';
import { LoadFailure } from '../screens/load-failure.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import classes from './device-pairing-dialog.module.css';
import { usePairDevice } from './queries.ts';

/** Shows the code that a device turns into a key of its own, to be scanned or typed. */
export function DevicePairingDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useT();
  const { mutate, data, error } = usePairDevice();
  useEffect(() => mutate(device.id), [mutate, device.id]);
  const picture = usePicture(data?.picture);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('devices.pair.title', { name: device.name })}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      {error && (
        <LoadFailure
          title={t('devices.pair.failed')}
          fault={error instanceof ApiError ? error : new ApiError(0)}
          onRetry={() => mutate(device.id)}
        />
      )}
      {!data && !error && <LinesSkeleton rows={6} />}
      {data && (
        <div className={classes.pairing}>
          <p>{t('devices.pair.text', { until: formatClock(Date.parse(data.until)) })}</p>
          {picture && (
            <img src={picture} className={classes.picture} alt={t('devices.pair.picture', { name: device.name })} />
          )}
          <code className={classes.code}>{data.code}</code>
          <Button onClick={onClose}>{t('ui.action.close')}</Button>
        </div>
      )}
    </Modal>
  );
}

/** An address for a picture that came as text: the page shows none that are not its own. */
function usePicture(text: string | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!text) return undefined;
    const bytes = Uint8Array.from(atob(text.slice(text.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return address;
}
