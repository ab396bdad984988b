import { Select } from '@mantine/core';
import { mediaKinds, mediaLibrary } from '@storeward/contract/files/media-library';
import { useMemo } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { ListScreen, NoResults } from '../records/list-screen.tsx';
import { useRecordList } from '../records/record-list.ts';
import { EmptyState } from '../ui/page/states.tsx';
import { mediaColumns, mediaItem } from './media-columns.tsx';
import { mediaListQuery } from './library-queries.ts';
import { MediaUploadButton } from './upload-button.tsx';

const uses = ['yes', 'no'] as const;

/** The media library: the stored images and videos of the organisation, by name, type and use. */
export function MediaListScreen() {
  const t = useT();
  const { list, query, setFilter } = useRecordList({
    schema: mediaLibrary.list.query,
    read: (request, { kind, used }) => mediaListQuery({ ...request, kind, used }),
    defaultSort: 'createdDate:desc',
  });
  const { kind, used } = query;
  const columns = useMemo(() => mediaColumns(t), [t]);
  const item = useMemo(() => mediaItem(t), [t]);
  const isFiltered = list.search !== '' || kind !== undefined || used !== undefined;
  return (
    <ListScreen
      list={list}
      title={t('app.title.media')}
      actions={<MediaUploadButton />}
      searchLabel={t('files.library.search')}
      count={(counts) => t('files.library.count', counts)}
      filters={
        <>
          <FilterSelect
            label={t('files.field.kind')}
            any={t('files.library.anyKind')}
            options={mediaKinds.map((value) => ({ value, label: t(`files.kind.${value}`) }))}
            value={kind}
            onChange={(value) => setFilter({ kind: mediaKinds.find((candidate) => candidate === value) })}
          />
          <FilterSelect
            label={t('files.field.use')}
            any={t('files.library.anyUse')}
            options={uses.map((value) => ({ value, label: t(`files.use.${value}`) }))}
            value={used}
            onChange={(value) => setFilter({ used: uses.find((candidate) => candidate === value) })}
          />
        </>
      }
      columns={columns}
      item={item}
      emptyState={
        isFiltered ? (
          <NoResults
            title={t('files.library.nothingFound')}
            text={t('files.library.nothingFoundText')}
            clearLabel={t('files.library.clear')}
            onClear={() => setFilter({ search: undefined, kind: undefined, used: undefined })}
          />
        ) : (
          <EmptyState title={t('files.library.empty')} text={t('files.library.emptyText')} />
        )
      }
    />
  );
}

type FilterProps = {
  label: string;
  any: string;
  options: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | null) => void;
};

const FilterSelect = ({ label, any, options, value, onChange }: FilterProps) => (
  <Select
    aria-label={label}
    placeholder={any}
    clearable={value !== undefined}
    clearButtonProps={{ 'aria-label': any }}
    flex={{ base: '1 1 9rem', sm: '0 0 11rem' }}
    data={options}
    value={value ?? null}
    onChange={onChange}
  />
);
