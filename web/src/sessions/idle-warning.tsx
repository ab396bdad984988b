import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { auth } from '../platform/auth.ts';
import { sessionTimes } from '../platform/configuration.ts';
import { unsavedChanges } from '../platform/drafts.ts';
import { useT } from '../platform/i18n.ts';
import { watchIdleness } from '../platform/idle-watch.ts';
import { noSignOfLife, noteInput } from '../platform/last-input.ts';
import classes from './idle-warning.module.css';

const radius = 42;
const round = 2 * Math.PI * radius;

/** Warns whoever has done nothing for a while, counts down, and ends the session; whatever they do closes it. */
export function IdleWarning() {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const [left, setLeft] = useState(0);
  const unsaved = opened ? unsavedChanges() : 0;
  const [minutes, seconds] = [Math.floor(left / 60), left % 60];

  useEffect(
    () =>
      watchIdleness({
        onChange: (secondsLeft) => {
          setOpened(secondsLeft !== undefined);
          if (secondsLeft !== undefined) setLeft(secondsLeft);
        },
        onEnd: () => void auth.logout('away'),
      }),
    [],
  );

  return (
    <Modal.Root
      opened={opened}
      onClose={noteInput}
      size={350}
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
              className={classes.rest}
              cx="48"
              cy="48"
              r={radius}
              strokeDasharray={`${(round * left) / Math.max(1, sessionTimes().warning)} ${round}`}
            />
            <text className={classes.figure} x="48" y="55" textAnchor="middle">
              {`${minutes}:${String(seconds).padStart(2, '0')}`}
            </text>
          </svg>
          <Modal.Title className={classes.title ?? ''}>{t('app.idle.title')}</Modal.Title>
          <p className={classes.text}>{t('app.idle.text', { minutes, seconds })}</p>
          {unsaved > 0 && <p className={classes.kept}>{t('app.idle.kept', { count: unsaved })}</p>}
          <div className={classes.footer}>
            {/* Touching it is no reason to stay. */}
            <Button variant="default" onClick={() => void auth.logout()} {...{ [noSignOfLife]: true }}>
              {t('app.header.logout')}
            </Button>
            <Button data-autofocus onClick={noteInput}>
              {t('app.idle.stay')}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
