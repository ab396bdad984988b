import { Stack } from '@mantine/core';
import type { ImportRun } from '@storeward/contract/imports';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { formatDateTime, formatNumber, errorMessage, useT } from '../platform/text/i18n.ts';
import { createTableFile } from '../platform/workbook/table-file.ts';
import { ExportMenu } from '../records/export-menu.tsx';
import { RunList } from '../records/run-list.tsx';
import type { Column } from '../ui/list/data-table.tsx';
import { FileDrop } from '../ui/form/file-drop.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Page, PageAlert, PageBody } from '../ui/page/page.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { ImportColumnsForm } from './import-columns-form.tsx';
import { sampleTable } from './import-file.ts';
import { useImportWizard } from './import-wizard.ts';
import { ImportHiddenDialog } from './import-hidden-dialog.tsx';
import { ImportSheetDialog } from './import-sheet-dialog.tsx';
import type { ImportSubject } from './import-subject.ts';
import { stateKinds } from './import-labels.ts';
import { importListQuery } from './queries.ts';
import type { Crumb } from '../ui/page/page-header.tsx';

const acceptedTypes = {
  'text/csv': ['.csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

type Props = { subject: ImportSubject; crumbs: Crumb[]; actions?: ReactNode };

/** The import page: upload of a file, and earlier imports. */
export function ImportPage({ subject, crumbs, actions }: Props) {
  const t = useT();
  const { columns, sampleColumns = columns, sampleName, texts, template, mayUpload = true } = subject;
  const { step, error: uploadError, choose, chooseSheet, chooseParts, map, reset } = useImportWizard(subject);
  return (
    <Page>
      <PageHeader
        title={texts.title}
        crumbs={crumbs}
        crumbsLabel={t('imports.crumbs')}
        actions={
          <>
            {actions}
            {template === undefined ? (
              <ExportMenu
                label={t('imports.sample')}
                generate={(format) => createTableFile(format, sampleName, [sampleTable(sampleColumns)])}
              />
            ) : (
              template
            )}
          </>
        }
      />
      {uploadError && <PageAlert title={t('imports.upload.rejected')}>{uploadErrorText(t, uploadError)}</PageAlert>}
      <PageBody>
        {step.kind === 'sheet' && (
          <ImportSheetDialog
            name={step.name}
            sheets={step.sheets}
            onClose={reset}
            onChoose={(sheet) => chooseSheet(sheet, step.name)}
          />
        )}
        {step.kind === 'hidden' && (
          <ImportHiddenDialog
            hidden={step.hidden}
            onClose={reset}
            onChoose={(onlyVisible) => chooseParts(step, onlyVisible)}
          />
        )}
        {step.kind === 'columns' && (
          <ImportColumnsForm
            subject={step.subject}
            fileName={step.file.name}
            head={step.head}
            busy={step.busy}
            onCancel={reset}
            onCheck={(choices) => map(step, choices)}
          />
        )}
        {mayUpload && step.kind !== 'columns' && (
          <Stack maw="var(--form-max)" px="var(--page-pad)" py={{ base: 'md', sm: 'xl' }}>
            <FileDrop
              title={t('imports.upload.title')}
              text={texts.intro}
              accept={acceptedTypes}
              label={t('imports.upload.choose')}
              busy={step.kind === 'busy'}
              onFile={choose}
            />
          </Stack>
        )}
        {step.kind !== 'columns' && <RecentImports subject={subject} />}
      </PageBody>
    </Page>
  );
}

/** Error text of an upload with the row or column it refers to. */
function uploadErrorText(t: ReturnType<typeof useT>, error: Error): string {
  const { code, message, errors } = error instanceof ApiError ? error : new ApiError(0);
  const text = errorMessage(code, message);
  const [, row] = /^row (\d+)$/.exec(errors[0]?.path ?? '') ?? [];
  if (row) return `${text} ${t('imports.upload.row', { row })}`;
  if (errors.length === 0 || !code.startsWith('import.')) return text;
  const columns = errors.map(({ path }) => `“${path}”`).join(', ');
  return `${text} ${t('imports.upload.columns', { count: errors.length, columns })}`;
}

function RecentImports({ subject: { endpoints, address } }: { subject: ImportSubject }) {
  const t = useT();
  const columns = useMemo(() => columnsFor(t), [t]);
  return (
    <RunList
      texts={{
        title: t('imports.recent.title'),
        failed: t('imports.recent.failed'),
        empty: t('imports.recent.empty'),
      }}
      query={(page) => importListQuery(endpoints, page)}
      columns={columns}
      href={({ id }) => `${address}/${id}`}
      nameOf={({ fileName }) => fileName || t('imports.recent.unnamed')}
      stateOf={({ state }) => t(`imports.state.${state}`)}
    />
  );
}

function columnsFor(t: ReturnType<typeof useT>): Column<ImportRun>[] {
  const countColumn = (id: 'created' | 'updated' | 'wrong', drop: 1 | 2): Column<ImportRun> => ({
    id,
    header: t(`imports.recent.${id}`),
    width: '6rem',
    align: 'end',
    hidePriority: drop,
    cell: (run) => formatNumber(run[id]),
  });
  return [
    {
      id: 'file',
      header: t('imports.recent.file'),
      text: ({ fileName }) => fileName,
      cell: ({ fileName }) => fileName || t('imports.recent.unnamed'),
    },
    {
      id: 'state',
      header: t('imports.recent.state'),
      width: '13.5rem',
      cell: ({ state }) => <StatusDot kind={stateKinds[state]}>{t(`imports.state.${state}`)}</StatusDot>,
    },
    countColumn('created', 1),
    countColumn('updated', 1),
    countColumn('wrong', 1),
    {
      id: 'who',
      header: t('imports.recent.startedBy'),
      width: '12rem',
      hidePriority: 2,
      muted: true,
      text: ({ startedBy }) => startedBy ?? '',
      cell: ({ startedBy }) => startedBy,
    },
    {
      id: 'when',
      header: t('imports.recent.when'),
      width: '12.5rem',
      muted: true,
      cell: ({ createdDate }) => formatDateTime(createdDate),
    },
  ];
}
