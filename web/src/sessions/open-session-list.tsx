import { Box, Button, Flex, Text } from '@mantine/core';
import type { OpenSession } from '@storeward/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, useT } from '../platform/text/i18n.ts';
import { signOut } from '../platform/session/session.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import lines from '../ui/list/lines.module.css';
import { LinesSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { Tag } from '../ui/tag.tsx';
import { deviceName } from '../platform/session/device-name.ts';
import { ownSessionsQuery, useEndSessions } from './own-sessions.ts';

/** The user's open sessions, with buttons to end them. */
export function OpenSessionList() {
  const t = useT();
  const { data: sessions, error } = useQuery(ownSessionsQuery());
  const end = useEndSessions();
  const notify = useNotify();
  const [endTarget, setEndTarget] = useState<EndTarget>();
  const [open, setOpen] = useState(false);
  const showSkeleton = useDelayed(!sessions && !error);
  const otherCount = sessions?.filter(({ current }) => !current).length ?? 0;
  return (
    <FormSection title={t('profile.sessions.title')} text={t('profile.sessions.text')}>
      <FullWidth>
        {error && (
          <Text size="label" c="dimmed">
            {t('ui.state.loadFailed')}
          </Text>
        )}
        {showSkeleton && <LinesSkeleton rows={3} />}
        <Box
          component="ul"
          className={lines.between}
          my="calc(-1 * var(--s-2))"
          aria-label={t('profile.sessions.title')}
        >
          {sessions?.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => (session.current ? void signOut() : confirmEnd(session))}
            />
          ))}
        </Box>
        {otherCount > 0 && (
          <Button variant="default" mt="md" loading={end.isPending} onClick={() => confirmEnd('others')}>
            {t('profile.sessions.endOthers', { count: otherCount })}
          </Button>
        )}
        {endTarget && (
          <ConfirmDialog
            opened={open}
            title={
              endTarget === 'others'
                ? t('profile.sessions.endOthersTitle', { count: otherCount })
                : t('profile.sessions.endTitle', { device: deviceName(endTarget.device) })
            }
            message={<FormattedMessage phrase="profile.sessions.endText" />}
            onNo={() => setOpen(false)}
            onYes={() => endSessions(endTarget)}
            danger
          />
        )}
      </FullWidth>
    </FormSection>
  );

  function confirmEnd(target: EndTarget) {
    setEndTarget(target);
    setOpen(true);
  }

  function endSessions(target: EndTarget) {
    setOpen(false);
    end.mutate(target === 'others' ? target : target.id, {
      onSuccess: ({ ended }) => notify.success(t('profile.sessions.ended', { count: ended })),
    });
  }
}

type EndTarget = OpenSession | 'others';

function SessionRow({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const t = useT();
  const { device, address, createdDate, lastActivity, current } = session;
  const name = deviceName(device);
  const times = { since: formatDateTime(createdDate), used: formatDateTime(lastActivity) };
  return (
    <Flex component="li" align="center" gap="sm" mih="3.5rem" py="xs">
      <Box flex={1} miw={0}>
        <Flex component="p" wrap="wrap" align="center" gap="2px 8px" fw="var(--weight-medium)">
          <span>{name}</span>
          {current && <Tag tone="primary">{t('profile.sessions.current')}</Tag>}
        </Flex>
        <Text size="label" c="dimmed">
          {address} · {t('profile.sessions.times', times)}
        </Text>
      </Box>
      <Button
        variant="subtle"
        color={current ? 'gray' : 'danger'}
        size="xs"
        disabled={busy}
        aria-label={current ? undefined : t('profile.sessions.endDevice', { device: name })}
        onClick={onEnd}
      >
        {t(current ? 'app.header.logout' : 'profile.sessions.end')}
      </Button>
    </Flex>
  );
}
