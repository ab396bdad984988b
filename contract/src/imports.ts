import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { Timestamp, recordFields, text } from './fields.ts';
import { pageQuery } from './paging.ts';
import { type RunKindDefinition, type RunKindName, runKinds } from './imports/run-kinds.ts';

/** Upper limits of an imported file; larger files have to be split. */
export const importLimits = { bytes: 32 * 1024 * 1024, rows: 100_000, columns: 64, rowBytes: 16 * 1024 } as const;

/** How many bytes from the start of a file the browser sends so that the server can read the header row. */
export const headerBytes = 64 * 1024;

/** How many days an import run can be inspected and undone; its rows are deleted afterwards. */
export const importRowDays = 30;

export const importStates = ['checking', 'ready', 'running', 'stopped', 'failed', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** Whether the run proceeds without user action in this state. */
export const isInProgress = (state: ImportState): boolean => ['checking', 'running', 'undoing'].includes(state);

/** The outcome of a row: it creates a record, updates one, changes nothing, or is invalid. */
export const rowOutcomes = ['created', 'updated', 'unchanged', 'wrong'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/**
 * A validation error of one cell, by message code; `column` is null if the error concerns the whole row, and `rows` are
 * other rows of the file that share the error, such as those of the same key.
 */
export const CellError = z.object({
  column: z.nullable(z.string()),
  messageCode: z.string(),
  rows: z.optional(z.array(z.int())),
  /** What the cell may mean, such as the nearest time zones, or the codes of the nearest countries. */
  nearest: z.optional(z.array(z.string())),
  /** The character that is refused. */
  character: z.optional(z.string()),
});
export type CellError = z.infer<typeof CellError>;

/** One row of a file: its row number as a spreadsheet shows it, its raw cells and its outcome. */
export const ImportRow = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  outcome: z.nullable(z.enum(rowOutcomes)),
  faults: z.array(CellError),
  /** Whether the undo skipped this row because its record has been changed or used since. */
  kept: z.boolean(),
  /** The code that the row gets from a series. */
  code: z.optional(z.string()),
  /** Whether the row has been written and not been undone. */
  written: z.boolean(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** An import run: a file, its progress and the number of rows by outcome. */
export const ImportRun = z.object({
  id: z.uuid(),
  fileName: z.string(),
  state: z.enum(importStates),
  /** The header row of the file as uploaded, and those of its columns that match no known column and are ignored. */
  columns: z.array(z.string()),
  unknownColumns: z.array(z.string()),
  /**
   * The known column chosen for each column of the file, or several with a bar between them; an empty string for none.
   * Null if the headers matched by name.
   */
  mapping: z.nullable(z.array(z.string())),
  /** The values chosen for all rows, by known column, in place of a column of the file. */
  constants: z.optional(z.nullable(z.record(z.string(), z.string()))),
  /** How many rows the server added to those of the file, for records above them; their row numbers are negative. */
  derived: z.optional(z.int()),
  /** The parameters of a run that has no file, such as a bulk change. */
  task: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  rowCount: z.int(),
  /** How many rows the current phase (check, write or undo) covers, and how many of them are finished. */
  toDo: z.int(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  wrong: z.int(),
  undone: z.int(),
  kept: z.int(),
  /** Of nodes: how many planned changes of settings start at another local time, as the check has found. */
  shiftedPlans: z.optional(z.int()),
  /** The message code of the failure; null if the run has not failed. */
  fault: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  /** When the rows are deleted; null once they have been. */
  rowsUntil: z.nullable(Timestamp),
  can: z.object({ start: z.boolean(), stop: z.boolean(), undo: z.boolean(), discard: z.boolean() }),
  ...recordFields,
});
export type ImportRun = z.infer<typeof ImportRun>;

/**
 * The header row of a file before the import, with the proposed column for each of its columns; an empty string for
 * none.
 */
export const ImportHeader = z.object({
  columns: z.array(z.string()),
  mapping: z.array(z.string()),
  /** The values for all rows that the user chose last time for these headings, by known column. */
  constants: z.record(z.string(), z.string()),
  /** Whether all headers equal known column names, the user's last mapping applies, or aliases were matched. */
  source: z.enum(['known', 'remembered', 'guessed']),
});
export type ImportHeader = z.infer<typeof ImportHeader>;

/** A column that an import accepts. */
export type ImportColumn = {
  readonly name: string;
  /** A file without this column is rejected. It identifies the record of a row, so it cannot have one value for all rows. */
  readonly required?: true;
  /** Without this column, the rows get values that are counted on from a first one, such as AU-0001; each creates a record. */
  readonly numbered?: true;
  /** A row that creates a record needs this column, or one of those in `insteadOf`. */
  readonly neededForNew?: true;
  readonly insteadOf?: readonly string[];
  /** Read from a file only if the user has chosen the column, since it does more than fill a field. */
  readonly onlyByChoice?: true;
  /** The cell value in the sample file offered for download. */
  readonly sample: string;
};

/** The key by which headers are compared: letter case, spaces, hyphens and underscores are ignored. */
export const columnKey = (head: string): string => head.toLowerCase().replace(/[\s_-]+/g, '');

/**
 * The header of the column that lists the errors of each row in a downloaded result file; it is ignored on re-upload.
 */
export const errorColumn = 'errors';

const byId = z.object({ id: z.uuid() });
const fileErrors = [
  'import.notCsv',
  'import.tooLarge',
  'import.empty',
  'import.encoding',
  'import.brokenQuotes',
  'import.oneColumn',
  'import.tooManyRows',
  'import.tooManyColumns',
  'import.rowTooLong',
  'import.doubleColumn',
  'import.missingColumn',
  'import.secretColumn',
  'import.mappingWrong',
] as const satisfies readonly ErrorCode[];

/**
 * The endpoints of a kind of run, identical for all kinds. An upload is only checked; starting the run writes its
 * valid rows; afterwards it can be undone.
 */
export const importEndpoints = (kind: RunKindName) => {
  const { path, ...permissions }: RunKindDefinition = runKinds[kind];
  const allow = { any: permissions.allow };
  const allowChanges = { any: permissions.allowChanges ?? permissions.allow };
  return endpoints({
    list: {
      method: 'GET',
      path,
      summary: 'The imports in the current user’s scope, newest first.',
      allow,
      query: pageQuery(['createdDate']),
      result: ImportRun,
      page: true,
    },
    create: {
      method: 'POST',
      path,
      summary: 'Uploads a CSV file and starts checking it; nothing is changed until the import is started.',
      allow: allowChanges,
      file: { limitBytes: importLimits.bytes, tooLarge: 'import.tooLarge' },
      query: z.object({
        fileName: z._default(text(255), ''),
        /**
         * The known column of each column of the file, comma-separated; an empty item for none, and a bar between several
         * that one column fills.
         */
        columns: z.optional(z.string().check(z.maxLength(4096, 'field.tooLong'))),
        /** A JSON object: the values that hold for all rows, by known column; of a numbered column the first of its series. */
        constants: z.optional(z.string().check(z.maxLength(4096, 'field.tooLong'))),
      }),
      manualTransaction: true,
      lane: 'bulk',
      result: ImportRun,
      errors: [...fileErrors, 'import.notGlobal', 'import.tooManyWaiting'],
    },
    head: {
      method: 'POST',
      path: `${path}/head`,
      summary: 'The columns of a CSV file, from its beginning, with a suggested column mapping; nothing is stored.',
      allow: allowChanges,
      file: { limitBytes: 2 * headerBytes, tooLarge: 'import.tooLarge' },
      skipsIdempotency: true,
      manualTransaction: true,
      lane: 'bulk',
      result: ImportHeader,
      errors: [...fileErrors, 'import.notGlobal'],
    },
    get: {
      method: 'GET',
      path: `${path}/{id}`,
      summary: 'One import; as an event stream, its progress until it ends.',
      allow,
      params: byId,
      result: ImportRun,
      streamUntil: (run) => !isInProgress((run as ImportRun).state),
      errors: ['import.unknown'],
    },
    rows: {
      method: 'GET',
      path: `${path}/{id}/rows`,
      summary: 'The rows of an import in the order of the file, optionally of one outcome.',
      allow,
      params: byId,
      query: z.strictObject({
        outcome: z.optional(z.enum([...rowOutcomes, 'kept'])),
        page: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(importLimits.rows))),
        size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000))),
      }),
      result: ImportRow,
      page: true,
      errors: ['import.unknown'],
    },
    start: {
      method: 'PUT',
      path: `${path}/{id}/start`,
      summary: 'Writes the valid rows of a checked file, or continues where the import stopped.',
      allow: allowChanges,
      params: byId,
      result: ImportRun,
      errors: ['import.unknown', 'import.notNow'],
    },
    stop: {
      method: 'PUT',
      path: `${path}/{id}/stop`,
      summary: 'Stops a running import between two rows; what is written is kept.',
      allow: allowChanges,
      params: byId,
      result: ImportRun,
      errors: ['import.unknown', 'import.notNow'],
    },
    undo: {
      method: 'PUT',
      path: `${path}/{id}/undo`,
      summary: 'Undoes an import, row by row, except records that have been changed or used since.',
      allow: allowChanges,
      params: byId,
      result: ImportRun,
      errors: ['import.unknown', 'import.notNow', 'import.undoRight'],
    },
    discard: {
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: 'Deletes an import that was checked and not started, and returns it.',
      allow: allowChanges,
      params: byId,
      result: ImportRun,
      errors: ['import.unknown', 'import.notNow'],
    },
  });
};

export type ImportEndpoints = ReturnType<typeof importEndpoints>;

const statusByText = new Map([
  ...['', 'enabled', 'true', 'yes', 'open', 'active', '1'].map((cell) => [cell, true] as const),
  ...['disabled', 'false', 'no', 'closed', 'inactive', '0'].map((cell) => [cell, false] as const),
]);

/** Parses a status cell to enabled (true) or disabled (false); undefined if the text is not recognised. */
export const parseStatus = (cell: string): boolean | undefined => statusByText.get(cell.toLowerCase());
