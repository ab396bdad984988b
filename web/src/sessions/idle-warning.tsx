import { useEffect, useState } from 'react';
import { auth } from '../platform/session/auth.ts';
import { watchIdleTimeout } from '../platform/session/idle-timeout.ts';
import { lazyComponent } from '../ui/page/lazy-component.tsx';

// Loaded ahead of time, together with the screens of the menu.
const IdleDialog = lazyComponent(async () => (await import('./idle-dialog.tsx')).IdleDialog);

/** Warns idle users with a countdown and ends the session; any input closes it. */
export function IdleWarning() {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const [shown, setShown] = useState(0);

  useEffect(
    () =>
      watchIdleTimeout({
        onChange: (remaining) => {
          setSecondsLeft(remaining);
          if (remaining !== undefined) setShown(remaining);
        },
        onEnd: () => void auth.logout('idle'),
      }),
    [],
  );

  const opened = secondsLeft !== undefined;
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  return wasOpened && <IdleDialog opened={opened} secondsLeft={shown} />;
}
