import { Group, Select, Text } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { pageQuery } from '@storeward/contract/paging';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import type { NodeValues } from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../platform/api/api.ts';
import { useT } from '../../platform/text/i18n.ts';
import { usePaginationLabels } from '../../platform/text/pagination-labels.ts';
import { fieldLabel, isSetting, sectionLabel } from '../../platform/text/setting-labels.ts';
import { useUrlQuery } from '../../platform/api/url-query.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { NotFoundState } from '../../ui/page/states.tsx';
import { sectionReachQuery, storeValuesQuery } from '../queries.ts';
import { fieldDefinition, listableSections } from '../section/section-labels.ts';
import { valueText } from '../../platform/text/setting-values.ts';

/** URL query: the setting as `section.field`, and search and page of the stores. */
const ListQuery = z.object({
  setting: z.optional(z.string()),
  search: pageQuery(['name']).shape.search,
  page: pageQuery(['name']).shape.page,
  size: pageQuery(['name']).shape.size,
});

const defaultSetting = 'nodeConfig.autoLogoutDuration';
const defaultSize = 25;

/** Parses `section.field`; an unknown setting becomes the default one. */
function parseSetting(text: string): [SectionName, string] {
  const [section = '', field = ''] = text.split('.');
  return isSetting(section, field) ? [section as SectionName, field] : parseSetting(defaultSetting);
}

/** The effective value of one setting at each store below a node, with its origin. */
export function NodeValueList({ id }: { id: NodeId }) {
  const t = useT();
  const paginationLabels = usePaginationLabels();
  const [{ setting = defaultSetting, search = '', page = 0, size = defaultSize }, setQuery] = useUrlQuery(ListQuery);
  const [section, field] = parseSetting(setting);
  const { data: reach } = useQuery({ ...sectionReachQuery(id, section), meta: { quiet: true } });
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...storeValuesQuery(id, section, { page, size, ...(search && { search }) }),
    placeholderData: (previous) => previous,
    meta: errorShownByScreen,
  });
  const title = t('app.title.nodeValues');
  const name = reach?.place.name;
  useEffect(() => {
    if (name) document.title = `${name} · ${title}`;
  }, [name, title]);
  const columns = useMemo(() => columnsFor(section, field, t), [section, field, t]);
  const rowText = ({ fields }: NodeValues) => displayValue(section, field, fields[field], t);
  const isNotFound = error instanceof ApiError && ['node.unknown', 'input.invalid'].includes(error.code);
  return (
    <ListPage
      header={
        <PageHeader
          title={title}
          crumbs={[
            { label: t('nodes.title'), href: '/structure/hierarchy' },
            { label: name ?? t('app.title.radar'), href: `/structure/radar/${id}` },
            { label: title },
          ]}
          crumbsLabel={t('imports.crumbs')}
        />
      }
      toolbar={
        <Group gap="8px 12px" w="100%">
          <Select
            flex={{ base: '1 1 100%', sm: '0 1 18rem' }}
            aria-label={t('settings.values.setting')}
            data={listableSections().map((sectionName) => ({
              group: sectionLabel(sectionName, t),
              items: Object.keys(sectionOf(sectionName).fields).map((name) => ({
                value: `${sectionName}.${name}`,
                label: fieldLabel(sectionName, name, t),
              })),
            }))}
            value={`${section}.${field}`}
            allowDeselect={false}
            searchable
            nothingFoundMessage={t('settings.choice.nothingFound')}
            onChange={(value) => setQuery({ setting: value ?? undefined })}
          />
          <SearchField
            value={search}
            label={t('settings.values.search')}
            clearLabel={t('settings.values.clear')}
            onSearch={(text) => setQuery({ search: text || undefined, page: undefined })}
          />
        </Group>
      }
      footer={
        data &&
        !error && (
          <Pagination
            page={page}
            size={size}
            total={data.total}
            {...paginationLabels}
            onPage={(newValue) => setQuery({ page: newValue || undefined })}
            onSize={(newValue) => setQuery({ page: undefined, size: newValue })}
          />
        )
      }
    >
      {isNotFound ? (
        <NotFoundState title={t('settings.radar.notFound')} />
      ) : error ? (
        <LoadError title={t('settings.radar.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={title}
          rows={data?.result}
          rowId={({ place: { id: store } }) => store}
          columns={columns}
          href={({ place: { id: store } }) => `/structure/${store}/view`}
          item={(row) => ({ title: row.place.name, detail: `${rowText(row)} · ${originText(row.fields[field], t)}` })}
          busy={isPlaceholderData}
          skeletonRows={10}
          placeholder={
            <Text c="dimmed" px="var(--page-pad)" py="xl">
              {t('settings.values.empty')}
            </Text>
          }
        />
      )}
    </ListPage>
  );
}

type Translate = ReturnType<typeof useT>;
type Value = NodeValues['fields'][string] | undefined;

const displayValue = (section: SectionName, field: string, fieldValue: Value, t: Translate): string =>
  isSecret(fieldDefinition(section, field))
    ? t(fieldValue?.isSet ? 'settings.secret.set' : 'settings.secret.notSet')
    : valueText(fieldDefinition(section, field), fieldValue?.value, t);

const originText = (fieldValue: Value, t: Translate): string =>
  fieldValue?.own
    ? t('settings.origin.here')
    : fieldValue?.source
      ? t('settings.origin.inherited', { name: fieldValue.source.name })
      : t('settings.origin.notSet');

function columnsFor(section: SectionName, field: string, t: Translate): Column<NodeValues>[] {
  return [
    {
      id: 'name',
      header: t('settings.bulk.column.name'),
      text: ({ place }) => place.name,
      cell: ({ place }) => place.name,
    },
    {
      id: 'code',
      header: t('settings.bulk.column.code'),
      width: '14%',
      muted: true,
      hidePriority: 1,
      text: ({ place }) => place.code,
      cell: ({ place }) => place.code,
    },
    {
      id: 'value',
      header: fieldLabel(section, field, t),
      width: '26%',
      text: ({ fields }) => displayValue(section, field, fields[field], t),
      cell: ({ fields }) => displayValue(section, field, fields[field], t),
    },
    {
      id: 'from',
      header: t('settings.values.origin'),
      width: '28%',
      muted: true,
      text: ({ fields }) => originText(fields[field], t),
      cell: ({ fields }) => originText(fields[field], t),
    },
  ];
}
