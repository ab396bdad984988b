import { Button, Select, TextInput } from '@mantine/core';
import { ListViewId } from '@storeward/contract/list-views';
import type { ProductView } from '@storeward/contract/products/product-views';
import { productFlaws, products, vatClasses } from '@storeward/contract/products';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { useT } from '../../platform/text/i18n.ts';
import { hasPermission, useSession } from '../../platform/session/session.ts';
import { ListScreen, NoResults } from '../../records/list-screen.tsx';
import { useRecordList } from '../../records/record-list.ts';
import { useRowSelection } from '../../records/row-selection.ts';
import { FilterChip } from '../../ui/list/filter-chip.tsx';
import { Link } from '../../ui/page/link.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { ProductBulkBar } from './product-bulk-bar.tsx';
import { productColumns, productItem } from './product-columns.tsx';
import { productName } from '../product-name.ts';
import { ProductExportMenu } from './product-export-menu.tsx';
import { productChangesPath, productCreatePath, productImportPath, productViewPath } from '../product-paths.ts';
import { ProductViewMenu } from './product-view-menu.tsx';
import { productListQuery } from '../queries.ts';

const noFilters = { search: undefined, status: undefined, vatClass: undefined, tag: undefined, flaw: undefined };
const ProductListParams = z.extend(products.list.query, { view: z.optional(ListViewId) });
const statuses = ['enabled', 'disabled'] as const;
const vatFilters = [...vatClasses, 'none'] as const;

/** Product list: server-side search, filters, sorting and paging, all kept in the URL; bulk status and export. */
export function ProductListScreen() {
  const t = useT();
  const {
    list,
    query,
    setFilter: anew,
  } = useRecordList({
    schema: ProductListParams,
    read: (request, { status, vatClass, tag, flaw }) => productListQuery({ ...request, status, vatClass, tag, flaw }),
    defaultSort: 'name:asc',
  });
  const { status, vatClass, tag, flaw } = query;
  const matching = { search: list.search || undefined, status, vatClass, tag, flaw };
  const selection = useRowSelection(JSON.stringify(matching));
  const columns = useMemo(() => productColumns(t), [t]);
  const item = useMemo(() => productItem(t), [t]);
  // a catalogue belongs to the organisation: users below its root can only read it
  const isAtTop = useSession().level === 'ORGANIZATION';
  const mayCreate = isAtTop && hasPermission(['CREATE_SETTING']);
  const mayEdit = list.rows?.some(({ can }) => can.edit) === true;
  const isFiltered = Object.values(matching).some((value) => value !== undefined);
  const applyView = (view: ProductView | undefined) =>
    anew({ ...noFilters, sort: undefined, ...view?.query, view: view?.id });
  return (
    <ListScreen
      list={list}
      title={t('app.title.products')}
      actions={
        <>
          {isAtTop && hasPermission(['CREATE_SETTING', 'EDIT_SETTING']) && (
            <Button component={Link} href={productImportPath} variant="default">
              {t('products.action.import')}
            </Button>
          )}
          {mayEdit && isAtTop && (
            <Button component={Link} href={productChangesPath} variant="default">
              {t('users.bulkChanges.all')}
            </Button>
          )}
          <ProductExportMenu matching={matching} />
          {mayCreate && (
            <Button component={Link} href={productCreatePath}>
              {t('products.action.create')}
            </Button>
          )}
        </>
      }
      searchLabel={t('products.list.search')}
      count={(counts, isEstimate) => t(isEstimate ? 'products.list.estimate' : 'products.list.count', counts)}
      filters={
        <>
          <FilterSelect
            label={t('products.field.status')}
            any={t('products.list.anyStatus')}
            options={statuses.map((value) => ({ value, label: t(`ui.status.${value}`) }))}
            value={status}
            onChange={(value) => anew({ status: statuses.find((candidate) => candidate === value) })}
          />
          <FilterSelect
            label={t('products.field.vatClass')}
            any={t('products.list.anyVat')}
            options={vatFilters.map((value) => ({ value, label: t(`products.vat.${value}`) }))}
            value={vatClass}
            width="10.75rem"
            onChange={(value) => anew({ vatClass: vatFilters.find((candidate) => candidate === value) })}
          />
          <FilterSelect
            label={t('products.list.flaw')}
            any={t('products.list.anyFlaw')}
            options={productFlaws.map((value) => ({ value, label: t(`products.flaw.${value}`) }))}
            value={flaw}
            onChange={(value) => anew({ flaw: productFlaws.find((candidate) => candidate === value) })}
          />
          {tag === undefined ? (
            <TextInput
              aria-label={t('products.list.tag')}
              placeholder={t('products.list.tag')}
              maxLength={32}
              flex={{ base: '1 1 9rem', sm: '0 0 8rem' }}
              onKeyDown={(event) => {
                const typed = event.currentTarget.value.trim();
                if (event.key === 'Enter' && typed) anew({ tag: typed });
              }}
            />
          ) : (
            <FilterChip
              label={t('products.field.tags')}
              value={tag}
              clear={{ label: t('products.list.anyTag'), onClear: () => anew({ tag: undefined }) }}
            />
          )}
        </>
      }
      layoutSwitch={
        <ProductViewMenu query={{ ...matching, sort: query.sort }} viewId={query.view} onApply={applyView} />
      }
      columns={columns}
      href={(product) => (product.can.view ? productViewPath(product) : undefined)}
      item={item}
      selection={
        mayEdit
          ? {
              isSelected: ({ id }) => selection.allSelected || selection.ids.has(id),
              select: selection.select,
              label: (product) => t('products.bulk.row', { name: productName(product) }),
              allLabel: t('products.bulk.page'),
              bar: (selection.allSelected || selection.ids.size > 0) && (
                <ProductBulkBar
                  selection={selection}
                  matching={matching}
                  count={{ total: list.total, isEstimate: list.estimated }}
                />
              ),
            }
          : undefined
      }
      emptyState={
        isFiltered ? (
          <NoResults
            title={t('products.list.nothingFound')}
            text={t('products.list.nothingFoundText')}
            clearLabel={t('products.list.clear')}
            onClear={() => anew({ ...noFilters, view: undefined })}
          />
        ) : (
          <EmptyState title={t('products.list.empty')} {...(mayCreate && { text: t('products.list.emptyText') })} />
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
  width?: string;
  onChange: (value: string | null) => void;
};

function FilterSelect({ label, any, options, value, width = '9rem', onChange }: FilterProps) {
  return (
    <Select
      aria-label={label}
      placeholder={any}
      clearable={value !== undefined}
      clearButtonProps={{ 'aria-label': any }}
      flex={{ base: `1 1 ${width}`, sm: `0 0 ${width}` }}
      styles={{ input: { textOverflow: 'ellipsis' } }}
      data={options}
      value={value ?? null}
      onChange={onChange}
    />
  );
}
