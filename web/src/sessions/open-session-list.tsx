import { Button } from '@mantine/core';
import type { OpenSession } from '@storeward/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatMoment, useT } from '../platform/i18n.ts';
import { signOut } from '../platform/session.ts';
import { FormSection, Wide } from '../ui/form.tsx';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { Tag } from '../ui/tag.tsx';
import { deviceName } from './device-name.ts';
import classes from './open-session-list.module.css';
import { ownSessions, useEndSessions } from './own-sessions.ts';

/** Where the reader is signed in, and the way to end it. */
export function OpenSessionList() {
  const t = useT();
  const { data: sessions, error } = useQuery(ownSessions());
  const end = useEndSessions();
  const waiting = useDelayed(!sessions && !error);
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  return (
    <FormSection title={t('profile.sessions.title')} text={t('profile.sessions.text')}>
      <Wide>
        {error && <p className={classes.quiet}>{t('ui.state.loadFailed')}</p>}
        {waiting && <LinesSkeleton rows={3} />}
        <ul className={classes.rows} aria-label={t('profile.sessions.title')}>
          {sessions?.map((session) => (
            <Row
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => (session.current ? void signOut() : end.mutate(session.id))}
            />
          ))}
        </ul>
        {others > 0 && (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate('others')}>
            {t('profile.sessions.endOthers', { count: others })}
          </Button>
        )}
      </Wide>
    </FormSection>
  );
}

function Row({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const t = useT();
  const { device, address, createdDate, lastActivity, current } = session;
  const name = deviceName(device);
  const times = { since: formatMoment(createdDate), used: formatDay(lastActivity) };
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>
          <span>{name}</span>
          {current && <Tag tone="primary">{t('profile.sessions.current')}</Tag>}
        </p>
        <p className={classes.quiet}>
          {address} · {t('profile.sessions.times', times)}
        </p>
      </div>
      <Button
        variant="subtle"
        color="danger"
        size="xs"
        disabled={busy}
        aria-label={t('profile.sessions.endThat', { device: name })}
        onClick={onEnd}
      >
        {t('profile.sessions.end')}
      </Button>
    </li>
  );
}
