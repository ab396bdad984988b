import { Box, Button, Flex, Text } from '@mantine/core';
import type { SignIn } from '@storeward/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, useT } from '../platform/i18n.ts';
import { FormSection, FullWidth } from '../ui/form.tsx';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { deviceName } from '../platform/device-name.ts';
import classes from './open-session-list.module.css';
import { ownSignInsQuery } from './own-sessions.ts';

const initialCount = 5;
const statusKinds = { began: 'on', refused: 'waiting', locked: 'locked' } as const;

/** The user's recent sign-ins and failed attempts. */
export function SignInList() {
  const t = useT();
  const { data: signIns, error } = useQuery(ownSignInsQuery());
  const [isExpanded, setExpanded] = useState(false);
  const showSkeleton = useDelayed(!signIns && !error);
  const visible = isExpanded ? signIns : signIns?.slice(0, initialCount);
  return (
    <FormSection title={t('profile.signIns.title')} text={t('profile.signIns.text')}>
      <FullWidth>
        {error && (
          <Text size="label" c="dimmed">
            {t('ui.state.loadFailed')}
          </Text>
        )}
        {showSkeleton && <LinesSkeleton rows={3} />}
        <ul className={classes.rows} aria-label={t('profile.signIns.title')}>
          {visible?.map((signIn, index) => (
            <SignInRow key={`${signIn.at} ${index}`} signIn={signIn} />
          ))}
        </ul>
        {signIns && !isExpanded && signIns.length > initialCount && (
          <Button variant="default" onClick={() => setExpanded(true)}>
            {t('profile.signIns.all', { count: signIns.length })}
          </Button>
        )}
      </FullWidth>
    </FormSection>
  );
}

function SignInRow({ signIn: { at, device, address, outcome } }: { signIn: SignIn }) {
  const t = useT();
  return (
    <li className={classes.row}>
      <Box flex={1} miw={0}>
        <Flex component="p" wrap="wrap" align="center" gap="2px 8px" fw="var(--weight-medium)">
          {formatDateTime(at)}
        </Flex>
        <Text size="label" c="dimmed">
          {deviceName(device)} · {address}
        </Text>
      </Box>
      <StatusDot kind={statusKinds[outcome]}>{t(`profile.outcome.${outcome}`)}</StatusDot>
    </li>
  );
}
