import * as z from 'zod/mini';
import type { Permission } from './access.ts';
import { endpoints } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { Moment, recordFields, text } from './fields.ts';
import { pageQuery } from './paging.ts';

/** How far a file that is imported may go; a larger one is parted by hand. */
export const importLimits = { bytes: 32 * 1024 * 1024, rows: 100_000, columns: 64, rowBytes: 16 * 1024 } as const;

/** How much of a file is looked at to tell what its columns are. */
export const headBytes = 64 * 1024;

/** For how many days an import can be looked into and taken back; then its rows are forgotten. */
export const importRowDays = 30;

/** What an import is doing, or waits for. */
export const importStates = ['checking', 'ready', 'running', 'stopped', 'failed', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** The states in which an import moves on by itself. */
export const isMoving = (state: ImportState): boolean => ['checking', 'running', 'undoing'].includes(state);

/** What a row of a file does: it makes a record, changes one, leaves it as it is, or cannot be taken. */
export const rowOutcomes = ['created', 'updated', 'unchanged', 'wrong'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** What is wrong with one cell, by name; of no column where it is about the row. */
export const CellFault = z.object({ column: z.nullable(z.string()), messageCode: z.string() });
export type CellFault = z.infer<typeof CellFault>;

/** One row of a file: its number as a spreadsheet shows it, its cells as they stand there, and what becomes of it. */
export const ImportRow = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  outcome: z.nullable(z.enum(rowOutcomes)),
  faults: z.array(CellFault),
  /** Whether an undone import left the record of this row alone, because somebody has changed or used it since. */
  kept: z.boolean(),
  /** Whether it is written by now, and not taken back since. */
  written: z.boolean(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** One import: a file, how far it is, and what became of its rows. */
export const ImportRun = z.object({
  id: z.uuid(),
  fileName: z.string(),
  state: z.enum(importStates),
  /** The head of the file, and which of its columns are not known here and therefore passed over. */
  columns: z.array(z.string()),
  unknownColumns: z.array(z.string()),
  /** For each column which of ours it was taken for, where somebody said so; empty for none. */
  mapping: z.nullable(z.array(z.string())),
  /** What was asked for, where no file says it. */
  task: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  rowCount: z.int(),
  /** How many rows the present step has before it in all, and behind it. */
  toDo: z.int(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  wrong: z.int(),
  undone: z.int(),
  kept: z.int(),
  /** Why it failed, by name. */
  fault: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  /** When the rows are forgotten; null once they are. */
  rowsUntil: z.nullable(Moment),
  can: z.object({ start: z.boolean(), stop: z.boolean(), undo: z.boolean(), discard: z.boolean() }),
  ...recordFields,
});
export type ImportRun = z.infer<typeof ImportRun>;

/** The head of a file before it is brought in, and for each of its columns which of ours it may be taken for; empty for none. */
export const ImportHead = z.object({
  columns: z.array(z.string()),
  mapping: z.array(z.string()),
  /** Whether the columns are all called as ours are, were chosen so the last time, or are guessed. */
  source: z.enum(['known', 'remembered', 'guessed']),
});
export type ImportHead = z.infer<typeof ImportHead>;

/** One column that a kind of import understands. */
export type ImportColumn = {
  readonly name: string;
  /** Without this column nothing can be read. */
  readonly required?: true;
  /** What stands in it in the sample that people start from. */
  readonly sample: string;
};

/** Which column the head of a file means, in whatever letter case and with whatever between its words. */
export const columnWord = (head: string): string => head.toLowerCase().replace(/[\s_-]+/g, '');

/** What the columns of a file are called here: by what somebody said of them, else by their own heads. */
export const columnsMeant = ({ columns, mapping }: Pick<ImportRun, 'columns' | 'mapping'>): readonly string[] =>
  mapping ? columns.map((_, at) => mapping[at] ?? '') : columns;

/** The head of the column in which a file tells what is wrong with its rows; it is passed over when the file comes back. */
export const faultColumn = 'errors';

const byId = z.object({ id: z.uuid() });
const fileErrors = [
  'import.notCsv',
  'import.tooLarge',
  'import.empty',
  'import.encoding',
  'import.brokenQuotes',
  'import.tooManyRows',
  'import.tooManyColumns',
  'import.rowTooLong',
  'import.doubleColumn',
  'import.missingColumn',
  'import.secretColumn',
  'import.mappingWrong',
] as const satisfies readonly ErrorCode[];

/**
 * The doors of one kind of import, alike for all kinds: a file is checked at once and changes nothing; started, its sound
 * rows are written; afterwards it can be taken back.
 */
export const importDoors = (
  path: `/${string}`,
  allow: { readonly any: readonly Permission[] },
  /** Who may do something about one, where that is not everybody who may look. */
  acting = allow,
) =>
  endpoints({
    list: {
      method: 'GET',
      path,
      about: 'The imports of the caller’s own area, newest first.',
      allow,
      query: pageQuery(['createdDate']),
      result: ImportRun,
      page: true,
    },
    create: {
      method: 'POST',
      path,
      about: 'Takes a CSV file and begins to check it; nothing is changed until the import is started.',
      allow: acting,
      file: { below: importLimits.bytes, tooLarge: 'import.tooLarge' },
      query: z.object({
        fileName: z._default(text(255), ''),
        /** For each column of the file which of ours it is, parted by commas; nothing between them for none. */
        columns: z.optional(z.string().check(z.maxLength(4096, 'field.tooLong'))),
      }),
      ownTransaction: true,
      result: ImportRun,
      errors: [...fileErrors, 'import.notGlobal'],
    },
    head: {
      method: 'POST',
      path: `${path}/head`,
      about:
        'Tells of the beginning of a CSV file which columns it has, and which of ours they may be taken for; nothing is kept.',
      allow: acting,
      file: { below: 2 * headBytes, tooLarge: 'import.tooLarge' },
      keepsNoAnswer: true,
      ownTransaction: true,
      result: ImportHead,
      errors: [...fileErrors, 'import.notGlobal'],
    },
    get: {
      method: 'GET',
      path: `${path}/{id}`,
      about: 'One import; asked for as an event stream, each of its steps until it rests.',
      allow,
      params: byId,
      result: ImportRun,
      live: (run) => !isMoving((run as ImportRun).state),
      errors: ['import.unknown'],
    },
    rows: {
      method: 'GET',
      path: `${path}/{id}/rows`,
      about: 'The rows of an import in the order of the file, of one outcome alone if wanted.',
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
      about: 'Writes the sound rows of a checked file, or goes on where it stopped.',
      allow: acting,
      params: byId,
      result: ImportRun,
      errors: ['import.unknown', 'import.notNow'],
    },
    stop: {
      method: 'PUT',
      path: `${path}/{id}/stop`,
      about: 'Stops a running import between two rows; what is written stays.',
      allow: acting,
      params: byId,
      result: ImportRun,
      errors: ['import.unknown', 'import.notNow'],
    },
    undo: {
      method: 'PUT',
      path: `${path}/{id}/undo`,
      about: 'Takes an import back, row by row; what somebody changed or used since is left alone.',
      allow: acting,
      params: byId,
      result: ImportRun,
      errors: ['import.unknown', 'import.notNow', 'import.undoRight'],
    },
    discard: {
      method: 'DELETE',
      path: `${path}/{id}`,
      about: 'Throws away a file that was checked and not started, and tells it for the last time.',
      allow: acting,
      params: byId,
      result: ImportRun,
      errors: ['import.unknown', 'import.notNow'],
    },
  });

/** The doors that every kind of import has. */
export type ImportDoors = ReturnType<typeof importDoors>;

const statusWords = new Map([
  ...['', 'enabled', 'true', 'yes', 'open', 'active', '1'].map((word) => [word, true] as const),
  ...['disabled', 'false', 'no', 'closed', 'inactive', '0'].map((word) => [word, false] as const),
]);

/** Whether a cell says open or closed, in whichever of the usual words; nothing where it says neither. */
export const statusIn = (cell: string): boolean | undefined => statusWords.get(cell.toLowerCase());
