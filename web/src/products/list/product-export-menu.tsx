import type { RequestOf } from '@storeward/contract/endpoint';
import { productColumns, productExport } from '@storeward/contract/products/product-import';
import { call } from '../../platform/api/api.ts';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { createTableFile } from '../../platform/workbook/table-file.ts';
import { type ExportedTable, ExportMenu } from '../../records/export-menu.tsx';
import { Permit } from '../../ui/page/permit.tsx';

type Matching = RequestOf<typeof productExport.rows>['query'];

/** Exports all products that match a filter as a file that can be imported again. */
export function ProductExportMenu({ matching = {} }: { matching?: Matching }) {
  const t = useT();
  const generate: ExportedTable = async (format) => {
    let count = 0;
    async function* pages() {
      yield [productColumns.map(({ name }): string => name)];
      let cursor: string | undefined;
      do {
        const page = await call(productExport.rows, { query: { ...matching, cursor } }, { quiet: 'logged' });
        count += page.result.length;
        yield page.result.map((row) => productColumns.map(({ name }): string => row[name]));
        cursor = page.next;
      } while (cursor !== undefined);
    }
    const file = await createTableFile(format, 'Products', pages());
    return { ...file, successText: t('products.export.done', { count, shown: formatNumber(count) }) };
  };
  return (
    <Permit all={['LIST_SETTING', 'VIEW_SETTING']}>
      <ExportMenu label={t('products.export.download')} generate={generate} />
    </Permit>
  );
}
