import { Button, Menu, Stack, Text } from '@mantine/core';
import { type AuditFormat, auditFormats } from '@storeward/contract/audit';
import { useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, formatNumber, useT } from '../platform/text/i18n.ts';
import { saveFile } from '../platform/save-file.ts';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { downloadEntries, type ExportFilter } from './audit-download.ts';

const formats = Object.keys(auditFormats) as AuditFormat[];

/** Exports all entries that match the filter, in the chosen format. */
export function AuditExportMenu({ filter }: { filter: ExportFilter }) {
  const t = useT();
  const notify = useNotify();
  const [lines, setLines] = useState<number>();
  async function download(format: AuditFormat) {
    setLines(0);
    try {
      const { file, count } = await downloadEntries(format, filter, setLines);
      saveFile(file, `audit.${format}`);
      notify.success(t('audit.export.done', { count, shown: formatNumber(count) }));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'unknown';
      notify.error(code === 'unknown' ? t('audit.export.incomplete') : errorMessage(code));
    } finally {
      setLines(undefined);
    }
  }
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={lines !== undefined} leftSection={<Icon name="download" size={16} />}>
          {lines === undefined
            ? t('audit.export.download')
            : t('audit.export.progress', { shown: formatNumber(lines) })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void download(format)}>
            <Stack gap={0}>
              <span>{t(`audit.export.${format}`)}</span>
              <Text span size="xs" c="dimmed">
                {t(`audit.export.${format}Hint`)}
              </Text>
            </Stack>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
