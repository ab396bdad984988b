import { Box, Flex, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { columnKey, type ImportRow, type ImportRun, isInProgress, rowOutcomes } from '@storeward/contract/imports';
import { effectiveColumns } from '@storeward/contract/imports/column-mapping';
import { pageQuery } from '@storeward/contract/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Muted } from '../ui/muted.tsx';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { usePaginationLabels } from '../platform/text/pagination-labels.ts';
import { useUrlQuery } from '../platform/api/url-query.ts';
import { createTableFile } from '../platform/workbook/table-file.ts';
import { type ExportedTable, ExportMenu } from '../records/export-menu.tsx';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import lines from '../ui/list/lines.module.css';
import { Pagination } from '../ui/list/pagination.tsx';
import { SkeletonLine, useDelayed } from '../ui/page/skeleton.tsx';
import { useNarrow } from '../ui/page/viewport.ts';
import { columnsNotInFile, errorsTable, cellErrorMessage, headingOf } from './import-file.ts';
import classes from './import-row-list.module.css';
import type { ImportSubject } from './import-subject.ts';
import { outcomeLabelKey, rowFilters, useImportPhrases } from './import-labels.ts';
import { fetchAllRows, importRowsQuery } from './queries.ts';

type Props = { subject: ImportSubject; run: ImportRun };

const RowsQuery = z.object({
  show: z.optional(z.enum([...rowOutcomes, 'kept', 'all'])),
  page: pageQuery(['row']).shape.page,
  size: pageQuery(['row']).shape.size,
});

/** The rows of a file, errors first, with the errors of each cell. */
export function ImportRowList({ subject, run }: Props) {
  const t = useImportPhrases(subject);
  const { endpoints } = subject;
  const isNarrow = useNarrow();
  const paginationLabels = usePaginationLabels();
  const filters = rowFilters(run);
  const inProgress = isInProgress(run.state);
  const [{ show = inProgress ? 'all' : filters[0]!.show, page = 0, size = 25 }, setQuery] = useUrlQuery(RowsQuery);
  const { data, error, refetch } = useQuery({
    ...importRowsQuery(endpoints, run.id, { outcome: show === 'all' ? undefined : show, page, size }),
    placeholderData: keepPreviousData,
    // polls while the import processes rows
    refetchInterval: inProgress ? 3_000 : false,
    meta: errorShownByScreen,
  });
  const waiting = useDelayed(!data && !error);
  return (
    <section aria-label={t('imports.rows.title')}>
      <Group justify="space-between" gap="8px 16px" px="var(--page-pad)" pb="md">
        <Flex
          style={{ overflowX: 'auto' }}
          gap={2}
          maw="100%"
          p={2}
          bdrs="sm"
          bg="var(--pressed)"
          role="group"
          aria-label={t('imports.rows.filter')}
        >
          {filters.map((filter) => (
            <UnstyledButton
              key={filter.show}
              className={classes.filter}
              flex="none"
              h={{ base: 'var(--touch)', sm: '2rem' }}
              px={12}
              bdrs={4}
              fz="label"
              fw="var(--weight-medium)"
              lh="label"
              aria-pressed={show === filter.show}
              onClick={() => setQuery({ show: filter.show, page: undefined })}
            >
              {t(`imports.rows.${filter.show}`)}{' '}
              <Text span inherit fw="var(--weight-regular)">
                {formatNumber(filter.count)}
              </Text>
            </UnstyledButton>
          ))}
        </Flex>
        {run.wrong > 0 && !inProgress && <ErrorsFileMenu subject={subject} run={run} />}
      </Group>
      {error && <LoadError title={t('imports.rows.failed')} error={error} onRetry={() => void refetch()} />}
      {waiting && <SkeletonLine />}
      {data && !error && <MissingColumns rows={data.result} run={run} subject={subject} />}
      {data &&
        !error &&
        (isNarrow ? (
          <RowList rows={data.result} run={run} subject={subject} />
        ) : (
          <RowTable rows={data.result} run={run} subject={subject} />
        ))}
      {data && !error && (
        <Pagination
          page={page}
          size={size}
          total={data.total}
          {...paginationLabels}
          onPage={(value) => setQuery({ show, page: value || undefined })}
          onSize={(value) => setQuery({ show, page: undefined, size: value })}
        />
      )}
    </section>
  );
}

/** Downloads the invalid rows, to be corrected and uploaded again. */
function ErrorsFileMenu({ subject, run }: Props) {
  const t = useImportPhrases(subject);
  const generate: ExportedTable = async (format) => {
    const name = run.fileName.replace(/\.(?:csv|xlsx)$/i, '') || t('imports.recent.unnamed');
    const rows = await fetchAllRows(subject.endpoints, run.id, 'wrong');
    return createTableFile(format, `${name}-errors`, [errorsTable(run, rows)]);
  };
  return <ExportMenu label={t('imports.rows.download')} generate={generate} />;
}

type RowsProps = Props & { rows: readonly ImportRow[] };

/** Errors of the cell in a column of the file, by the known columns that it fills. */
function cellErrorText({ faults }: ImportRow, targetColumns: readonly string[]): string | undefined {
  const keys = targetColumns.map(columnKey);
  const matching = faults.filter(({ column }) => column !== null && keys.includes(columnKey(column)));
  return matching.map(cellErrorMessage).join(' ') || undefined;
}

/** Errors of the row as a whole, and those of columns that the file does not have, with their names. */
function rowErrorText({ faults }: ImportRow, { run, subject }: Props): string | undefined {
  const notInFile = new Set(columnsNotInFile(run, faults));
  const texts = faults.flatMap((error) => {
    if (error.column === null) return [cellErrorMessage(error)];
    return notInFile.has(error.column) ? [`${columnName(subject, error.column)}: ${cellErrorMessage(error)}`] : [];
  });
  return texts.join(' · ') || undefined;
}

/** The headings of the cells with errors, since a wide file shows these cells only after scrolling. */
function invalidColumns({ faults }: ImportRow, { run, subject }: Props): string {
  const notInFile = new Set(columnsNotInFile(run, faults));
  const inFile = faults.flatMap(({ column }) => (column !== null && !notInFile.has(column) ? [column] : []));
  const headings = inFile.map((column) => subject.columnHeading?.(column) ?? headingOf(run, column));
  return [...new Set(headings)].join(', ');
}

/** The label of a column that the file may not have, with its name in files. */
function columnName({ columnLabel, columnHeading }: ImportSubject, column: string): string {
  const label = columnLabel?.(column) ?? columnHeading?.(column) ?? column;
  return columnKey(label) === columnKey(column) ? label : `${label} (${column})`;
}

const requiredCodes = new Set(['field.required', 'field.emailRequired']);

/** Names the columns that the displayed rows need and the file does not have. */
function MissingColumns({ rows, run, subject }: RowsProps) {
  const t = useImportPhrases(subject);
  const required = rows.flatMap(({ faults }) => faults).filter(({ messageCode }) => requiredCodes.has(messageCode));
  const columns = columnsNotInFile(run, required);
  if (columns.length === 0) return null;
  const names = columns.map((column) => columnName(subject, column)).join(', ');
  return (
    <Text role="status" size="label" c="danger" px="var(--page-pad)" pb="md">
      {t('imports.rows.missingColumns', { count: columns.length, columns: names })}
    </Text>
  );
}

function RowTable({ rows, run, subject }: RowsProps) {
  const t = useImportPhrases(subject);
  const targetColumns = effectiveColumns(run);
  return (
    <div
      className={`${classes.scroll} ${lines.above}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll wide files
      tabIndex={0}
      role="region"
      data-wide
      aria-label={t('imports.rows.title')}
    >
      <Table withRowBorders={false} className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" data-align="end">
              {t('imports.rows.row')}
            </Table.Th>
            <Table.Th scope="col">{t('imports.rows.outcome')}</Table.Th>
            {run.columns.map((column, index) => (
              <Table.Th key={`${index} ${column}`} scope="col">
                {subject.columnHeading?.(column) ?? column}
                {run.mapping?.[index] && (
                  <Text span display="block" size="xs">
                    {targetColumns[index]?.join(', ')}
                  </Text>
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.row}>
              <Table.Th scope="row" data-align="end">
                {row.row > 0 ? formatNumber(row.row) : t('imports.rows.added')}
              </Table.Th>
              <Cell
                text={[t(outcomeLabelKey(run, row)), invalidColumns(row, { run, subject }) || row.code]
                  .filter(Boolean)
                  .join(': ')}
                error={rowErrorText(row, { run, subject })}
              />
              {run.columns.map((column, index) => (
                <Cell
                  key={`${index} ${column}`}
                  text={row.cells[index] ?? ''}
                  error={cellErrorText(row, targetColumns[index] ?? [])}
                />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Cell({ text, error }: { text: string; error: string | undefined }) {
  const t = useT();
  return (
    <Table.Td data-wrong={error ? true : undefined} title={text}>
      <Text component="div" truncate maw="18rem">
        {text || (error ? <Muted>{t('imports.rows.empty')}</Muted> : '')}
      </Text>
      {error && (
        <Text component="div" size="xs" c="danger" miw="11rem">
          {error}
        </Text>
      )}
    </Table.Td>
  );
}

const headingInList = (run: ImportRun, subject: ImportSubject, column: string) =>
  columnsNotInFile(run, [{ column, messageCode: '' }]).length > 0
    ? columnName(subject, column)
    : headingOf(run, column);

/** The rows as a list for phones. */
function RowList({ rows, run, subject }: RowsProps) {
  const t = useImportPhrases(subject);
  return (
    <ul className={lines.above}>
      {rows.map((row) => (
        <Box key={row.row} component="li" className={lines.below} px={16} py={12}>
          <Flex component="p" justify="space-between" gap="sm" fw="var(--weight-medium)">
            <span>
              {row.row > 0 ? t('imports.rows.rowNumber', { row: formatNumber(row.row) }) : t('imports.rows.added')}
            </span>
            <Text span c={row.outcome === 'wrong' ? 'danger' : 'dimmed'}>
              {t(outcomeLabelKey(run, row))}
            </Text>
          </Flex>
          <Text size="label" c="dimmed">
            {[row.code, ...row.cells].filter(Boolean).join(' · ')}
          </Text>
          {row.faults.map((error) => (
            <Text key={`${error.column} ${error.messageCode}`} size="xs" c="danger">
              {error.column && `${headingInList(run, subject, error.column)}: `}
              {cellErrorMessage(error)}
            </Text>
          ))}
        </Box>
      ))}
    </ul>
  );
}
