import { Group, Text } from '@mantine/core';
import type { ProductRow } from '@storeward/contract/products';
import { currentLanguage, formatDateOrTime, type useT } from '../../platform/text/i18n.ts';
import type { ListItem } from '../../ui/list/data-items.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { moneyText } from '../../platform/text/decimal-text.ts';
import { Tag } from '../../ui/tag.tsx';
import { ProductActions } from '../product-actions.tsx';
import { ProductImage } from '../product-image.tsx';
import { ProductStatus } from '../product-status.tsx';

type Translate = ReturnType<typeof useT>;

export const productColumns = (t: Translate): Column<ProductRow>[] => [
  {
    id: 'name',
    header: t('products.field.name'),
    sortable: true,
    text: ({ name }) => name ?? t('products.field.noName'),
    cell: ({ name, imageUrls, sameSku }) => (
      <Group gap={12} wrap="nowrap" miw={0} component="span">
        <ProductImage imageUrls={imageUrls} />
        {name ? (
          <Text span truncate>
            {name}
          </Text>
        ) : (
          <Tag tone="warn">{t('products.field.noName')}</Tag>
        )}
        {sameSku && <Tag tone="warn">{t('products.field.sameSku')}</Tag>}
      </Group>
    ),
  },
  {
    id: 'SKU',
    header: t('products.field.sku'),
    sortable: true,
    width: '9rem',
    text: ({ SKU }) => SKU,
    cell: ({ SKU }) => SKU,
  },
  {
    id: 'price',
    header: t('products.field.price'),
    align: 'end',
    width: '6.5rem',
    cell: ({ price }) => moneyText(price, currentLanguage()) || '–',
  },
  {
    id: 'vatClass',
    header: t('products.field.vatClass'),
    hidePriority: 2,
    width: '6.5rem',
    cell: ({ vatClass }) => (vatClass ? t(`products.vat.${vatClass}`) : <Muted>{t('products.vat.none')}</Muted>),
  },
  {
    id: 'tags',
    header: t('products.field.tags'),
    hidePriority: 3,
    muted: true,
    width: '9rem',
    text: ({ tags }) => tags.join(', '),
    cell: ({ tags }) => tags.join(', ') || '–',
  },
  {
    id: 'status',
    header: t('products.field.status'),
    width: '7rem',
    cell: ({ status }) => <ProductStatus status={status} />,
  },
  {
    id: 'updatedDate',
    header: t('products.field.changed'),
    sortable: true,
    muted: true,
    hidePriority: 3,
    width: '8rem',
    text: ({ updatedDate }) => formatDateOrTime(updatedDate),
    cell: ({ updatedDate }) => formatDateOrTime(updatedDate),
  },
  {
    id: 'menu',
    header: t('products.list.actions'),
    hiddenHeader: true,
    width: '4.25rem',
    align: 'end',
    cell: (product) => <ProductActions product={product} placement="row" />,
  },
];

export const productItem =
  (t: Translate) =>
  (product: ProductRow): ListItem => ({
    title: product.name ?? t('products.field.noName'),
    detail: [product.SKU, moneyText(product.price, currentLanguage())].filter(Boolean).join(' · '),
    trailing: <ProductStatus status={product.status} />,
  });
