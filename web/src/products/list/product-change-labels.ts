import type { ImportRun } from '@storeward/contract/imports';
import { ProductBulkTask } from '@storeward/contract/products/product-bulk';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';

/** Replacements for import phrases on the pages of changes of many products. */
export const productChangeLabels: Partial<Record<PhraseKey, PhraseKey>> = {
  'imports.state.running': 'settings.bulk.state.running',
  'imports.state.done': 'settings.bulk.state.done',
  'imports.figure.did.updated': 'products.changes.updated',
  'imports.figure.wrong': 'settings.bulk.figure.wrong',
  'imports.figure.kept': 'settings.bulk.figure.kept',
  'imports.outcome.wrong': 'settings.bulk.rows.wrong',
  'imports.outcome.waiting': 'settings.bulk.outcome.waiting',
  'imports.outcome.notImported': 'settings.bulk.outcome.notChanged',
  'imports.rows.title': 'app.title.products',
  'imports.rows.filter': 'app.title.products',
  'imports.rows.all': 'products.changes.allRows',
  'imports.rows.wrong': 'settings.bulk.rows.wrong',
  'imports.rows.failed': 'products.changes.rowsFailed',
  'imports.rows.row': 'settings.bulk.rows.number',
  'imports.rows.rowNumber': 'settings.bulk.rows.rowNumber',
  'imports.rows.download': 'products.changes.download',
  'imports.run.rows': 'products.list.count',
  'imports.run.progress': 'products.changes.progress',
  'imports.run.expired': 'products.changes.expired',
  'imports.run.incomplete': 'settings.bulk.run.incomplete',
  'imports.run.failed': 'users.bulkChanges.failed',
  'imports.run.notFound': 'users.bulkChanges.notFound',
  'imports.run.notFoundText': 'settings.bulk.run.notFoundText',
  'imports.run.all': 'users.bulkChanges.all',
  'imports.step.undo': 'users.bulkChanges.undo',
  'imports.step.undoTitle': 'users.bulkChanges.undoTitle',
  'imports.step.undoText': 'products.changes.undoText',
};

/** The title of a change of many products, by its status. */
export function productChangeTitle({ task }: Pick<ImportRun, 'task'>): PhraseKey {
  const { data } = ProductBulkTask.safeParse(task);
  return data?.status === false ? 'products.changes.disabled' : 'products.changes.enabled';
}
