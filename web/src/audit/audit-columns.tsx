import { auditEntities, type AuditEntry } from '@storeward/contract/audit';
import { currentLanguage, formatMoment, type t as say, useLanguage, useT } from '../platform/i18n.ts';
import { currentSession } from '../platform/session.ts';
import type { Item } from '../ui/data-items.tsx';
import type { Column } from '../ui/data-table.tsx';
import classes from './audit-columns.module.css';
import { actionText, toldBy } from './audit-words.ts';

type Say = typeof say;

/** Who did it, as far as the reader may know. */
export const doneBy = (t: Say, { actorName, actorId }: AuditEntry) =>
  actorName ?? t(actorId ? 'audit.list.somebodyElse' : 'audit.list.nobody');

/** Where what an entry is about is looked at; nothing where it has no page of its own. */
export function addressOf({ entity, entityId }: AuditEntry): string | undefined {
  if (entity === 'user') return `/user/${entityId}/view`;
  if (entity === 'role') return `${currentSession().level === 'GLOBAL' ? '/roles' : '/role'}/${entityId}/view`;
  return entity === 'node' ? `/structure/${entityId}/view` : undefined;
}

/** What the audit says of each entry, from left to right. */
export const auditColumns = (t: Say): Column<AuditEntry>[] => [
  {
    id: 'whom',
    header: t('audit.field.whom'),
    text: (entry) => whom(t, entry),
    cell: (entry) => <span>{whom(t, entry)}</span>,
  },
  {
    id: 'what',
    header: t('audit.field.what'),
    width: 'clamp(8.5rem, 12vw, 12rem)',
    cell: (entry) => actionText(entry, t),
  },
  {
    id: 'changes',
    header: t('audit.field.changes'),
    width: '26%',
    drop: 1,
    text: (entry) => changesText(t, entry),
    cell: (entry) => <Changes entry={entry} inline />,
  },
  {
    id: 'who',
    header: t('audit.field.who'),
    width: 'clamp(8.5rem, 13vw, 13rem)',
    text: (entry) => doneBy(t, entry),
    cell: (entry) => doneBy(t, entry),
  },
  { id: 'at', header: t('audit.field.at'), width: '12.5rem', muted: true, cell: ({ at }) => formatMoment(at) },
  {
    id: 'address',
    header: t('audit.field.address'),
    width: '8.5rem',
    muted: true,
    drop: 2,
    cell: ({ address }) => address,
  },
];

const whom = (t: Say, { entityName, entity }: AuditEntry) =>
  entityName ?? (isEntity(entity) ? t(`audit.entity.${entity}`) : entity);
const isEntity = (word: string): word is (typeof auditEntities)[number] =>
  (auditEntities as readonly string[]).includes(word);
const changesText = (t: Say, entry: AuditEntry) =>
  toldBy(entry, currentLanguage(), t)
    .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
    .join(' · ');

/** The same where there is room for one column only. */
export const auditItem =
  (t: Say) =>
  (entry: AuditEntry): Item => ({
    title: `${whom(t, entry)} · ${actionText(entry, t)}`,
    detail: `${formatMoment(entry.at)} · ${doneBy(t, entry)}`,
  });

/** Each field that was touched, as it was and as it is: one line each, or all in one. */
export function Changes({ entry, inline = false }: { entry: AuditEntry; inline?: boolean }) {
  const t = useT();
  const [reader] = useLanguage();
  return (
    <span className={inline ? classes.inline : classes.changes}>
      {toldBy(entry, reader, t).map(({ field, before, after }) => (
        <span key={field} className={classes.change}>
          <span className={classes.field}>{field}</span> {before && <del>{before}</del>} {after && <ins>{after}</ins>}
        </span>
      ))}
    </span>
  );
}
