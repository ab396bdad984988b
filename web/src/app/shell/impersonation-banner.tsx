import { Button, Flex } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fullNameOf } from '@storeward/contract/full-names';
import { formatTime, useT } from '../../platform/text/i18n.ts';
import { currentImpersonation } from '../../platform/session/impersonation-state.ts';
import { stopImpersonation, watchImpersonationEnd } from '../../platform/session/impersonation.ts';
import { Icon } from '../../ui/icon.tsx';

/** Shows on every screen who is being impersonated and until when; renders nothing otherwise. */
export function ImpersonationBanner() {
  const t = useT();
  const impersonation = currentImpersonation();
  const stopping = useMutation({ mutationFn: stopImpersonation });

  useEffect(() => (impersonation ? watchImpersonationEnd(impersonation) : undefined), [impersonation]);

  if (!impersonation) return null;
  const name = fullNameOf(impersonation);
  return (
    <Flex
      component="section"
      align="center"
      gap="sm"
      px="md"
      py="xs"
      bg="var(--primary)"
      c="var(--on-primary)"
      style={{ gridArea: 'impersonation' }}
      aria-label={t('app.impersonation.label')}
    >
      <Icon name="eye" size={18} />
      <Flex component="p" flex={1} wrap="wrap" columnGap="sm" miw={0}>
        <strong>{t('app.impersonation.title', { name, role: impersonation.roleName })}</strong>
        <span>{t('app.impersonation.readOnlyUntil', { time: formatTime(Date.parse(impersonation.until)) })}</span>
      </Flex>
      <Button
        flex="none"
        bd="1px solid currentcolor"
        bg="var(--on-primary)"
        c="var(--primary)"
        loading={stopping.isPending}
        onClick={() => stopping.mutate()}
      >
        {t('app.impersonation.stop')}
      </Button>
    </Flex>
  );
}
