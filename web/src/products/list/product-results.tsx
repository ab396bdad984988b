import { Box, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ProductRow } from '@storeward/contract/products';
import type { ReactNode } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { usePaginationLabels } from '../../platform/text/pagination-labels.ts';
import { LoadError } from '../../records/load-error.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { SkeletonLine } from '../../ui/page/skeleton.tsx';
import { ProductImage } from '../product-image.tsx';
import { productName } from '../product-name.ts';
import { beyondLimitText, type ProductSearch } from '../product-search.ts';
import classes from './product-results.module.css';

type Props = {
  readonly label: string;
  readonly search: ProductSearch;
  /** The last column: its header, which is available to screen readers only, and its cells. */
  readonly action: {
    readonly header: string;
    readonly isHidden?: boolean;
    readonly cell: (product: ProductRow) => ReactNode;
  };
};

/** The results of a product search in a dialog, in pages, with the states of loading, failure and no result. */
export function ProductResults({ label, search, action }: Props) {
  const t = useT();
  const paginationLabels = usePaginationLabels();
  const { rows, isSearching, error, total, matches } = search;
  if (error)
    return (
      <Box px="var(--page-pad)" py={16}>
        <LoadError title={t('products.results.failed')} error={error} onRetry={search.retry} />
      </Box>
    );
  const beyondLimit = rows && beyondLimitText(total, matches, t);
  const isWaiting = isSearching && (rows === undefined || rows.length === 0);
  return (
    <>
      <Table className={classes.table ?? ''} layout="fixed" aria-label={label} aria-busy={isSearching}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w="8rem">
              {t('products.results.sku')}
            </Table.Th>
            <Table.Th scope="col">{t('products.results.name')}</Table.Th>
            <Table.Th scope="col" ta="end" w={action.isHidden ? '9.5rem' : '6rem'}>
              {action.isHidden ? <VisuallyHidden>{action.header}</VisuallyHidden> : action.header}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {isWaiting
            ? Array.from({ length: search.size }, (_, index) => (
                <Table.Tr key={index} aria-hidden>
                  <Table.Td colSpan={3}>
                    <SkeletonLine />
                  </Table.Td>
                </Table.Tr>
              ))
            : rows?.map((product) => (
                <Table.Tr key={product.id}>
                  <Table.Td>{product.SKU}</Table.Td>
                  <Table.Td>
                    <Group gap={10} wrap="nowrap">
                      <ProductImage imageUrls={product.imageUrls} />
                      <Text span lineClamp={3}>
                        {productName(product)}
                        <Text span display="block" hiddenFrom="sm" size="xs" lh="inherit" c="dimmed">
                          {product.SKU}
                        </Text>
                      </Text>
                    </Group>
                  </Table.Td>
                  <Table.Td className={classes.actionCell}>{action.cell(product)}</Table.Td>
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
      {!isWaiting && (rows === undefined || rows.length === 0) && (
        <Text size="label" c="dimmed" px="var(--page-pad)" py={16}>
          {rows === undefined ? t('products.results.start') : t('products.list.nothingFound')}
        </Text>
      )}
      <VisuallyHidden role="status">
        {isSearching
          ? t('products.results.searching')
          : rows && (beyondLimit ?? t('products.list.count', { count: total, shown: formatNumber(total) }))}
      </VisuallyHidden>
      {!isWaiting && beyondLimit && (
        <Text size="label" c="dimmed" px="var(--page-pad)" py={12} aria-hidden>
          {beyondLimit}
        </Text>
      )}
      {!isWaiting && (
        <Pagination
          page={search.page}
          size={search.size}
          total={total}
          {...paginationLabels}
          onPage={search.toPage}
          onSize={search.setSize}
        />
      )}
    </>
  );
}
