import type { AuditEntry } from '@storeward/contract/audit';
import { useQuery } from '@tanstack/react-query';
import { formatMoment, useT } from '../platform/i18n.ts';
import { FormSection, Wide } from '../ui/form.tsx';
import { Link } from '../ui/link.tsx';
import { Permit } from '../ui/permit.tsx';
import { Changes, doneBy } from './audit-columns.tsx';
import classes from './audit-timeline.module.css';
import { actionText } from './audit-words.ts';
import { auditPage } from './queries.ts';

type Props = { entity: 'node' | 'user' | 'role'; id: string };

/** The last ten things that happened to one record, with the way to all of them; nothing for whoever may not look at the audit. */
export function AuditTimeline(props: Props) {
  return (
    <Permit all={['VIEW_USER', 'VIEW_NODE']}>
      <Timeline {...props} />
    </Permit>
  );
}

function Timeline({ entity, id }: Props) {
  const t = useT();
  const { data } = useQuery({ ...auditPage({ entity, entityId: id, size: 10 }), meta: { quiet: true } });
  if (!data || data.result.length === 0) return null;
  return (
    <FormSection
      title={t('audit.timeline.title')}
      text={<Link href={`/audit-trail?entity=${entity}&entityId=${id}`}>{t('audit.timeline.more')}</Link>}
    >
      <Wide>
        <ol className={classes.timeline}>
          {data.result.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </Wide>
    </FormSection>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useT();
  return (
    <li className={classes.entry}>
      <span className={classes.when}>{formatMoment(entry.at)}</span>
      <span className={classes.words}>
        <span>
          {actionText(entry, t)} · <span className={classes.who}>{doneBy(t, entry)}</span>
        </span>
        <Changes entry={entry} />
      </span>
    </li>
  );
}
