import { auditEntities, type AuditEntry } from '@storeward/contract/audit';
import { currentLanguage, formatDateTime, type t as translate, useLanguage, useT } from '../platform/i18n.ts';
import { currentSession } from '../platform/session.ts';
import type { ListItem } from '../ui/data-items.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Muted } from '../ui/muted.tsx';
import classes from './audit-columns.module.css';
import { actionText, localizedChanges } from './audit-labels.ts';
import type { ScreenAddress } from '../ui/link.tsx';

type Translate = typeof translate;

/** The actor's name, as far as the user may see it. */
export const actorText = (t: Translate, { actorName, actorId }: AuditEntry) =>
  actorName ?? t(actorId ? 'audit.list.hiddenActor' : 'audit.list.anonymous');

/** URL of the entry's entity; undefined if it has no page. */
export function entityUrl({ entity, entityId }: AuditEntry): ScreenAddress | undefined {
  if (entity === 'user') return `/user/${entityId}/view`;
  if (entity === 'role') return `${currentSession().level === 'GLOBAL' ? '/roles' : '/role'}/${entityId}/view`;
  return entity === 'node' ? `/structure/${entityId}/view` : undefined;
}

export const auditColumns = (t: Translate): Column<AuditEntry>[] => [
  {
    id: 'whom',
    header: t('audit.field.entity'),
    text: (entry) => entityText(t, entry),
    cell: (entry) => <span>{entityText(t, entry)}</span>,
  },
  {
    id: 'what',
    header: t('audit.field.action'),
    width: 'clamp(8.5rem, 12vw, 12rem)',
    cell: (entry) => actionText(entry, t),
  },
  {
    id: 'changes',
    header: t('audit.field.changes'),
    width: '26%',
    hidePriority: 1,
    text: (entry) => changesText(t, entry),
    cell: (entry) => <Changes entry={entry} inline />,
  },
  {
    id: 'who',
    header: t('audit.field.actor'),
    width: 'clamp(8.5rem, 13vw, 13rem)',
    text: (entry) => actorText(t, entry),
    cell: (entry) => actorText(t, entry),
  },
  { id: 'at', header: t('audit.field.at'), width: '12.5rem', muted: true, cell: ({ at }) => formatDateTime(at) },
  {
    id: 'address',
    header: t('audit.field.address'),
    width: '8.5rem',
    muted: true,
    hidePriority: 2,
    cell: ({ address }) => address,
  },
];

const entityText = (t: Translate, { entityName, entity }: AuditEntry) =>
  entityName ?? (isEntity(entity) ? t(`audit.entity.${entity}`) : entity);
const isEntity = (name: string): name is (typeof auditEntities)[number] =>
  (auditEntities as readonly string[]).includes(name);
const changesText = (t: Translate, entry: AuditEntry) =>
  localizedChanges(entry, currentLanguage(), t)
    .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
    .join(' · ');

/** An entry as a list item for narrow screens. */
export const auditItem =
  (t: Translate) =>
  (entry: AuditEntry): ListItem => ({
    title: `${entityText(t, entry)} · ${actionText(entry, t)}`,
    detail: `${formatDateTime(entry.at)} · ${actorText(t, entry)}`,
  });

/** The changed fields before and after, one per line or inline. */
export function Changes({ entry, inline = false }: { entry: AuditEntry; inline?: boolean }) {
  const t = useT();
  const [language] = useLanguage();
  return (
    <span className={inline ? classes.inline : classes.changes}>
      {localizedChanges(entry, language, t).map(({ field, before, after }) => (
        <span key={field}>
          <Muted>{field}</Muted> {before && <del>{before}</del>} {after && <ins>{after}</ins>}
        </span>
      ))}
    </span>
  );
}
