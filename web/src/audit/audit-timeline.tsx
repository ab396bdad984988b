import type { AuditEntry } from '@storeward/contract/audit';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, useT } from '../platform/i18n.ts';
import { FormSection, FullWidth } from '../ui/form.tsx';
import { Link } from '../ui/link.tsx';
import { Permit } from '../ui/permit.tsx';
import { Changes, actorText } from './audit-columns.tsx';
import classes from './audit-timeline.module.css';
import { actionText } from './audit-labels.ts';
import { auditQuery } from './queries.ts';

type Props = { entity: 'node' | 'user' | 'role'; id: string };

/** The last ten audit entries of a record, with a link to all; hidden without permission to view the audit. */
export function AuditTimeline(props: Props) {
  return (
    <Permit all={['VIEW_USER', 'VIEW_NODE']}>
      <Timeline {...props} />
    </Permit>
  );
}

function Timeline({ entity, id }: Props) {
  const t = useT();
  const { data } = useQuery({ ...auditQuery({ entity, entityId: id, size: 10 }), meta: { quiet: true } });
  if (!data || data.result.length === 0) return null;
  return (
    <FormSection
      title={t('audit.timeline.title')}
      text={<Link href={`/audit-trail?entity=${entity}&entityId=${id}`}>{t('audit.timeline.more')}</Link>}
    >
      <FullWidth>
        <ol className={classes.timeline}>
          {data.result.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </FullWidth>
    </FormSection>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useT();
  return (
    <li className={classes.entry}>
      <span className={classes.time}>{formatDateTime(entry.at)}</span>
      <span className={classes.text}>
        <span>
          {actionText(entry, t)} · <span className={classes.actor}>{actorText(t, entry)}</span>
        </span>
        <Changes entry={entry} />
      </span>
    </li>
  );
}
