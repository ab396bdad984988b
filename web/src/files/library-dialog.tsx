import {
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { type MediaFile, mediaKinds } from '@storeward/contract/files/media-library';
import { imageError, type ImageRule } from '@storeward/contract/media-types';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, formatNumber, useT } from '../platform/text/i18n.ts';
import { usePaginationLabels } from '../platform/text/pagination-labels.ts';
import { LoadError } from '../records/load-error.tsx';
import { Pagination } from '../ui/list/pagination.tsx';
import { SearchField } from '../ui/list/search-field.tsx';
import { useNarrow } from '../ui/page/viewport.ts';
import classes from './library-dialog.module.css';
import { mediaListQuery } from './library-queries.ts';
import { mediaName, shapeText, sizeText } from './media-metadata.ts';
import { MediaThumbnail } from '../ui/image/media-thumbnail.tsx';
import { Modal } from '../ui/dialog/modal.tsx';

/** The only type that a field accepts, and the rule for images. */
export type LibraryRule = { readonly kind?: 'image'; readonly imageRule?: ImageRule | undefined };

type Kind = MediaFile['kind'] | undefined;
const noKind = 'all';

type Props = {
  /** The field that the file is for. */
  readonly title: string;
  readonly rule: LibraryRule;
  /** Called with the file that was selected, if any. */
  readonly onClose: (file?: MediaFile) => void;
};

/** Chooses a file of the media library. */
export function LibraryDialog({ title, rule, onClose }: Props) {
  const t = useT();
  const paginationLabels = usePaginationLabels();
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<Kind>(rule.kind);
  const [{ page, size }, setPage] = useState({ page: 0, size: 10 });
  const { data, error, refetch } = useQuery({
    ...mediaListQuery({ search: search || undefined, kind, page, size }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const total = data?.total ?? 0;
  const toFirstPage = () => setPage({ page: 0, size });
  return (
    <Modal
      opened
      onClose={() => onClose()}
      title={`${t('app.title.media')} · ${title}`}
      size="46rem"
      fullScreen={useNarrow()}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <SearchField
            value={search}
            label={t('files.library.search')}
            clearLabel={t('ui.search.clear')}
            onSearch={(text) => {
              setSearch(text ?? '');
              toFirstPage();
            }}
          />
          {!rule.kind && (
            <SegmentedControl
              aria-label={t('files.field.kind')}
              value={kind ?? noKind}
              data={[
                { value: noKind, label: t('files.library.anyKind') },
                ...mediaKinds.map((value) => ({ value, label: t(`files.kind.${value}`) })),
              ]}
              onChange={(value) => {
                setKind(mediaKinds.find((candidate) => candidate === value));
                toFirstPage();
              }}
            />
          )}
        </Group>
        {error && !data ? (
          <LoadError title={t('ui.list.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }} spacing="sm" aria-busy={!data}>
            {data
              ? data.result.map((file) => <FileTile key={file.id} file={file} rule={rule} onChoose={onClose} />)
              : Array.from({ length: 4 }, (_, index) => <Skeleton key={index} height="9.5rem" />)}
          </SimpleGrid>
        )}
        {data && total === 0 && (
          <Text c="dimmed">
            {t(search || kind !== rule.kind ? 'files.library.nothingFound' : 'files.library.empty')}
          </Text>
        )}
        <VisuallyHidden role="status">
          {data && t('files.library.count', { count: total, shown: formatNumber(total) })}
        </VisuallyHidden>
        <Pagination
          page={page}
          size={size}
          total={total}
          {...paginationLabels}
          onPage={(next) => setPage({ page: next, size })}
          onSize={(next) => setPage({ page: 0, size: next })}
        />
      </Stack>
    </Modal>
  );
}

type TileProps = { file: MediaFile; rule: LibraryRule; onChoose: (file: MediaFile) => void };

/** A selectable file; one that is not suitable shows the reason. */
function FileTile({ file, rule: { imageRule }, onChoose }: TileProps) {
  const t = useT();
  const { kind, width, height } = file;
  const isMeasured = kind === 'image' && width !== null && height !== null;
  const error = imageRule && isMeasured ? imageError({ width, height }, imageRule) : undefined;
  return (
    <UnstyledButton
      className={classes.tile}
      miw={0}
      p="xs"
      bdrs="md"
      aria-disabled={error !== undefined}
      onClick={() => !error && onChoose(file)}
    >
      <MediaThumbnail file={file} size="tile" />
      <Text span truncate size="label" fw="var(--weight-medium)">
        {mediaName(t, file)}
      </Text>
      <Text span size="xs" lh="label" c="dimmed">
        {error ? errorMessage(error) : [shapeText(t, file), sizeText(file.bytes)].filter(Boolean).join(' · ')}
      </Text>
    </UnstyledButton>
  );
}
