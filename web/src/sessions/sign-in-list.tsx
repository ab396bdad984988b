import { Box, Button, Flex, Text } from '@mantine/core';
import type { SignIn } from '@storeward/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, useT } from '../platform/text/i18n.ts';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import lines from '../ui/list/lines.module.css';
import { LinesSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { deviceName } from '../platform/session/device-name.ts';
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
        <Box
          component="ul"
          className={lines.between}
          my="calc(-1 * var(--s-2))"
          aria-label={t('profile.signIns.title')}
        >
          {visible?.map((signIn, index) => (
            <SignInRow key={`${signIn.at} ${index}`} signIn={signIn} />
          ))}
        </Box>
        {signIns && !isExpanded && signIns.length > initialCount && (
          <Button variant="default" mt="md" onClick={() => setExpanded(true)}>
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
    <Flex component="li" align="center" gap="sm" mih="3.5rem" py="xs">
      <Box flex={1} miw={0}>
        <Flex component="p" wrap="wrap" align="center" gap="2px 8px" fw="var(--weight-medium)">
          {formatDateTime(at)}
        </Flex>
        <Text size="label" c="dimmed">
          {deviceName(device)} · {address}
        </Text>
      </Box>
      <StatusDot kind={statusKinds[outcome]}>{t(`profile.outcome.${outcome}`)}</StatusDot>
    </Flex>
  );
}
