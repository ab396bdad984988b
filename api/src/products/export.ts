import {
  type productExport,
  productExportPageSize,
  type ProductExportRow,
} from '@storeward/contract/products/product-import';
import { numberCell } from '@storeward/contract/reference/numbers';
import { shortDescription } from '@storeward/contract/products';
import { decodeCursor, encodeCursor, pageOf } from '../platform/database/cursor-pagination.ts';
import type { Service } from '../platform/http/pipeline/context.ts';
import { priceOf } from './product-mapper.ts';
import { listProducts, type StoredProduct } from './queries.ts';
import { productFilter } from './service.ts';

const cursorOrder = 'product export by name';

/** Pages of products for an export file. */
export const productExportService: Service<typeof productExport> = {
  async rows({ db, actor }, { query }) {
    const { size = productExportPageSize } = query;
    const filter = productFilter(query);
    const fromStart = { after: '', id: '00000000-0000-0000-0000-000000000000' };
    const cursor = decodeCursor(query.cursor, cursorOrder);
    const page = { sort: 'name', descending: false, offset: 0, limit: size };
    const { rows, count } = await listProducts(db, actor.scope, filter, page, cursor ?? fromStart);
    const counted = cursor?.totalCount ?? count;
    return pageOf(
      rows,
      size,
      counted,
      (last) => encodeCursor(cursorOrder, { after: last.sortedBy, id: last.id, totalCount: counted }),
      toExportRow,
    );
  },
};

/** The text of the first kind of description, or of another one, that a file has in its column. */
function toExportRow(product: StoredProduct): ProductExportRow {
  const { sku, descriptions, vatClass, status, tags } = product;
  const price = priceOf(product);
  return {
    SKU: sku,
    name: descriptions[0]?.value ?? '',
    shortDescription: descriptions.find(({ name }) => name === shortDescription)?.value ?? '',
    price: price ? numberCell(price.amount) : '',
    currency: price?.currency ?? '',
    vatClass: vatClass ?? '',
    tags: tags.join('|'),
    status: status ? 'enabled' : 'disabled',
  };
}
