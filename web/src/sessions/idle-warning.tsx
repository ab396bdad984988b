import { useEffect, useState } from 'react';
import { auth } from '../platform/auth.ts';
import { watchIdleTimeout } from '../platform/idle-timeout.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';

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

<<<<<<< HEAD
  return (
    <Modal.Root
      opened={opened}
      onClose={recordActivity}
      size="var(--idle-w)"
      radius="lg"
      shadow="xl"
      centered
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body className={classes.body ?? ''}>
          <svg className={classes.ring} viewBox="0 0 96 96" aria-hidden>
            <circle className={classes.track} cx="48" cy="48" r={radius} />
            <circle
              className={classes.remaining}
              cx="48"
              cy="48"
              r={radius}
              strokeDasharray={`${(circumference * secondsLeft) / Math.max(1, sessionTimes().warning)} ${circumference}`}
            />
            <text className={classes.figure} x="48" y="55" textAnchor="middle">
              {`${minutes}:${String(seconds).padStart(2, '0')}`}
            </text>
          </svg>
          <Modal.Title>{t('app.idle.title')}</Modal.Title>
          <Text c="dimmed" mt={4}>
            {t('app.idle.text', { minutes, seconds })}
          </Text>
          {unsaved > 0 && (
            <Text size="label" c="dimmed" mt="xs">
              {t('app.idle.unsavedChanges', { count: unsaved })}
            </Text>
          )}
          <div className={classes.footer}>
            {/* Input on this button does not count as activity. */}
            <Button variant="default" onClick={() => void auth.logout()} {...{ [ignoreActivityAttribute]: true }}>
              {t('app.header.logout')}
            </Button>
            <Button data-autofocus onClick={recordActivity}>
              {t('app.idle.stay')}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
=======
  const opened = secondsLeft !== undefined;
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  return wasOpened && <IdleDialog opened={opened} secondsLeft={shown} />;
>>>>>>> 71a29b6 (shell: command palette, shortcuts, dialogs loaded on demand)
}
