import type { ImportRun } from '@storeward/contract/imports';
import { UserBulkTask } from '@storeward/contract/user-bulk';
import type { PhraseKey } from '../platform/phrase-keys.ts';

/** What is said of a change of many users where an import would speak of files and rows. */
export const changeSays: Partial<Record<PhraseKey, PhraseKey>> = {
  'imports.state.running': 'settings.bulk.state.running',
  'imports.state.done': 'settings.bulk.state.done',
  'imports.figure.did.updated': 'users.changes.updated',
  'imports.figure.wrong': 'settings.bulk.figure.wrong',
  'imports.figure.kept': 'settings.bulk.figure.kept',
  'imports.outcome.wrong': 'settings.bulk.rows.wrong',
  'imports.outcome.waiting': 'settings.bulk.outcome.waiting',
  'imports.outcome.notImported': 'settings.bulk.outcome.notYet',
  'imports.rows.title': 'users.changes.rows',
  'imports.rows.filter': 'users.changes.rows',
  'imports.rows.all': 'users.changes.allRows',
  'imports.rows.wrong': 'settings.bulk.rows.wrong',
  'imports.rows.failed': 'users.changes.rowsFailed',
  'imports.rows.row': 'settings.bulk.rows.number',
  'imports.rows.rowNumber': 'settings.bulk.rows.numbered',
  'imports.rows.download': 'users.changes.download',
  'imports.run.rows': 'users.list.count',
  'imports.run.progress': 'users.changes.progress',
  'imports.run.forgotten': 'users.changes.forgotten',
  'imports.run.stoppedShort': 'settings.bulk.run.stoppedShort',
  'imports.run.failed': 'users.changes.failed',
  'imports.run.notFound': 'users.changes.notFound',
  'imports.run.notFoundText': 'settings.bulk.run.notFoundText',
  'imports.run.all': 'users.changes.all',
  'imports.step.undo': 'users.changes.undo',
  'imports.step.undoTitle': 'users.changes.undoTitle',
  'imports.step.undoText': 'users.changes.undoText',
};

/** What a change of many users is called: what was done. */
export function changeTitle({ task }: Pick<ImportRun, 'task'>): PhraseKey {
  const told = UserBulkTask.safeParse(task);
  return told.success ? `users.changes.what.${told.data.action}` : 'users.changes.title';
}
