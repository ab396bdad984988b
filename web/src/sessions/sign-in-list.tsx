import { Button } from '@mantine/core';
import type { SignIn } from '@storeward/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment, useT } from '../platform/i18n.ts';
import { FormSection, Wide } from '../ui/form.tsx';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { deviceName } from './device-name.ts';
import classes from './open-session-list.module.css';
import { ownSignIns } from './own-sessions.ts';

const fewAtFirst = 5;
const marks = { began: 'on', refused: 'waiting', locked: 'locked' } as const;

/** When and where somebody signed in by the reader's name, or tried to. */
export function SignInList() {
  const t = useT();
  const { data: signIns, error } = useQuery(ownSignIns());
  const [all, setAll] = useState(false);
  const waiting = useDelayed(!signIns && !error);
  const shown = all ? signIns : signIns?.slice(0, fewAtFirst);
  return (
    <FormSection title={t('profile.signIns.title')} text={t('profile.signIns.text')}>
      <Wide>
        {error && <p className={classes.quiet}>{t('ui.state.loadFailed')}</p>}
        {waiting && <LinesSkeleton rows={3} />}
        <ul className={classes.rows} aria-label={t('profile.signIns.title')}>
          {shown?.map((signIn, at) => (
            <Row key={`${signIn.at} ${at}`} signIn={signIn} />
          ))}
        </ul>
        {signIns && !all && signIns.length > fewAtFirst && (
          <Button variant="default" onClick={() => setAll(true)}>
            {t('profile.signIns.all', { count: signIns.length })}
          </Button>
        )}
      </Wide>
    </FormSection>
  );
}

function Row({ signIn: { at, device, address, outcome } }: { signIn: SignIn }) {
  const t = useT();
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>{formatMoment(at)}</p>
        <p className={classes.quiet}>
          {deviceName(device)} · {address}
        </p>
      </div>
      <StatusDot kind={marks[outcome]}>{t(`profile.outcome.${outcome}`)}</StatusDot>
    </li>
  );
}
