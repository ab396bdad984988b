import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatClock, useT } from '../platform/i18n.ts';
import { seen } from '../platform/seen.ts';
import { stopSeeing, watchEnd } from '../platform/seeing.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './seen-banner.module.css';

/** Says on every screen as whom the portal is seen, and that nothing can be changed; nothing for whoever is themselves. */
export function SeenBanner() {
  const t = useT();
  const as = seen();
  const stopping = useMutation({ mutationFn: stopSeeing });

  useEffect(() => (as ? watchEnd(as) : undefined), [as]);

  if (!as) return null;
  const name = `${as.firstName} ${as.lastName}`.trim();
  return (
    <section className={classes.banner} aria-label={t('app.seeing.label')}>
      <Icon name="eye" size={18} />
      <p className={classes.words}>
        <strong>{t('app.seeing.as', { name, role: as.roleName })}</strong>
        <span>{t('app.seeing.onlyLooking', { time: formatClock(Date.parse(as.until)) })}</span>
      </p>
      <Button className={classes.stop ?? ''} size="sm" loading={stopping.isPending} onClick={() => stopping.mutate()}>
        {t('app.seeing.stop')}
      </Button>
    </section>
  );
}
