import type { Attention, AttentionKind } from '@storeward/contract/dashboard/figures';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, useT } from '../platform/i18n.ts';
import { errorShownByScreen } from '../records/load-error.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link, type ScreenAddress } from '../ui/link.tsx';
import classes from './attention-card.module.css';
import { DashboardCard, QueryPart } from './dashboard-card.tsx';
import { addressOf, recordAddress } from './dashboard-links.ts';
import { attentionQuery } from './queries.ts';
import { runAddress } from './run-labels.ts';

type Look = {
  readonly icon: IconName;
  readonly tone: 'error' | 'warn' | 'neutral';
  readonly href: (one: Attention) => ScreenAddress | undefined;
};

const looks: Readonly<Record<AttentionKind, Look>> = {
  auditErrors: { icon: 'shield', tone: 'error', href: () => addressOf('/audit-trail') },
  lockedUsers: { icon: 'lock', tone: 'error', href: () => addressOf('/users', { status: 'locked' }) },
  failedRuns: {
    icon: 'upload',
    tone: 'error',
    href: ({ runKind, id }) => (runKind ? runAddress(runKind, id) : undefined),
  },
  silentDevices: { icon: 'alert', tone: 'error', href: () => '/dashboard?stores=silent' },
  disabledWebhooks: {
    icon: 'plug',
    tone: 'warn',
    href: ({ id }) => (id ? recordAddress('/structure/{id}/view', id) : addressOf('/structure/hierarchy')),
  },
  unconfirmedEmails: { icon: 'mail', tone: 'warn', href: () => addressOf('/users', { status: 'emailUnconfirmed' }) },
  invitedUsers: { icon: 'mail', tone: 'neutral', href: () => addressOf('/users', { status: 'invited' }) },
};

/** What needs attention, worst first, each with the place where something can be done about it. */
export function AttentionCard() {
  const t = useT();
  const { data } = useQuery({ ...attentionQuery(), meta: errorShownByScreen });
  return (
    <DashboardCard title={t('figures.card.attention')} count={data?.length}>
      <QueryPart
        query={attentionQuery()}
        lines={5}
        isEmpty={(list) => list.length === 0}
        empty={t('figures.empty.attention')}
      >
        {(list) => (
          <ul className={classes.list}>
            {list.map((one) => (
              <Matter key={one.kind} matter={one} />
            ))}
          </ul>
        )}
      </QueryPart>
    </DashboardCard>
  );
}

function Matter({ matter }: { matter: Attention }) {
  const t = useT();
  const { kind, count, names } = matter;
  const { icon, tone, href } = looks[kind];
  const address = href(matter);
  const title = t(`figures.attention.${kind}`, { count, shown: formatNumber(count) });
  return (
    <li className={classes.matter} data-tone={tone}>
      <Icon name={icon} />
      <span className={classes.text}>
        {title}
        {names.length > 0 && <span className={classes.names}>{names.join(', ')}</span>}
      </span>
      {address && (
        <Link href={address} className={classes.action} aria-label={`${t(`figures.action.${kind}`)}: ${title}`}>
          {t(`figures.action.${kind}`)}
        </Link>
      )}
    </li>
  );
}
