import { Button } from '@mantine/core';
import { useT } from '../platform/i18n.ts';
import { currentImpersonation } from '../platform/impersonation-state.ts';
import { useSession } from '../platform/session.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Permit } from '../ui/permit.tsx';
import classes from './pending-email-banner.module.css';

/** Tells users on every screen that somebody else has entered a new e-mail address for them; renders nothing otherwise. */
export function PendingEmailBanner() {
  const t = useT();
  const { user } = useSession();
  if (!user?.decidesEmail || currentImpersonation()) return null;
  return (
    <section className={classes.banner} aria-label={t('app.pendingEmail.label')}>
      <Icon name="info" size={18} />
      <p className={classes.text}>{t('app.pendingEmail.text')}</p>
      <Permit any={['VIEW_PROFILE']}>
        <Button component={Link} href="/profile" size="xs" variant="default">
          {t('app.pendingEmail.review')}
        </Button>
      </Permit>
    </section>
  );
}
