import { type ProductColumn, productColumns, productImports } from '@storeward/contract/products/product-import';
import { products } from '@storeward/contract/products';
import { ImportPage } from '../../imports/import-page.tsx';
import { ImportRunPage } from '../../imports/import-run-page.tsx';
import type { ImportSubject } from '../../imports/import-subject.ts';
import { queryKeyOf } from '../../platform/api/api.ts';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';
import { ProductExportMenu } from '../../products/list/product-export-menu.tsx';
import { productImportPath, productListPath } from '../../products/product-paths.ts';

const invalidates = [queryKeyOf(products.list)];

/** Column labels, the same as on the product form. */
const columnLabels = {
  SKU: 'products.field.sku',
  name: 'products.field.name',
  shortDescription: 'products.kind.SHORT_DESCRIPTION',
  price: 'products.field.price',
  currency: 'products.field.currency',
  vatClass: 'products.field.vatClass',
  tags: 'products.field.tags',
  status: 'products.field.status',
} as const satisfies Record<ProductColumn, PhraseKey>;

function useImportSubject(): ImportSubject {
  const t = useT();
  return {
    endpoints: productImports,
    columns: productColumns,
    constantInput: () => undefined,
    invalidates,
    address: productImportPath,
    sampleName: 'Products',
    columnLabel: (column) => t(columnLabels[column as ProductColumn]),
    texts: {
      title: t('app.title.productImport'),
      intro: t('products.import.intro'),
      start: (count) => t('products.import.start', { count, shown: formatNumber(count) }),
    },
  };
}

/** The screen that imports and exports products. */
export function ProductImports() {
  const t = useT();
  return (
    <ImportPage
      subject={useImportSubject()}
      crumbs={[{ label: t('app.title.products'), href: productListPath }, { label: t('app.title.productImport') }]}
      actions={<ProductExportMenu />}
    />
  );
}

/** The screen of one product import. */
export function ProductImport({ id }: { id: string }) {
  const t = useT();
  return (
    <ImportRunPage
      id={id}
      subject={useImportSubject()}
      crumbs={[
        { label: t('app.title.products'), href: productListPath },
        { label: t('app.title.productImport'), href: productImportPath },
      ]}
    />
  );
}
