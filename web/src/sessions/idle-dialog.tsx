import { Button, Modal, Text } from '@mantine/core';
import { auth } from '../platform/auth.ts';
import { sessionTimes } from '../platform/configuration.ts';
import { unsavedChangeCount } from '../platform/drafts.ts';
import { useT } from '../platform/i18n.ts';
import { ignoreActivityAttribute, recordActivity } from '../platform/user-activity.ts';
import classes from './idle-warning.module.css';

const radius = 42;
const circumference = 2 * Math.PI * radius;

/** The countdown before an idle session ends. */
export function IdleDialog({ opened, secondsLeft }: { opened: boolean; secondsLeft: number }) {
  const t = useT();
  const unsaved = opened ? unsavedChangeCount() : 0;
  const [minutes, seconds] = [Math.floor(secondsLeft / 60), secondsLeft % 60];
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
}
