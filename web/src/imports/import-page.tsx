import { Button } from '@mantine/core';
import { type ImportRun, isMoving } from '@storeward/contract/imports';
import { pageQuery } from '@storeward/contract/paging';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatMoment, formatNumber, sayError, useT } from '../platform/i18n.ts';
import { usePaginationWords } from '../platform/pagination-words.ts';
import { saveFile } from '../platform/save-file.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page, PageAlert, PageBody } from '../ui/page.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { ImportColumnsForm } from './import-columns-form.tsx';
import { sampleFile } from './import-file.ts';
import { useIntake } from './import-intake.ts';
import classes from './import-page.module.css';
import { ImportSheetDialog } from './import-sheet-dialog.tsx';
import type { ImportSubject } from './import-subject.ts';
import { stateKinds } from './import-words.ts';
import { importList } from './queries.ts';

const accepted = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Props = { subject: ImportSubject; crumbs: { label: string; href?: string }[]; actions?: ReactNode };

/** Where a file is brought in, and what became of those before it. */
export function ImportPage({ subject, crumbs, actions }: Props) {
  const t = useT();
  const { columns, sampleName, words, template, mayUpload = true } = subject;
  const { step, fault, choose, chooseSheet, map, leave } = useIntake(subject);
  return (
    <Page>
      <PageHeader
        title={words.title}
        crumbs={crumbs}
        crumbsLabel={t('imports.crumbs')}
        actions={
          <>
            {actions}
            {template === undefined ? (
              <Button
                variant="default"
                leftSection={<Icon name="download" size={16} />}
                onClick={() => saveFile(sampleFile(columns), sampleName)}
              >
                {t('imports.sample')}
              </Button>
            ) : (
              template
            )}
          </>
        }
      />
      {fault && <PageAlert title={t('imports.upload.refused')}>{faultOf(t, fault)}</PageAlert>}
      <PageBody>
        {step.at === 'sheet' && (
          <ImportSheetDialog
            name={step.name}
            sheets={step.sheets}
            onClose={leave}
            onChoose={(sheet) => chooseSheet(sheet, step.name)}
          />
        )}
        {step.at === 'columns' && (
          <ImportColumnsForm
            subject={subject}
            fileName={step.file.name}
            head={step.head}
            busy={step.busy}
            onCancel={leave}
            onCheck={(mapped) => map(step.file, step.head, mapped)}
          />
        )}
        {mayUpload && step.at !== 'columns' && (
          <div className={classes.upload}>
            <FileDrop
              title={t('imports.upload.title')}
              text={words.intro}
              accept={accepted}
              label={t('imports.upload.choose')}
              busy={step.at === 'busy'}
              onFile={choose}
            />
          </div>
        )}
        {step.at !== 'columns' && <Past subject={subject} />}
      </PageBody>
    </Page>
  );
}

/** What is wrong with a file, and where in it. */
function faultOf(t: ReturnType<typeof useT>, fault: Error): string {
  const { code, message, errors } = fault instanceof ApiError ? fault : new ApiError(0);
  const said = sayError(code, message);
  const [, row, column] = /^(?:row (\d+)|(\w+))$/.exec(errors[0]?.path ?? '') ?? [];
  if (row) return `${said} ${t('imports.upload.row', { row })}`;
  return column && code.startsWith('import.') ? `${said} ${t('imports.upload.column', { column })}` : said;
}

const PastQuery = pageQuery(['createdDate']);

/** The imports before, newest first. */
function Past({ subject: { doors, address } }: { subject: ImportSubject }) {
  const t = useT();
  const inWords = usePaginationWords();
  const [{ page = 0, size = 10 }, setQuery] = useUrlQuery(PastQuery);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...importList(doors, { page, size }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.result.some((run) => isMoving(run.state)) ? 3_000 : false),
    meta: drawnHere,
  });
  const columns = useMemo(() => columnsFor(t), [t]);
  return (
    <section className={classes.past} aria-label={t('imports.past.title')}>
      <h2>{t('imports.past.title')}</h2>
      {error ? (
        <LoadFailure title={t('imports.past.failed')} fault={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('imports.past.title')}
          rows={data?.result}
          rowId={({ id }) => id}
          columns={columns}
          href={({ id }) => `${address}/${id}`}
          item={(run) => ({
            title: run.fileName || t('imports.past.unnamed'),
            detail: `${formatMoment(run.createdDate)} · ${t(`imports.state.${run.state}`)}`,
          })}
          busy={isPlaceholderData}
          skeletonRows={3}
          placeholder={<p className={classes.none}>{t('imports.past.none')}</p>}
        />
      )}
      {data && !error && (
        <Pagination
          page={page}
          size={size}
          total={data.total}
          usualSize={10}
          {...inWords}
          onPage={(wanted) => setQuery({ page: wanted || undefined })}
          onSize={(wanted) => setQuery({ page: undefined, size: wanted })}
        />
      )}
    </section>
  );
}

function columnsFor(t: ReturnType<typeof useT>): Column<ImportRun>[] {
  const figure = (id: 'created' | 'updated' | 'wrong', drop: 1 | 2): Column<ImportRun> => ({
    id,
    header: t(`imports.past.${id}`),
    width: '6rem',
    align: 'end',
    drop,
    cell: (run) => formatNumber(run[id]),
  });
  return [
    {
      id: 'file',
      header: t('imports.past.file'),
      text: ({ fileName }) => fileName,
      cell: ({ fileName }) => fileName || t('imports.past.unnamed'),
    },
    {
      id: 'state',
      header: t('imports.past.state'),
      width: '13.5rem',
      cell: ({ state }) => <StatusDot kind={stateKinds[state]}>{t(`imports.state.${state}`)}</StatusDot>,
    },
    figure('created', 1),
    figure('updated', 1),
    figure('wrong', 1),
    {
      id: 'who',
      header: t('imports.past.who'),
      width: '12rem',
      drop: 2,
      muted: true,
      text: ({ startedBy }) => startedBy ?? '',
      cell: ({ startedBy }) => startedBy,
    },
    {
      id: 'when',
      header: t('imports.past.when'),
      width: '12.5rem',
      muted: true,
      cell: ({ createdDate }) => formatMoment(createdDate),
    },
  ];
}
