import { Button, type ButtonProps, Menu, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { saveFile } from '../platform/save-file.ts';
import type { TableFormat } from '../platform/workbook/table-file.ts';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/page/notify.tsx';

/** A generated file with its name and the text of the success notification. */
export type GeneratedFile = { readonly file: Blob; readonly name: string; readonly successText?: string };

/** A table that can be exported in each format. */
export type ExportedTable = (format: TableFormat) => Promise<GeneratedFile>;

/** An entry for another format than those of tables. */
type OtherFormat = { readonly label: string; readonly hint: string; readonly generate: () => Promise<GeneratedFile> };

/** One of several tables to choose from, under the heading of its group. */
type NamedTable = { readonly group?: string; readonly label: string; readonly generate: ExportedTable };

const formats = ['csv', 'xlsx'] as const satisfies readonly TableFormat[];

type FrameProps = {
  label: string;
  /** The label while a file is generated; a spinner without. */
  progress?: string | undefined;
  /** The text of a failure without a known reason. */
  failureText?: string;
} & Pick<ButtonProps, 'size'>;

/** Exports a table in the chosen format. */
export function ExportMenu({
  generate,
  others = [],
  ...frame
}: FrameProps & { generate: ExportedTable; others?: readonly OtherFormat[] }) {
  const t = useT();
  return (
    <ExportFrame {...frame}>
      {(download) => (
        <>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => download(() => generate(format))}>
              {t(`records.export.${format}`)}
            </Menu.Item>
          ))}
          {others.map((other) => (
            <Menu.Item key={other.label} onClick={() => download(other.generate)}>
              <Stack gap={0}>
                <span>{other.label}</span>
                <Text span size="xs" c="dimmed">
                  {other.hint}
                </Text>
              </Stack>
            </Menu.Item>
          ))}
        </>
      )}
    </ExportFrame>
  );
}

/** Exports one of several tables; the format is chosen first, and kept. */
export function ExportTablesMenu({ tables, ...frame }: FrameProps & { tables: readonly NamedTable[] }) {
  const t = useT();
  const [chosen, setChosen] = useState<TableFormat>('csv');
  const [first, ...others] = tables;
  if (!first) return null;
  if (others.length === 0) return <ExportMenu {...frame} generate={first.generate} />;
  return (
    <ExportFrame {...frame}>
      {(download) => (
        <>
          <Menu.RadioGroup value={chosen} onChange={(format) => setChosen(format as TableFormat)}>
            {formats.map((format) => (
              <Menu.RadioItem key={format} value={format}>
                {t(`records.export.${format}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          {tables.map(({ group, label, generate }, index) => [
            group !== undefined && group !== tables[index - 1]?.group && <Menu.Label key={group}>{group}</Menu.Label>,
            <Menu.Item key={`${group} ${label}`} onClick={() => download(() => generate(chosen))}>
              {label}
            </Menu.Item>,
          ])}
        </>
      )}
    </ExportFrame>
  );
}

type Download = (generate: () => Promise<GeneratedFile>) => void;

/** The button with its menu, and notifications of success and failure. */
function ExportFrame({
  label,
  progress,
  failureText,
  children,
  ...buttonProps
}: FrameProps & { children: (download: Download) => ReactNode }) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function download(generate: () => Promise<GeneratedFile>) {
    setBusy(true);
    try {
      const { file, name, successText } = await generate();
      saveFile(file, name);
      if (successText) notify.success(successText);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'unknown';
      notify.error(code === 'unknown' && failureText ? failureText : errorMessage(code));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          disabled={busy && progress !== undefined}
          loading={busy && progress === undefined}
          leftSection={<Icon name="download" size={16} />}
          {...buttonProps}
        >
          {busy ? (progress ?? label) : label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        {children((generate) => void download(generate))}
      </Menu.Dropdown>
    </Menu>
  );
}
