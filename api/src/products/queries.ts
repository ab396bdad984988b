import { normalised, normalisedCode } from '@storeward/contract/fields';
import { searchText, searchWords } from '@storeward/contract/search';
import { exactCountLimit, type PageParams } from '@storeward/contract/paging';
import type { ProductDescription, productFlaws, ProductId, VatClass } from '@storeward/contract/products';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { containsPattern, type Cursor } from '../platform/database/cursor-pagination.ts';
import { isUnspaced, productSearchKeys, searchKeysOf } from './search-keys.ts';

/** A stored product; `sameSku` says that another one has the SKU in other letter case, `price` has three decimals. */
export type StoredProduct = {
  readonly id: ProductId;
  readonly sku: string;
  readonly descriptions: readonly ProductDescription[];
  readonly imageUrls: readonly string[];
  readonly price: string | null;
  readonly currency: string | null;
  readonly vatClass: VatClass | null;
  readonly status: boolean;
  readonly tags: readonly string[];
  readonly sameSku: boolean;
  readonly createdDate: string;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly version: number;
};

/** Selects products: `words` of their names or SKUs, `nameWords` of their names alone, and the beginning of a SKU. */
export type ProductFilter = {
  readonly words: string;
  readonly nameWords: string;
  readonly skuPrefix: string;
  readonly status?: 'enabled' | 'disabled' | undefined;
  readonly vatClass?: VatClass | 'none' | undefined;
  readonly tag?: string | undefined;
  readonly flaw?: (typeof productFlaws)[number] | undefined;
};

/** The words by which a name or a SKU is found, each in all its spellings. */
const searchedWords = (text: string): string[] =>
  searchText(...text.split(/\s+/u))
    .split(' ')
    .filter(Boolean);

/** The text and the keys by which a product is found: the words of its names, a line break, and its SKU, each part after a space. */
export function searchColumnsOf(orgId: string, names: readonly string[], sku: string) {
  return {
    search_text: `${searchText(...names.flatMap((name) => name.split(/\s+/u)))}\n${searchText(sku)}`,
    search_keys: productSearchKeys(
      orgId,
      (names.length > 0 ? names : ['']).map((name) => [...searchedWords(name), ...searchText(sku).trim().split(' ')]),
    ),
  };
}

/** The words of a search; a search without a letter or digit is returned unchanged and matches nothing. */
function wordsOf(text: string): string[] {
  const words = searchWords(text);
  return words.length > 0 || text.trim() === '' ? words : [normalised(text)];
}

const beginningPattern = (word: string): string => containsPattern(isUnspaced(word) ? word : ` ${word}`);

/** A pattern of two Latin letters matches beginnings of words only: the trigram index cannot find them within a word. */
const partPattern = (word: string): string => containsPattern(/^[a-z\d]{1,2}$/.test(word) ? ` ${word}` : word);

const patternsOf = ({ words, nameWords }: ProductFilter, patternOf: (word: string) => string): string[] => [
  ...wordsOf(words).map(patternOf),
  ...wordsOf(nameWords).map((word) => `${patternOf(word)}\n%`),
];

/** The filter as the first arguments of the SQL function: keys, patterns of beginnings and of parts of words, and SKU. */
const searchArguments = ({ orgId }: Scope, filter: ProductFilter) => sql`
  ${searchKeysOf(orgId, [...wordsOf(filter.words), ...wordsOf(filter.nameWords)])}::int[], ${patternsOf(filter, beginningPattern)},
  ${patternsOf(filter, partPattern)}, ${normalised(filter.skuPrefix)}`;

const attributesOf = ({ status, vatClass, tag, flaw }: ProductFilter) =>
  sql`${JSON.stringify({ status, vatClass, tag, flaw })}::jsonb`;

/** The filter as arguments of the SQL function. */
export const filterArguments = (scope: Scope, filter: ProductFilter) => ({
  search: searchArguments(scope, filter),
  attributes: attributesOf(filter),
});

const ownColumns = sql`p.id, p.sku, p.descriptions, p.image_urls as "imageUrls", p.price::text as price, p.currency, p.vat_class as "vatClass",
  p.status, p.tags, p.created_date as "createdDate", p.created_by as "createdBy", p.updated_date as "updatedDate", p.updated_by as "updatedBy", p.version`;
const columns = sql`${ownColumns}, exists (
  select from products o where o.org_id = p.org_id and o.sku_shape = p.sku_shape and o.id <> p.id and o.deleted_date is null) as "sameSku"`;

