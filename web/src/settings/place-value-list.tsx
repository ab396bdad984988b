import { Select } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { pageQuery } from '@storeward/contract/paging';
import type { PlaceValues } from '@storeward/contract/settings/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../platform/api.ts';
import { useT } from '../platform/i18n.ts';
import { usePaginationWords } from '../platform/pagination-words.ts';
import { fieldLabel, isSetting, sectionLabel } from '../platform/setting-names.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { NotFoundState } from '../ui/states.tsx';
import { reachOf, valuesBelow } from './queries.ts';
import { declared, listed, valueText } from './section-words.ts';
import classes from './place-value-list.module.css';

/** What the list keeps in the address: which setting, and which part of the stores. */
const InAddress = z.object({
  setting: z.optional(z.string()),
  search: pageQuery(['name']).shape.search,
  page: pageQuery(['name']).shape.page,
  size: pageQuery(['name']).shape.size,
});

const usual = 'nodeConfig.autoLogoutDuration';
const usualSize = 25;

/** The setting that an address names, and its section. */
function settingIn(words: string): [SectionName, string] {
  const [section = '', field = ''] = words.split('.');
  return isSetting(section, field) ? [section as SectionName, field] : settingIn(usual);
}

/** What counts at each store below a place of one setting, and where it comes from. */
export function PlaceValueList({ id }: { id: NodeId }) {
  const t = useT();
  const inWords = usePaginationWords();
  const [{ setting = usual, search = '', page = 0, size = usualSize }, setQuery] = useUrlQuery(InAddress);
  const [section, field] = settingIn(setting);
  const { data: place } = useQuery({ ...reachOf(id, section), meta: { quiet: true } });
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...valuesBelow(id, section, { page, size, ...(search && { search }) }),
    placeholderData: (before) => before,
    meta: drawnHere,
  });
  const title = t('app.title.placeValues');
  const name = place?.place.name;
  useEffect(() => {
    if (name) document.title = `${name} · ${title}`;
  }, [name, title]);
  const columns = useMemo(() => columnsFor(section, field, t), [section, field, t]);
  const said = ({ fields }: PlaceValues) => valueOf(section, field, fields[field], t);
  const unknown = error instanceof ApiError && ['node.unknown', 'input.invalid'].includes(error.code);
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
        <div className={classes.tools}>
          <Select
            className={classes.setting ?? ''}
            aria-label={t('settings.values.setting')}
            data={listed().map((one) => ({
              group: sectionLabel(one, t),
              items: Object.keys(sectionOf(one).fields).map((name) => ({
                value: `${one}.${name}`,
                label: fieldLabel(one, name, t),
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
            onSearch={(words) => setQuery({ search: words || undefined, page: undefined })}
          />
        </div>
      }
      footer={
        data &&
        !error && (
          <Pagination
            page={page}
            size={size}
            total={data.total}
            usualSize={usualSize}
            {...inWords}
            onPage={(wanted) => setQuery({ page: wanted || undefined })}
            onSize={(wanted) => setQuery({ page: undefined, size: wanted })}
          />
        )
      }
    >
      {unknown ? (
        <NotFoundState title={t('settings.radar.notFound')} />
      ) : error ? (
        <LoadFailure title={t('settings.radar.failed')} fault={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={title}
          rows={data?.result}
          rowId={({ place: { id: store } }) => store}
          columns={columns}
          href={({ place: { id: store } }) => `/structure/${store}/view`}
          item={(row) => ({ title: row.place.name, detail: `${said(row)} · ${fromOf(row.fields[field], t)}` })}
          busy={isPlaceholderData}
          skeletonRows={10}
          placeholder={<p className={classes.none}>{t('settings.values.none')}</p>}
        />
      )}
    </ListPage>
  );
}

type T = ReturnType<typeof useT>;
type Value = PlaceValues['fields'][string] | undefined;

const valueOf = (section: SectionName, field: string, said: Value, t: T): string =>
  declared(section, field).kind === 'secret'
    ? t(said?.isSet ? 'settings.secret.set' : 'settings.secret.notSet')
    : valueText(declared(section, field), said?.value, t);

const fromOf = (said: Value, t: T): string =>
  said?.own
    ? t('settings.from.here')
    : said?.source
      ? t('settings.from.inherited', { name: said.source.name })
      : t('settings.from.nobody');

function columnsFor(section: SectionName, field: string, t: T): Column<PlaceValues>[] {
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
      drop: 1,
      text: ({ place }) => place.code,
      cell: ({ place }) => place.code,
    },
    {
      id: 'value',
      header: fieldLabel(section, field, t),
      width: '26%',
      text: ({ fields }) => valueOf(section, field, fields[field], t),
      cell: ({ fields }) => valueOf(section, field, fields[field], t),
    },
    {
      id: 'from',
      header: t('settings.values.from'),
      width: '28%',
      muted: true,
      text: ({ fields }) => fromOf(fields[field], t),
      cell: ({ fields }) => fromOf(fields[field], t),
    },
  ];
}
