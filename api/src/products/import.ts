import { type ErrorCode, errors, isErrorCode } from '@storeward/contract/errors';
import { onOneLine, visibleText } from '@storeward/contract/fields';
import { readNumber } from '@storeward/contract/reference/numbers';
import { type CellError, parseStatus } from '@storeward/contract/imports';
import { productColumns } from '@storeward/contract/products/product-import';
import { type ProductDescription, ProductInput, shortDescription } from '@storeward/contract/products';
import type { Permission } from '@storeward/contract/access';
import { permits } from '@storeward/contract/access';
import type { Cells, ImportContext, ParsedRow, RowPlan, RunKind } from '../imports/kind.ts';
import { changeProducts, changesAnything, createProducts, type ProductChange } from './commands.ts';
import { productColumnAliases } from './column-aliases.ts';
import { changeError, skuError } from './policy.ts';
import { inputOf, type ProductFields } from './product-mapper.ts';
import { listProductsBySku, type StoredProduct } from './queries.ts';
import { undoProductRows } from './undo.ts';
import { mapInSlices } from '../platform/time-slices.ts';

/** The effect of a valid row: it creates a product, or changes an existing one. */
type RowChange = { readonly created: ProductFields } | { readonly changed: ProductChange };

/** The key of a row: SKUs that differ in letter case are different products. */
const keyOf = (cells: Cells) =>
  visibleText(cells.get('SKU') ?? '')
    .trim()
    .normalize('NFC');

/** The kind of product imports. */
export const productImport: RunKind<RowChange> = {
  name: 'products',
  columns: { known: productColumns, aliases: productColumnAliases, key: 'SKU' },

  parseRow: (cells) => ({ key: keyOf(cells), dependsOn: '', rank: 1 }),

  undoPermissions: () => ['EDIT_SETTING'],

  async plan(context, rows) {
    const { db, actor, writing: lock } = context;
    const keys = rows.map(({ key }) => key).filter(Boolean);
    const found = await listProductsBySku(db, actor.scope, keys, { lock });
    const bySku = new Map(found.map((product) => [product.sku, product]));
    return mapInSlices(rows, (row) => planRow(context, row, bySku.get(row.key)));
  },

  async apply(context, changes) {
    const created = changes.flatMap((change) => ('created' in change ? [change.created] : []));
    await changeProducts(
      context,
      changes.flatMap((change) => ('changed' in change ? [change.changed] : [])),
    );
    const ids = (await createProducts(context, created)).values();
    return changes.map((change) => {
      if ('created' in change) return { entityId: ids.next().value!, version: 1, before: null };
      const { before } = change.changed;
      return { entityId: before.id, version: before.version + 1, before: inputOf(before) };
    });
  },

  undo: undoProductRows,
};

function planRow({ actor }: ImportContext, row: ParsedRow, existing: StoredProduct | undefined): RowPlan<RowChange> {
  const found = { entityId: existing?.id ?? null, version: existing?.version ?? null, exclusive: false };
  const parsed = parseInput(row.cells, existing && inputOf(existing));
  const permission: Permission = existing ? 'EDIT_SETTING' : 'CREATE_SETTING';
  const denial = changeError(actor) ?? (permits(actor.permissions, [permission]) ? undefined : 'import.rightMissing');
  const cellErrors: CellError[] = [
    ...row.faults,
    ...parsed.faults,
    ...(denial ? [{ column: null, messageCode: denial }] : []),
    ...(skuError(row.key, existing?.sku) ? [{ column: 'SKU', messageCode: 'product.skuComma' }] : []),
  ];
  if (cellErrors.length > 0 || !parsed.input) return { ...found, faults: cellErrors, outcome: 'wrong' };
  if (!existing) return { ...found, faults: cellErrors, outcome: 'created', change: { created: parsed.input } };
  const changed = { before: existing, input: parsed.input };
  return changesAnything(changed)
    ? { ...found, faults: cellErrors, outcome: 'updated', change: { changed } }
    : { ...found, faults: cellErrors, outcome: 'unchanged' };
}

