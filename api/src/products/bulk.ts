import { namedChanges } from '@storeward/contract/first-changes';
import {
  maxChangedProducts,
  type productBulk,
  type ProductBulkRequest,
  ProductBulkTask,
} from '@storeward/contract/products/product-bulk';
import type { ImportRuns, RowPlan, RunKind } from '../imports/kind.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { ApiError, ensure } from '../platform/errors.ts';
import { type BulkTarget, listBulkTargets } from './bulk-queries.ts';
import { changeProducts, type ProductChange } from './commands.ts';
import { changeError } from './policy.ts';
import { inputOf } from './product-mapper.ts';
import { lockProducts } from './queries.ts';
import { productFilter } from './service.ts';
import { undoProductRows } from './undo.ts';

/** Changes the status of all products that match a filter, by the same command as for a single product. */
export function productBulkService(runs: ImportRuns): Service<typeof productBulk> {
  const { list, get, rows, start, stop, undo } = runs.service;
  return {
    list,

    async preview(context, { body }) {
      const targets = await resolveTargets(context, body);
      const changed = targets.filter(({ status }) => status !== body.status);
      return {
        total: targets.length,
        changes: changed.length,
        unchanged: targets.length - changed.length,
        used: changed.filter(({ uses }) => uses > 0).length,
        first: changed.slice(0, namedChanges).map(({ name, sku, status }) => ({
          name: name || sku,
          before: status,
          after: body.status,
        })),
      };
    },

    async create(context, { body }) {
      const targets = await resolveTargets(context, body);
      return runs.begin(context, {
        name: body.status ? 'enable' : 'disable',
        columns: ['SKU', 'name', 'uses'],
        task: { status: body.status },
        rows: targets.map(({ id, sku, name, uses }) => ({ id, cells: [sku, name, uses > 0 ? String(uses) : ''] })),
      });
    },

    get,
    rows,
    start,
    stop,
    undo,
  };
}

async function resolveTargets(context: Context, { matching }: ProductBulkRequest): Promise<BulkTarget[]> {
  const { db, actor } = context;
  const denial = changeError(actor);
  if (denial) throw new ApiError(denial);
  const targets = await listBulkTargets(db, actor.scope, productFilter(matching), maxChangedProducts + 1);
  ensure(targets.length > 0, 'productBulk.nothing');
  ensure(targets.length <= maxChangedProducts, 'productBulk.tooMany');
  return targets;
}

/** The run kind of bulk changes of products: its rows are applied by the command for a single product. */
export const productBulkRunKind: RunKind<ProductChange> = {
  name: 'productChanges',
  columns: {
    known: [
      { name: 'SKU', sample: '' },
      { name: 'name', sample: '' },
      { name: 'uses', sample: '' },
    ],
    key: 'SKU',
  },

  undoPermissions: () => ['EDIT_SETTING'],

  async plan(context, rows) {
    const { db, actor } = context;
    const { status } = ProductBulkTask.parse(context.task);
    const ids = rows.flatMap(({ entityId }) => entityId ?? []);
    const found = await lockProducts(db, actor.scope, ids);
    const byId = new Map<string, (typeof found)[number]>(found.map((product) => [product.id, product]));
    return rows.map(({ entityId }): RowPlan<ProductChange> => {
      const common = { entityId, version: null, exclusive: false };
      const before = byId.get(entityId ?? '');
      const error = before ? changeError(actor) : 'product.unknown';
      if (error || !before)
        return { ...common, outcome: 'wrong', faults: [{ column: null, messageCode: error ?? 'product.unknown' }] };
      if (before.status === status) return { ...common, outcome: 'unchanged', faults: [] };
      return { ...common, outcome: 'updated', faults: [], change: { before, input: { ...inputOf(before), status } } };
    });
  },

  async apply(context, changes) {
    await changeProducts(context, changes);
    return changes.map(({ before }) => ({
      entityId: before.id,
      version: before.version + 1,
      before: inputOf(before),
    }));
  },

  undo: undoProductRows,
};
