import {
  columnsMeant,
  columnWord,
  type ImportRow,
  type ImportRun,
  isMoving,
  rowOutcomes,
} from '@storeward/contract/imports';
import { pageQuery } from '@storeward/contract/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { formatNumber, sayError, useT } from '../platform/i18n.ts';
import { usePaginationWords } from '../platform/pagination-words.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { DownloadButton } from '../screens/download-button.tsx';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Bone, useDelayed } from '../ui/skeleton.tsx';
import { useNarrow } from '../ui/viewport.ts';
import { faultsFile, headingOf } from './import-file.ts';
import classes from './import-row-list.module.css';
import type { ImportSubject } from './import-subject.ts';
import { outcomeWord, rowFilters, useWords } from './import-words.ts';
import { allRows, importRows } from './queries.ts';

type Props = { subject: ImportSubject; run: ImportRun };

/** What the list keeps in the address. */
const RowsQuery = z.object({
  show: z.optional(z.enum([...rowOutcomes, 'kept', 'all'])),
  page: pageQuery(['row']).shape.page,
  size: pageQuery(['row']).shape.size,
});

/** The rows of a file, the wrong ones first, each cell that is wrong with what is. */
export function ImportRowList({ subject, run }: Props) {
  const t = useWords(subject);
  const { doors } = subject;
  const narrow = useNarrow();
  const inWords = usePaginationWords();
  const filters = rowFilters(run);
  const moving = isMoving(run.state);
  const [{ show = moving ? 'all' : filters[0]!.show, page = 0, size = 25 }, setQuery] = useUrlQuery(RowsQuery);
  const { data, error, refetch } = useQuery({
    ...importRows(doors, run.id, { outcome: show === 'all' ? undefined : show, page, size }),
    placeholderData: keepPreviousData,
    // while it is worked off each look shows more
    refetchInterval: moving ? 3_000 : false,
    meta: drawnHere,
  });
  const waiting = useDelayed(!data && !error);
  return (
    <section aria-label={t('imports.rows.title')}>
      <div className={classes.toolbar}>
        <div className={classes.filters} role="group" aria-label={t('imports.rows.filter')}>
          {filters.map((one) => (
            <button
              key={one.show}
              type="button"
              className={classes.filter}
              aria-pressed={show === one.show}
              onClick={() => setQuery({ show: one.show, page: undefined })}
            >
              {t(`imports.rows.${one.show}`)} <span>{formatNumber(one.count)}</span>
            </button>
          ))}
        </div>
        {run.wrong > 0 && !moving && <FaultsButton subject={subject} run={run} />}
      </div>
      {error && <LoadFailure title={t('imports.rows.failed')} fault={error} onRetry={() => void refetch()} />}
      {waiting && <Bone />}
      {data &&
        !error &&
        (narrow ? (
          <Items rows={data.result} run={run} subject={subject} />
        ) : (
          <Table rows={data.result} run={run} subject={subject} />
        ))}
      {data && !error && (
        <Pagination
          page={page}
          size={size}
          total={data.total}
          {...inWords}
          onPage={(wanted) => setQuery({ show, page: wanted || undefined })}
          onSize={(wanted) => setQuery({ show, page: undefined, size: wanted })}
        />
      )}
    </section>
  );
}

/** Hands out the wrong rows as a file, to be corrected and uploaded again. */
function FaultsButton({ subject, run }: Props) {
  const t = useWords(subject);
  async function take() {
    const name = run.fileName.replace(/\.(?:csv|xlsx)$/i, '') || t('imports.past.unnamed');
    return { file: faultsFile(run, await allRows(subject.doors, run.id, 'wrong')), name: `${name}-errors.csv` };
  }
  return <DownloadButton label={t('imports.rows.download')} take={take} />;
}

type Rows = Props & { rows: readonly ImportRow[] };

/** What is wrong with a cell, or, without a column, with the row as a whole; by what the column is called here. */
function faultIn({ faults }: ImportRow, head: string | null): string | undefined {
  const meant = head === null ? null : columnWord(head);
  const found = faults.filter(({ column }) => (column === null ? meant === null : columnWord(column) === meant));
  return found.length > 0 ? found.map(({ messageCode }) => sayError(messageCode)).join(' ') : undefined;
}

function Table({ rows, run, subject }: Rows) {
  const t = useWords(subject);
  const meant = columnsMeant(run);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide files scroll sideways within, so it has to be in reach of the arrow keys
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('imports.rows.title')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" data-align="end">
              {t('imports.rows.row')}
            </th>
            <th scope="col">{t('imports.rows.outcome')}</th>
            {run.columns.map((column, at) => (
              <th key={`${at} ${column}`} scope="col">
                {subject.columnWord?.(column) ?? column}
                {run.mapping?.[at] && <span className={classes.meant}>{run.mapping[at]}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <th scope="row" data-align="end">
                {formatNumber(row.row)}
              </th>
              <Cell words={t(outcomeWord(run, row))} fault={faultIn(row, null)} />
              {run.columns.map((column, at) => (
                <Cell key={`${at} ${column}`} words={row.cells[at] ?? ''} fault={faultIn(row, meant[at] ?? '')} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ words, fault }: { words: string; fault: string | undefined }) {
  const t = useT();
  return (
    <td data-wrong={fault ? true : undefined} title={words}>
      <div>{words || (fault ? <span className={classes.empty}>{t('imports.rows.empty')}</span> : '')}</div>
      {fault && <div className={classes.fault}>{fault}</div>}
    </td>
  );
}

/** The same for a phone: each row with what is wrong in it, line by line. */
function Items({ rows, run, subject }: Rows) {
  const t = useWords(subject);
  return (
    <ul className={classes.items}>
      {rows.map((row) => (
        <li key={row.row}>
          <p className={classes.head}>
            <span>{t('imports.rows.rowNumber', { row: formatNumber(row.row) })}</span>
            <span data-wrong={row.outcome === 'wrong' || undefined}>{t(outcomeWord(run, row))}</span>
          </p>
          <p className={classes.cells}>{row.cells.filter(Boolean).join(' · ')}</p>
          {row.faults.map(({ column, messageCode }) => (
            <p key={`${column} ${messageCode}`} className={classes.fault}>
              {column && `${headingOf(run, column)}: `}
              {sayError(messageCode)}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
