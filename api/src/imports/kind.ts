import type { Permission } from '@storeward/contract/access';
import type { CellError, ImportColumn, ImportEndpoints, ImportRun, RowOutcome } from '@storeward/contract/imports';
import type { Actor, Origin, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import type { Context, Service } from '../platform/http/context.ts';

/** The user and the transaction in which a batch is processed. */
export type ImportContext = {
  readonly db: Db;
  readonly actor: Actor;
  readonly origin: Origin;
  readonly runId: string;
  /** Whether evaluated rows are written immediately, so that everything they depend on must exist already. */
  readonly writing: boolean;
  /** The parameters of a run without a file. */
  readonly task: unknown;
};

/** The cell values of a row by known column name; columns missing from the file are absent. */
export type Cells = ReadonlyMap<string, string>;

/** A parsed row with the errors that do not depend on the import kind. */
export type ParsedRow = {
  readonly row: number;
  readonly key: string;
  readonly dependsOn: string;
  readonly cells: Cells;
  readonly faults: readonly CellError[];
  /** The record that a generated row belongs to, or that an earlier evaluation found. */
  readonly entityId: string | null;
};

/** Another row of the same file that a row depends on, with its outcome. */
export type FileRow = { readonly cells: Cells; readonly outcome: RowOutcome | null };

/** The evaluation of a row; `change` is the value to pass to `write`. */
export type RowEvaluation<Change> = {
  readonly outcome: RowOutcome;
  readonly faults: readonly CellError[];
  /** The existing record and its version; null if there is none. */
  readonly entityId: string | null;
  readonly version: number | null;
  /** Whether writing the row requires the exclusive lock on the tree structure. */
  readonly exclusive: boolean;
  readonly change?: Change;
};

/** The result of writing a row: the record, its new version, and the state to restore on undo (stored as jsonb). */
export type WrittenRecord = { readonly entityId: string; readonly version: number; readonly before: unknown };

/** A written row to be undone. */
export type WrittenRow = WrittenRecord & { readonly row: number; readonly outcome: RowOutcome };

/** An import kind: its columns and the evaluation of a row. The engine does everything else. */
export type ImportKind<Change = unknown> = {
  readonly name: string;
  readonly columns: readonly ImportColumn[];
  /**
   * Column names of other systems, space-separated and without punctuation; used to propose a mapping that the user
   * confirms.
   */
  readonly columnAliases?: Readonly<Record<string, string>>;
  /** Columns that make a file invalid because their values are secrets, which are not stored with the rows. */
  readonly forbiddenColumns?: readonly string[];
  /** The server generated the rows itself, so they are written without a separate check. */
  readonly generatedRows?: true;
  /**
   * The key of a row within its file, the key of the row it depends on, and the rank that defines the processing order.
   */
  identifyRow(cells: Cells): { readonly key: string; readonly dependsOn: string; readonly rank: number };
  /** The ranks by key, if only the database knows them. */
  ranksOf?(db: Db, scope: Scope, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The columns that contain the key of the required row and the row's own key; errors are reported there. */
  readonly dependencyColumn: string;
  readonly keyColumn: string;
  /**
   * Keeps the first of several rows with the same key instead of rejecting all of them; valid if no row depends on
   * another.
   */
  readonly keepFirstDuplicate?: true;
  /**
   * The rank of leaves, which can be moved in batches; nodes of any other rank are moved one per transaction, since
   * their subtrees can be large.
   */
  readonly leafRank: number;
  /** The permissions required to undo created and updated rows. */
  readonly undoPermissions: Readonly<Record<'created' | 'updated', readonly Permission[]>>;
  /** Additional permissions that depend on the run's parameters. */
  undoPermissionsFor?(task: unknown): readonly Permission[];
  /** Whether a run with these parameters can be undone; true if the method is missing. */
  canUndo?(task: unknown): boolean;
  /**
   * Locks the affected data until the end of the transaction, without waiting; returns false if the lock is not
   * available.
   */
  acquireLock(context: ImportContext, exclusive: boolean): Promise<boolean>;
  /** Evaluates rows by the same rules as the endpoints that create or change a single record. */
  evaluate(
    context: ImportContext,
    rows: readonly ParsedRow[],
    rowsByKey: (keys: readonly string[]) => Promise<ReadonlyMap<string, FileRow>>,
  ): Promise<RowEvaluation<Change>[]>;
  /** Writes valid changes with their audit entries; returns the results in the same order. */
  write(context: ImportContext, changes: readonly Change[]): Promise<WrittenRecord[]>;
  /** Undoes rows in this order; returns 'kept' for a row whose record has changed since. */
  undo(context: ImportContext, rows: readonly WrittenRow[]): Promise<('undone' | 'kept')[]>;
};

/** A row of a new run. */
export type NewRow = {
  readonly row: number;
  readonly cells: readonly string[];
  readonly rank: number;
  readonly key: string;
  readonly dependsOn: string;
  /** The record that a generated row belongs to. */
  readonly entityId?: string;
};

/** A run without a file: its name, columns, parameters and rows. */
export type GeneratedRun = {
  readonly name: string;
  readonly columns: string[];
  readonly task: Record<string, unknown>;
  readonly rows: readonly NewRow[];
};

/** The runs of one import kind: the handlers of their endpoints, and a function that inserts a run without a file. */
export type ImportRuns = {
  readonly service: Service<ImportEndpoints>;
  readonly begin: (context: Context, run: GeneratedRun) => Promise<ImportRun>;
};

/** Adds a kind to the import engine. */
export type AddImportKind = (kind: ImportKind) => ImportRuns;
