import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatTime, useT } from '../platform/i18n.ts';
import { currentImpersonation } from '../platform/impersonation-state.ts';
import { stopImpersonation, watchImpersonationEnd } from '../platform/impersonation.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './impersonation-banner.module.css';

/** Shows on every screen who is being impersonated and until when; renders nothing otherwise. */
export function ImpersonationBanner() {
  const t = useT();
  const impersonation = currentImpersonation();
  const stopping = useMutation({ mutationFn: stopImpersonation });

  useEffect(() => (impersonation ? watchImpersonationEnd(impersonation) : undefined), [impersonation]);

  if (!impersonation) return null;
  const name = `${impersonation.firstName} ${impersonation.lastName}`.trim();
  return (
    <section className={classes.banner} aria-label={t('app.impersonation.label')}>
      <Icon name="eye" size={18} />
      <p className={classes.text}>
        <strong>{t('app.impersonation.title', { name, role: impersonation.roleName })}</strong>
        <span>{t('app.impersonation.readOnlyUntil', { time: formatTime(Date.parse(impersonation.until)) })}</span>
      </p>
      <Button className={classes.stop ?? ''} size="sm" loading={stopping.isPending} onClick={() => stopping.mutate()}>
        {t('app.impersonation.stop')}
      </Button>
    </section>
  );
}
