import '@mantine/core/styles/List.layer.css';
import { List, Skeleton, Stack, Text } from '@mantine/core';
import type { MediaFileId, MediaUse } from '@storeward/contract/files/media-library';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { sectionLabel } from '../platform/text/setting-labels.ts';
import { Link, type ScreenAddress } from '../ui/page/link.tsx';
import { mediaUsesQuery } from './library-queries.ts';

type Translate = ReturnType<typeof useT>;

/** The records that use a file within the user's scope, and the number of those outside. */
export function MediaUses({ id }: { id: MediaFileId }) {
  const t = useT();
  const { data, error } = useQuery({ ...mediaUsesQuery(id), meta: { quiet: true } });
  if (error) return <Text role="alert">{t('files.uses.failed')}</Text>;
  if (!data) return <Skeleton height={20} width="60%" />;
  const { uses, total, hidden } = data;
  if (total + hidden === 0) return <Text role="status">{t('files.uses.none')}</Text>;
  return (
    <Stack gap={6}>
      <List size="sm" spacing={4}>
        {uses.map((use) => (
          <List.Item key={Object.values({ ...use, node: use.node?.id }).join(' ')}>
            <UseText use={use} t={t} />
          </List.Item>
        ))}
        {total > uses.length && (
          <List.Item>{t('files.uses.more', { shown: formatNumber(total - uses.length) })}</List.Item>
        )}
      </List>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {t('files.uses.hidden', { count: hidden, shown: formatNumber(hidden) })}
        </Text>
      )}
    </Stack>
  );
}

function UseText({ use: { kind, state, section, node, recordId, name }, t }: { use: MediaUse; t: Translate }) {
  const address: ScreenAddress | undefined =
    kind === 'product' ? `/product/${recordId}/view` : node ? `/structure/${node.id}/view` : undefined;
  const details = [
    section && sectionLabel(section as Parameters<typeof sectionLabel>[0], t),
    kind === 'product' || kind === 'import' || kind === 'draft' ? t(`files.uses.${kind}`) : undefined,
    kind === 'setting' && state !== 'now' && t(`files.uses.${state}`),
  ].filter(Boolean);
  return (
    <>
      {address ? <Link href={address}>{name}</Link> : name}
      {details.length > 0 && ` · ${details.join(' · ')}`}
    </>
  );
}
