import { Box } from '@mantine/core';
import { BulkTask } from '@storeward/contract/settings/endpoints/bulk-override';
import { useT } from '../../platform/text/i18n.ts';
import { sectionLabel } from '../../platform/text/setting-labels.ts';
import type { PhraseKey } from '../../platform/text/phrase-keys.ts';
import { Details } from '../../ui/page/details.tsx';

/** URL of the bulk override page. */
export const bulkAddress = '/structure/bulk-override';

/** URL of the settings import. */
export const settingImportAddress = '/structure/settings-import';

/** URL of the import of lists of rows. */
export const listImportAddress = '/structure/list-import';

/** Replacements for import texts that mention files and rows. */
export const bulkLabelKeys: Partial<Record<PhraseKey, PhraseKey>> = {
  'imports.state.running': 'settings.bulk.state.running',
  'imports.state.done': 'settings.bulk.state.done',
  'imports.figure.did.updated': 'settings.bulk.figure.updated',
  'imports.figure.wrong': 'settings.bulk.figure.wrong',
  'imports.figure.kept': 'settings.bulk.figure.kept',
  'imports.outcome.wrong': 'settings.bulk.rows.wrong',
  'imports.outcome.waiting': 'settings.bulk.outcome.waiting',
  'imports.outcome.notImported': 'settings.bulk.outcome.notChanged',
  'imports.rows.title': 'settings.bulk.rows.title',
  'imports.rows.filter': 'settings.bulk.rows.title',
  'imports.rows.all': 'settings.bulk.rows.all',
  'imports.rows.wrong': 'settings.bulk.rows.wrong',
  'imports.rows.failed': 'settings.bulk.rows.failed',
  'imports.rows.row': 'settings.bulk.rows.number',
  'imports.rows.rowNumber': 'settings.bulk.rows.rowNumber',
  'imports.rows.download': 'settings.bulk.rows.download',
  'imports.run.rows': 'settings.bulk.run.nodes',
  'imports.run.progress': 'settings.bulk.run.progress',
  'imports.run.expired': 'settings.bulk.run.expired',
  'imports.run.incomplete': 'settings.bulk.run.incomplete',
  'imports.run.failed': 'settings.bulk.run.failed',
  'imports.run.notFound': 'settings.bulk.run.notFound',
  'imports.run.notFoundText': 'settings.bulk.run.notFoundText',
  'imports.run.all': 'settings.bulk.run.all',
  'imports.step.undo': 'settings.bulk.undo.confirm',
  'imports.step.undoTitle': 'settings.bulk.undo.title',
  'imports.step.undoText': 'settings.bulk.undo.text',
};

/** Action, source, sections and reason of a bulk override. */
export function BulkOverrideSummary({ task: rawTask }: { task: unknown }) {
  const t = useT();
  const parsed = BulkTask.safeParse(rawTask);
  if (!parsed.success) return null;
  const { action, source, sections, reason } = parsed.data;
  return (
    <Box px="var(--page-pad)" pt="md">
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
    </Box>
  );
}
