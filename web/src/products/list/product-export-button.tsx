import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import type { RequestOf } from '@storeward/contract/endpoint';
import { productColumns, productExport } from '@storeward/contract/product-import';
import { call } from '../../platform/api/api.ts';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { DownloadButton, type GeneratedFile } from '../../records/download-button.tsx';
import { Permit } from '../../ui/page/permit.tsx';

type Matching = RequestOf<typeof productExport.rows>['query'];

/** Downloads all products that match a filter as a CSV file that can be imported again. */
export function ProductExportButton({ matching = {} }: { matching?: Matching }) {
  const t = useT();
  async function createFile(): Promise<GeneratedFile> {
    const lines = [byteOrderMark, csvLine(productColumns.map(({ name }) => name))];
    let count = 0;
    let cursor: string | undefined;
    do {
      const page = await call(productExport.rows, { query: { ...matching, cursor } }, { quiet: 'logged' });
      count += page.result.length;
      lines.push(page.result.map((row) => csvLine(productColumns.map(({ name }) => row[name]))).join(''));
      cursor = page.next;
    } while (cursor !== undefined);
    const file = new Blob(lines, { type: 'text/csv' });
    const successText = t('products.export.done', { count, shown: formatNumber(count) });
    return { file, name: 'Products.csv', successText };
  }
  return (
    <Permit all={['LIST_SETTING', 'VIEW_SETTING']}>
      <DownloadButton label={t('products.export.download')} generate={createFile} />
    </Permit>
  );
}
