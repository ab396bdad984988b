import { productBulkRuns } from '@storeward/contract/products/product-bulk';
import { products } from '@storeward/contract/products';
import { ImportRunPage } from '../../imports/import-run-page.tsx';
import type { ImportSubject } from '../../imports/import-subject.ts';
import { queryKeyOf } from '../../platform/api/api.ts';
import { useT } from '../../platform/text/i18n.ts';
import { productChangeLabels, productChangeTitle } from '../../products/list/product-change-labels.ts';
import { productChangesPath, productListPath } from '../../products/product-paths.ts';
import type { Crumb } from '../../ui/page/page-header.tsx';
import { BulkChangeList } from './bulk-change-list.tsx';

/** The list of earlier changes of many products. */
export function ProductChanges() {
  const t = useT();
  return (
    <BulkChangeList
      endpoints={productBulkRuns}
      address={productChangesPath}
      title={t('app.title.productChanges')}
      titleOf={(run) => t(productChangeTitle(run))}
      labelKeys={productChangeLabels}
      empty={{ title: t('products.changes.empty'), text: t('products.changes.emptyText') }}
    />
  );
}

const headings = { SKU: 'products.field.sku', name: 'products.field.name', uses: 'products.changes.uses' } as const;

function useImportSubject(): ImportSubject {
  const t = useT();
  return {
    endpoints: productBulkRuns,
    columns: [],
    invalidates: [queryKeyOf(products.list)],
    address: productChangesPath,
    sampleName: '',
    labelKeys: productChangeLabels,
    titleOf: (run) => t(productChangeTitle(run)),
    columnHeading: (column) => t(headings[column as keyof typeof headings]),
    texts: { title: t('app.title.productChanges'), intro: '', start: () => t('imports.step.resume') },
  };
}

/** The screen of one change of many products: its progress, its result per product and the undo. */
export function ProductChange({ id }: { id: string }) {
  const t = useT();
  const crumbs: Crumb[] = [
    { label: t('app.title.products'), href: productListPath },
    { label: t('app.title.productChanges'), href: productChangesPath },
  ];
  return <ImportRunPage id={id} subject={useImportSubject()} crumbs={crumbs} />;
}
