import { Group, Text } from '@mantine/core';
import type { MediaFile } from '@storeward/contract/files/media-library';
import { formatDateOrTime, type useT } from '../platform/text/i18n.ts';
import type { ListItem } from '../ui/list/data-items.tsx';
import type { Column } from '../ui/list/data-table.tsx';
import { Muted } from '../ui/muted.tsx';
import { Tag } from '../ui/tag.tsx';
import { MediaActions } from './media-actions.tsx';
import { mediaName, shapeText, sizeText } from './media-metadata.ts';
import { MediaThumbnail } from '../ui/image/media-thumbnail.tsx';

type Translate = ReturnType<typeof useT>;

const usageTag = (t: Translate, { used }: MediaFile) =>
  used ? <Tag>{t('files.use.yes')}</Tag> : <Muted>{t('files.use.no')}</Muted>;

export const mediaColumns = (t: Translate): Column<MediaFile>[] => [
  {
    id: 'name',
    header: t('files.field.name'),
    sortable: true,
    text: (file) => mediaName(t, file),
    cell: (file) => (
      <Group gap={12} wrap="nowrap" miw={0} component="span">
        <MediaThumbnail file={file} />
        <Text span truncate>
          {mediaName(t, file)}
        </Text>
      </Group>
    ),
  },
  {
    id: 'kind',
    header: t('files.field.kind'),
    hidePriority: 3,
    width: '7rem',
    cell: ({ kind }) => t(`files.kind.${kind}`),
  },
  {
    id: 'shape',
    header: t('files.field.shape'),
    hidePriority: 2,
    muted: true,
    width: '11rem',
    cell: (file) => shapeText(t, file) || '–',
  },
  {
    id: 'bytes',
    header: t('files.field.size'),
    sortable: true,
    align: 'end',
    width: '6.5rem',
    cell: ({ bytes }) => sizeText(bytes),
  },
  { id: 'used', header: t('files.field.use'), width: '7rem', cell: (file) => usageTag(t, file) },
  {
    id: 'createdDate',
    header: t('files.field.uploaded'),
    sortable: true,
    muted: true,
    hidePriority: 3,
    width: '8rem',
    text: ({ createdDate }) => formatDateOrTime(createdDate),
    cell: ({ createdDate }) => formatDateOrTime(createdDate),
  },
  {
    id: 'createdBy',
    header: t('files.field.uploadedBy'),
    hidePriority: 2,
    muted: true,
    width: '9rem',
    text: ({ createdBy }) => createdBy ?? '',
    cell: ({ createdBy }) => createdBy ?? '–',
  },
  {
    id: 'menu',
    header: t('files.library.actions'),
    hiddenHeader: true,
    width: '4.25rem',
    align: 'end',
    cell: (file) => <MediaActions file={file} />,
  },
];

export const mediaItem =
  (t: Translate) =>
  (file: MediaFile): ListItem => ({
    title: mediaName(t, file),
    detail: [shapeText(t, file), sizeText(file.bytes)].filter(Boolean).join(' · '),
    trailing: usageTag(t, file),
  });
