import { useState } from 'react';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { ExportMenu } from '../records/export-menu.tsx';
import { downloadEntries, type EntryFormat, type ExportFilter } from './audit-download.ts';

/** Exports all entries that match the filter, in the chosen format. */
export function AuditExportMenu({ filter }: { filter: ExportFilter }) {
  const t = useT();
  const [lines, setLines] = useState(0);
  async function generate(format: EntryFormat) {
    setLines(0);
    const { file, count } = await downloadEntries(format, filter, setLines);
    const successText = t('audit.export.done', { count, shown: formatNumber(count) });
    return { file, name: `audit.${format}`, successText };
  }
  return (
    <ExportMenu
      label={t('audit.export.download')}
      progress={t('audit.export.progress', { shown: formatNumber(lines) })}
      failureText={t('audit.export.incomplete')}
      generate={generate}
      others={[
        { label: t('audit.export.jsonl'), hint: t('audit.export.jsonlHint'), generate: () => generate('jsonl') },
      ]}
    />
  );
}
