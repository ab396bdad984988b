import { Flex } from '@mantine/core';
import { auditEntities, type AuditEntry } from '@storeward/contract/audit';
import { isRunKind, nameOfRun } from '@storeward/contract/imports/run-kinds';
import { type t as translate, useLanguage, useT } from '../platform/text/i18n.ts';
import { currentSession } from '../platform/session/session.ts';
import { Muted } from '../ui/muted.tsx';
import classes from './audit-columns.module.css';
import { localizedChanges } from './audit-labels.ts';
import type { ScreenAddress } from '../ui/page/link.tsx';

type Translate = typeof translate;

/** The actor's name, if the user may see it. */
export const actorText = (t: Translate, { actorName, actorId }: AuditEntry) =>
  actorName ?? t(actorId ? 'audit.list.hiddenActor' : 'audit.list.anonymous');

/** URL of the entry's entity; undefined if it has no page. */
export function entityUrl({ entity, entityId }: AuditEntry): ScreenAddress | undefined {
  if (entity === 'user') return `/user/${entityId}/view`;
  if (entity === 'role') return `${currentSession().level === 'GLOBAL' ? '/roles' : '/role'}/${entityId}/view`;
  if (entity === 'product') return `/product/${entityId}/view`;
  return entity === 'node' ? `/structure/${entityId}/view` : undefined;
}

/** The item’s name, or its kind if the reader may not see it. */
export const entityText = (t: Translate, { entityName, entity }: AuditEntry) =>
  entityName ?? (isEntity(entity) ? t(`audit.entity.${entity}`) : entity);
const isEntity = (name: string): name is (typeof auditEntities)[number] =>
  (auditEntities as readonly string[]).includes(name);
/** Whether an entry represents the entries of a run. */
export const isRun = (
  { run }: AuditEntry,
  filter: { run?: string | undefined; search?: string | undefined },
): boolean => run !== null && run.entries > 1 && !filter.run && !filter.search;

/** The kind of a run with the name of its file. */
export function runText(t: Translate, { run }: Pick<AuditEntry, 'run'>): string {
  const kind = run?.kind ?? '';
  const title = t(isRunKind(kind) ? `figures.run.${kind}` : 'audit.run.unknown');
  const name = nameOfRun({ kind, fileName: run?.fileName ?? '' });
  return name ? `${title}: ${name}` : title;
}

/** The changed fields before and after, one per line or inline. */
export function Changes({ entry, inline = false }: { entry: AuditEntry; inline?: boolean }) {
  const t = useT();
  const [language] = useLanguage();
  return (
    <Flex
      component="span"
      className={inline ? (classes.inline ?? '') : ''}
      display={inline ? 'inline' : 'flex'}
      direction="column"
      gap={2}
    >
      {localizedChanges(entry, language, t).map(({ field, before, after }, index) => (
        <span key={`${index} ${field}`}>
          <Muted>{field}</Muted> {before && <del>{before}</del>} {after && <ins>{after}</ins>}
        </span>
      ))}
    </Flex>
  );
}
