import { Button } from '@mantine/core';
import type { OpenSession } from '@storeward/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment, useT } from '../platform/i18n.ts';
import { signOut } from '../platform/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
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
  const notify = useNotify();
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
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
              onEnd={() => (session.current ? void signOut() : ask(session))}
            />
          ))}
        </ul>
        {others > 0 && (
          <Button variant="default" loading={end.isPending} onClick={() => ask('others')}>
            {t('profile.sessions.endOthers', { count: others })}
          </Button>
        )}
        {asked && (
          <ConfirmDialog
            opened={open}
            title={
              asked === 'others'
                ? t('profile.sessions.endOthersTitle', { count: others })
                : t('profile.sessions.endTitle', { device: deviceName(asked.device) })
            }
            text={t('profile.sessions.endText')}
            no={{ label: t('profile.sessions.endNo'), onNo: () => setOpen(false) }}
            yes={{ label: t('profile.sessions.end'), onYes: () => doIt(asked), danger: true }}
          />
        )}
      </Wide>
    </FormSection>
  );

  function ask(what: Asked) {
    setAsked(what);
    setOpen(true);
  }

  function doIt(what: Asked) {
    setOpen(false);
    end.mutate(what === 'others' ? what : what.id, {
      onSuccess: ({ ended }) => notify.success(t('profile.sessions.ended', { count: ended })),
    });
  }
}

type Asked = OpenSession | 'others';

function Row({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const t = useT();
  const { device, address, createdDate, lastActivity, current } = session;
  const name = deviceName(device);
  const times = { since: formatMoment(createdDate), used: formatMoment(lastActivity) };
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
        color={current ? 'gray' : 'danger'}
        size="xs"
        disabled={busy}
        aria-label={current ? undefined : t('profile.sessions.endThat', { device: name })}
        onClick={onEnd}
      >
        {t(current ? 'app.header.logout' : 'profile.sessions.end')}
      </Button>
    </li>
  );
}