const sortColumns: Record<string, string> = { name: 'name_norm', SKU: 'sku_norm', updatedDate: 'updated_date' };

/** How many results of a search by words are counted exactly: the count has to be fast, and users do not page through more. */
const wordsCountLimit = 1_000;

/** The number of products found: exact up to a limit, beyond that an estimate. */
export type ProductCount = { readonly total: number; readonly totalIsEstimate?: true };

/** A page of products with one more row, which shows that there is a next page; one with exactly the SKU comes first. */
export async function listProducts(
  db: Db,
  scope: Scope,
  filter: ProductFilter,
  { sort, descending, offset, limit }: Pick<PageParams, 'sort' | 'descending' | 'offset' | 'limit'>,
  cursor?: Cursor,
): Promise<{ rows: (StoredProduct & { sortedBy: string })[]; count: ProductCount }> {
  const column = sql.ref(`p.${sortColumns[sort] ?? 'name_norm'}`);
  const exact = cursor ? '' : normalisedCode(filter.skuPrefix || filter.words);
  const most = filter.words || filter.nameWords ? wordsCountLimit : exactCountLimit;
  const rows = await db.many(sql<StoredProduct & { sortedBy: string; total: number; estimated: boolean }>`
    select ${columns}, ${column}::text as "sortedBy", page.total, page.estimated
      from find_products(${searchArguments(scope, filter)}, ${exact}, ${attributesOf(filter)}, ${sort}, ${descending}, ${cursor?.after ?? null},
             ${cursor?.id ?? null}, ${cursor ? 0 : offset}, ${limit + 1}, ${most}) with ordinality as page (id, total, estimated, position)
      join products p on p.org_id = ${scope.orgId} and p.id = page.id
     order by page.position`);
  const [first] = rows;
  const count = first ? toCount(first) : offset > 0 ? await countProducts(db, scope, filter) : { total: 0 };
  return { rows, count };
}

async function countProducts(
  db: Db,
  scope: Scope,
  filter: ProductFilter,
  most = exactCountLimit,
): Promise<ProductCount> {
  const row = await db.first(sql<{ total: number; estimated: boolean }>`
    select total, estimated from find_products(${searchArguments(scope, filter)}, '', ${attributesOf(filter)}, 'name', false, null, null, 0, 1, ${most})`);
  return row ? toCount(row) : { total: 0 };
}

const toCount = ({ total, estimated }: { readonly total: number; readonly estimated: boolean }): ProductCount =>
  estimated ? { total, totalIsEstimate: true } : { total };

export async function findProduct(db: Db, { orgId }: Scope, id: string): Promise<StoredProduct | undefined> {
  return db.first(sql<StoredProduct>`
    select ${columns} from products p where p.org_id = ${orgId} and p.id = ${id} and p.deleted_date is null`);
}

/** Products by id, locked in the order of their ids until the end of the transaction; `sameSku` is not looked up. */
export async function lockProducts(db: Db, { orgId }: Scope, ids: readonly string[]): Promise<StoredProduct[]> {
  return db.many(sql<StoredProduct>`
    select ${ownColumns}, false as "sameSku" from products p where p.org_id = ${orgId} and p.id = any(${[...ids]}) and p.deleted_date is null
     order by p.id for no key update`);
}

/** The uses of products by settings within the scope, and how many there are. */
export async function listProductUses(
  db: Db,
  { orgId }: Scope,
  ids: readonly string[],
  limit: number,
): Promise<{ sku: string; section: string; nodeId: string; nodeName: string; nodeType: string; total: number }[]> {
  return db.many(sql<{
    sku: string;
    section: string;
    nodeId: string;
    nodeName: string;
    nodeType: string;
    total: number;
  }>`
    select u.sku, u.section, u.node_id as "nodeId", u.node_name as "nodeName", u.node_type as "nodeType", u.total
      from product_uses(array(select p.sku from products p where p.org_id = ${orgId} and p.id = any(${[...ids]}) and p.deleted_date is null), ${limit}) u`);
}

/** Products by SKU, locked if they are to be changed; `sameSku` is not looked up. */
export async function listProductsBySku(
  db: Db,
  { orgId }: Scope,
  skus: readonly string[],
  { lock }: { readonly lock: boolean },
): Promise<StoredProduct[]> {
  return db.many(sql<StoredProduct>`
    select ${ownColumns}, false as "sameSku" from products p where p.org_id = ${orgId} and p.sku = any(${[...skus]}) and p.deleted_date is null
     order by p.id${lock ? sql` for no key update` : sql``}`);
}
