import { BulkTask } from '@storeward/contract/settings/bulk-override';
import { useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-names.ts';
import type { PhraseKey } from '../platform/phrase-keys.ts';
import { Details } from '../ui/details.tsx';
import classes from './bulk-words.module.css';

/** Where settings of many places are changed at once. */
export const bulkAddress = '/structure/bulk-override';

/** Where settings of many places are brought in from a file. */
export const settingImportAddress = '/structure/settings-import';

/** What is said of a bulk override where an import would speak of files and rows. */
export const bulkSays: Partial<Record<PhraseKey, PhraseKey>> = {
  'imports.state.running': 'settings.bulk.state.running',
  'imports.state.done': 'settings.bulk.state.done',
  'imports.figure.did.updated': 'settings.bulk.figure.updated',
  'imports.figure.wrong': 'settings.bulk.figure.wrong',
  'imports.figure.kept': 'settings.bulk.figure.kept',
  'imports.outcome.wrong': 'settings.bulk.rows.wrong',
  'imports.outcome.waiting': 'settings.bulk.outcome.waiting',
  'imports.outcome.notImported': 'settings.bulk.outcome.notYet',
  'imports.rows.title': 'settings.bulk.rows.title',
  'imports.rows.filter': 'settings.bulk.rows.title',
  'imports.rows.all': 'settings.bulk.rows.all',
  'imports.rows.wrong': 'settings.bulk.rows.wrong',
  'imports.rows.failed': 'settings.bulk.rows.failed',
  'imports.rows.row': 'settings.bulk.rows.number',
  'imports.rows.rowNumber': 'settings.bulk.rows.numbered',
  'imports.rows.download': 'settings.bulk.rows.download',
  'imports.run.rows': 'settings.bulk.run.places',
  'imports.run.progress': 'settings.bulk.run.progress',
  'imports.run.forgotten': 'settings.bulk.run.forgotten',
  'imports.run.stoppedShort': 'settings.bulk.run.stoppedShort',
  'imports.run.failed': 'settings.bulk.run.failed',
  'imports.run.notFound': 'settings.bulk.run.notFound',
  'imports.run.notFoundText': 'settings.bulk.run.notFoundText',
  'imports.run.all': 'settings.bulk.run.all',
  'imports.step.undo': 'settings.bulk.undo.yes',
  'imports.step.undoTitle': 'settings.bulk.undo.title',
  'imports.step.undoText': 'settings.bulk.undo.text',
};

/** What a bulk override was asked to do. */
export function BulkAbout({ task: told }: { task: unknown }) {
  const t = useT();
  const parsed = BulkTask.safeParse(told);
  if (!parsed.success) return null;
  const { action, source, sections, reason } = parsed.data;
  return (
    <div className={classes.about}>
      <Details
        rows={[
          { label: t('settings.bulk.action.title'), value: t(`settings.bulk.action.${action}`) },
          { label: t('settings.bulk.source.title'), value: source.name },
          {
            label: t('settings.bulk.sections.title'),
            value: sections.map((name) => sectionLabel(name, t)).join(' · '),
          },
          ...(reason ? [{ label: t('settings.bulk.reason'), value: reason }] : []),
        ]}
      />
    </div>
  );
}