/** Validates the cells of a row; fields without a column keep the value of the existing product. */
function parseInput(
  cells: Cells,
  existing: ProductFields | undefined,
): { readonly input?: ProductFields; readonly faults: CellError[] } {
  const cellErrors: CellError[] = [];
  const status = cells.get('status') ? parseStatus(cells.get('status') ?? '') : (existing?.status ?? true);
  if (status === undefined) cellErrors.push({ column: 'status', messageCode: 'field.invalid' });
  const { price, error: priceError } = parsePrice(cells, existing);
  if (priceError) cellErrors.push({ column: 'price', messageCode: priceError });
  if (price && !price.currency) cellErrors.push({ column: 'currency', messageCode: 'product.currencyMissing' });
  const vatClass = cells.has('vatClass') ? cells.get('vatClass')!.trim().toLowerCase() : existing?.vatClass;
  const tags = cells.has('tags') ? cells.get('tags')!.split('|') : (existing?.tags ?? []);
  const parsed = ProductInput.safeParse({
    SKU: keyOf(cells),
    descriptions: parseDescriptions(cells, existing?.descriptions ?? []),
    imageUrls: existing?.imageUrls ?? [],
    price: price?.currency ? price : null,
    vatClass: vatClass || null,
    tags: tags.map((tag) => tag.trim()).filter(Boolean),
  });
  if (!parsed.success) {
    const byColumn = new Map(parsed.error.issues.map(({ path, message }) => [columnOf(path), message]));
    for (const [column, message] of byColumn)
      cellErrors.push({ column, messageCode: isErrorCode(message) && message in errors ? message : 'field.invalid' });
  }
  return parsed.success && status !== undefined
    ? { input: { ...parsed.data, status }, faults: cellErrors }
    : { faults: cellErrors };
}

/** The price of a row; an empty cell is no price. A file without a column for the currency keeps that of the product. */
function parsePrice(
  cells: Cells,
  existing: ProductFields | undefined,
): {
  readonly price?: { readonly amount: string; readonly currency: string };
  readonly error?: ErrorCode;
} {
  const currency = (cells.get('currency')?.trim() || existing?.price?.currency) ?? '';
  if (!cells.has('price')) return existing?.price ? { price: { amount: existing.price.amount, currency } } : {};
  const cell = cells.get('price')!.trim();
  if (cell === '') return {};
  const read = readNumber(cell);
  if ('decimal' in read) return { price: { amount: read.decimal, currency } };
  return { error: read.error === 'field.numberAmbiguous' ? read.error : 'product.priceWrong' };
}

/** The texts of a product with the name and the short description of a row; texts in other languages are kept. */
function parseDescriptions(cells: Cells, existing: readonly ProductDescription[]): ProductDescription[] {
  const first = existing[0] ?? { name: 'NAME', language: null };
  const name = cells.has('name') ? onOneLine(cells.get('name')!) : (existing[0]?.value ?? '');
  const others = existing.slice(1);
  const named = name === '' ? others : [{ ...first, value: name }, ...others];
  if (!cells.has('shortDescription')) return named;
  const text = onOneLine(cells.get('shortDescription')!);
  const index = named.findIndex(({ name: kind }) => kind === shortDescription);
  if (text === '') return named.filter((_, at) => at !== index);
  if (index === -1) return [...named, { name: shortDescription, value: text, language: null }];
  return named.map((description, at) => (at === index ? { ...description, value: text } : description));
}

/** The column that a field of the input comes from. */
function columnOf([field, index]: readonly PropertyKey[]): string {
  if (field === 'descriptions') return index === 0 ? 'name' : 'shortDescription';
  if (field === 'price') return index === 'currency' ? 'currency' : 'price';
  return String(field);
}
