import type { ImportRun } from '@storeward/contract/imports';
import { UserBulkTask } from '@storeward/contract/users/user-bulk';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';

/** Replacements for import phrases on the pages of bulk changes. */
export const bulkChangeLabels: Partial<Record<PhraseKey, PhraseKey>> = {
  'imports.state.running': 'settings.bulk.state.running',
  'imports.state.done': 'settings.bulk.state.done',
  'imports.figure.did.updated': 'users.bulkChanges.updated',
  'imports.figure.wrong': 'settings.bulk.figure.wrong',
  'imports.figure.kept': 'settings.bulk.figure.kept',
  'imports.outcome.wrong': 'settings.bulk.rows.wrong',
  'imports.outcome.waiting': 'settings.bulk.outcome.waiting',
  'imports.outcome.notImported': 'settings.bulk.outcome.notChanged',
  'imports.rows.title': 'users.bulkChanges.rows',
  'imports.rows.filter': 'users.bulkChanges.rows',
  'imports.rows.all': 'users.bulkChanges.allRows',
  'imports.rows.wrong': 'settings.bulk.rows.wrong',
  'imports.rows.failed': 'users.bulkChanges.rowsFailed',
  'imports.rows.row': 'settings.bulk.rows.number',
  'imports.rows.rowNumber': 'settings.bulk.rows.rowNumber',
  'imports.rows.download': 'users.bulkChanges.download',
  'imports.run.rows': 'users.list.count',
  'imports.run.progress': 'users.bulkChanges.progress',
  'imports.run.expired': 'users.bulkChanges.expired',
  'imports.run.incomplete': 'settings.bulk.run.incomplete',
  'imports.run.failed': 'users.bulkChanges.failed',
  'imports.run.notFound': 'users.bulkChanges.notFound',
  'imports.run.notFoundText': 'settings.bulk.run.notFoundText',
  'imports.run.all': 'users.bulkChanges.all',
  'imports.step.undo': 'users.bulkChanges.undo',
  'imports.step.undoTitle': 'users.bulkChanges.undoTitle',
  'imports.step.undoText': 'users.bulkChanges.undoText',
};

/** Title of a bulk change, by its action. */
export function bulkChangeTitle({ task }: Pick<ImportRun, 'task'>): PhraseKey {
  const parsed = UserBulkTask.safeParse(task);
  return parsed.success ? `users.bulkChanges.action.${parsed.data.action}` : 'users.bulkChanges.title';
}
