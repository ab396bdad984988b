import type { Permission } from '@storeward/contract/access';
import type { CellError, ImportColumn, ImportEndpoints, ImportRun, RowOutcome } from '@storeward/contract/imports';
import type { RunKindName } from '@storeward/contract/imports/run-kinds';
import type { Actor, Origin, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';

/** The user and the transaction in which a batch is processed. */
export type ImportContext = {
  readonly db: Db;
  readonly actor: Actor;
  readonly origin: Origin;
  readonly runId: string;
  /** Whether planned rows are written immediately, so that everything they depend on must exist already. */
  readonly writing: boolean;
  /** The parameters of a run without a file. */
  readonly task: unknown;
};

/** A row of a file with its row number as a spreadsheet shows it. */
export type TableRow = { readonly row: number; readonly cells: string[] };

/** The cell values of a row by known column name; columns missing from the file are absent. */
export type Cells = ReadonlyMap<string, string>;

/** A parsed row with the errors that do not depend on the import kind. */
export type ParsedRow = {
  readonly row: number;
  readonly key: string;
  readonly dependsOn: string;
  readonly cells: Cells;
  readonly faults: readonly CellError[];
  /** The record that a generated row belongs to, or that an earlier plan found. */
  readonly entityId: string | null;
};

/** Another row of the same file that a row depends on, with its outcome. */
export type FileRow = { readonly cells: Cells; readonly outcome: RowOutcome | null };

/** The plan of a row; `change` is the value to pass to `apply`. */
export type RowPlan<Change> = {
  readonly outcome: RowOutcome;
  readonly faults: readonly CellError[];
  /** The existing record and its version; null if there is none. */
  readonly entityId: string | null;
  readonly version: number | null;
  /** Whether writing the row requires the exclusive lock on the tree structure. */
  readonly exclusive: boolean;
  readonly change?: Change;
  /** How many more planned changes of settings start at another local time because of the row. */
  readonly shiftedPlans?: number;
};

/** The result of writing a row: the record, its new version, and the state to restore on undo (stored as jsonb). */
export type WrittenRecord = { readonly entityId: string; readonly version: number; readonly before: unknown };

/** A written row to be undone. */
export type WrittenRow = WrittenRecord & { readonly row: number; readonly outcome: RowOutcome };

/** The columns of a kind of run, and their special roles. */
export type RunColumns = {
  readonly known: readonly ImportColumn[];
  /** The column with a row's own key; a file that contains a key twice is reported there. */
  readonly key: string;
  /** The column with the key of the row that a row depends on; the key column by default. */
  readonly dependency?: string;
  /** Column names of other systems, space-separated and without punctuation, to propose a mapping. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Columns of this kind that make a file invalid because their values are secrets, which are not stored with the rows. */
  readonly secret?: readonly string[];
};

/** A kind of run: its columns, and the plan of its rows. The engine does everything else. */
export type RunKind<Change = unknown> = {
  readonly name: RunKindName;
  readonly columns: RunColumns;
  /**
   * The key of a row within its file, the key of the row it depends on, and the rank that defines the processing order.
   * Absent if the server generates the rows, which are then written without a separate check.
   */
  parseRow?(cells: Cells): { readonly key: string; readonly dependsOn: string; readonly rank: number };
  /** Returns the ranks by key, for kinds whose ranks are only in the database. */
  listRanks?(db: Db, scope: Scope, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  readonly levels?: DerivedLevels;
  /** The keys of these that records of the organisation have, for kinds with a numbered column. */
  listTakenKeys?(db: Db, scope: Scope, keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Plans rows by the commands that save one record, and locks the records if the rows are written. */
  plan(
    context: ImportContext,
    rows: readonly ParsedRow[],
    rowsByKey: (keys: readonly string[]) => Promise<ReadonlyMap<string, FileRow>>,
  ): Promise<RowPlan<Change>[]>;
  /** Writes planned changes with their audit entries; returns the results in the same order. */
  apply(context: ImportContext, changes: readonly Change[]): Promise<WrittenRecord[]>;
  /** Undoes rows in this order; returns 'kept' for a row whose record has changed since. */
  undo(context: ImportContext, rows: readonly WrittenRow[]): Promise<('undone' | 'kept')[]>;
  /** The permissions required to undo a run; undefined if it cannot be undone. */
  undoPermissions(run: Pick<ImportRun, 'created' | 'updated' | 'task'>): readonly Permission[] | undefined;
  /**
   * Locks the records that rows depend on until the end of the transaction; returns false if a lock is not available
   * without waiting, and the step is repeated later. Absent if locks of rows suffice.
   */
  lock?(context: ImportContext, exclusive: boolean): Promise<boolean>;
  /** For kinds that move nodes: the rank of nodes without a subtree, so that many are moved in one transaction. */
  readonly leafRank?: number;
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
  /** Values by known column that the server has derived; a row that it added to a file has only these. */
  readonly derived?: Readonly<Record<string, string>>;
};

/** A row that is added to a file, for a record above others that does not exist yet. */
export type DerivedRow = Pick<NewRow, 'rank' | 'key' | 'dependsOn'> & { readonly derived: Record<string, string> };

/** The records above the rows of one branch: the values that name them, or why they cannot be found or created. */
export type DerivedBranch =
  | { readonly dependsOn: string; readonly derived: Record<string, string> }
  | { readonly faults: readonly CellError[] };

/** A row of a file for a record that other rows may name as above them. */
export type LevelRow = {
  readonly key: string;
  readonly parentKey: string;
  /** The branch that names the records above it. */
  readonly branch: string | undefined;
  readonly type: string;
  readonly code: string;
  readonly name: string;
};

/** For files whose rows name the records above them by columns. */
export type DerivedLevels = {
  /** The branch that a row names; undefined if it names none. */
  branchOf(cells: Cells): string | undefined;
  /** The type, code and name of a row for a record that may be above others; undefined for any other row. */
  levelOf(cells: Cells): Pick<LevelRow, 'type' | 'code' | 'name'> | undefined;
  /**
   * Finds the records of branches, and plans rows for those that neither exist nor have a row of their own; `takenKeys`
   * are those of the file.
   */
  derive(
    context: Pick<Context, 'db' | 'actor'>,
    branches: readonly string[],
    file: { readonly takenKeys: ReadonlySet<string>; readonly levelRows: readonly LevelRow[] },
  ): Promise<{ readonly rows: readonly DerivedRow[]; readonly byBranch: ReadonlyMap<string, DerivedBranch> }>;
};

/** A row for an existing record; without a key of its own it has that of the record. Rows of lower rank are applied first. */
export type GeneratedRow = {
  readonly id: string;
  readonly cells: readonly string[];
  readonly key?: string;
  readonly rank?: number;
};

/** A run without a file: its name, columns, parameters and rows. */
export type GeneratedRun = {
  readonly name: string;
  readonly columns: string[];
  readonly task: Record<string, unknown>;
  readonly rows: readonly GeneratedRow[];
};

/** The runs of one import kind: the handlers of their endpoints, and a function that inserts a run without a file. */
export type ImportRuns = {
  readonly service: Service<ImportEndpoints>;
  readonly begin: (context: Context, run: GeneratedRun) => Promise<ImportRun>;
};

/** Adds a kind to the import engine. */
export type AddImportKind = (kind: RunKind) => ImportRuns;
