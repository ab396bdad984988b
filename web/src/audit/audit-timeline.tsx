import { Flex, Text } from '@mantine/core';
import type { AuditEntry } from '@storeward/contract/audit';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, useT } from '../platform/text/i18n.ts';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { Link } from '../ui/page/link.tsx';
import { Muted } from '../ui/muted.tsx';
import { Permit } from '../ui/page/permit.tsx';
import { Changes, actorText } from './audit-columns.tsx';
import { actionText, reasonText } from './audit-labels.ts';
import { auditQuery } from './queries.ts';

type Props = { id: string };

/** The last ten audit entries of a record, with a link to all; hidden without permission to view the audit. */
export function AuditTimeline(props: Props) {
  return (
    <Permit all={['VIEW_USER', 'VIEW_NODE']}>
      <Timeline {...props} />
    </Permit>
  );
}

function Timeline({ id }: Props) {
  const t = useT();
  const { data } = useQuery({ ...auditQuery({ entityId: id, size: 10 }), meta: { quiet: true } });
  if (!data || data.result.length === 0) return null;
  return (
    <FormSection
      title={t('audit.timeline.title')}
      text={<Link href={`/audit-trail?entityId=${id}`}>{t('audit.timeline.more')}</Link>}
    >
      <FullWidth>
        <Flex component="ol" direction="column" gap="sm">
          {data.result.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </Flex>
      </FullWidth>
    </FormSection>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useT();
  return (
    <Flex component="li" direction={{ base: 'column', sm: 'row' }} gap="4px 16px">
      <Text span c="dimmed" w="10.5rem" flex="none">
        {formatDateTime(entry.at)}
      </Text>
      <Flex component="span" direction="column" gap={2} miw={0}>
        <span>
          {actionText(entry, t)} · <Muted>{actorText(t, entry)}</Muted>
        </span>
        <Changes entry={entry} />
        {entry.reason && (
          <span>
            <Muted>{t('audit.detail.reason')}</Muted> {reasonText(entry.reason)}
          </span>
        )}
      </Flex>
    </Flex>
  );
}
