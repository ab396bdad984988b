import type { Permission } from '@storeward/contract/access';
import type { CellFault, ImportColumn, RowOutcome } from '@storeward/contract/imports';
import type { Actor, Origin, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';

/** Who an import acts for, and in which transaction. */
export type ImportContext = {
  readonly db: Db;
  readonly actor: Actor;
  readonly origin: Origin;
  readonly runId: string;
  /** Whether what is judged is written right away, so that everything it stands on has to be there. */
  readonly writing: boolean;
  /** What was asked for, where no file says it. */
  readonly task: unknown;
};

/** What the cells of a row mean, by column; a column that the file does not have is not among them. */
export type Cells = ReadonlyMap<string, string>;

/** A row as it was read, and what is wrong with it whatever it is about. */
export type ReadRow = {
  readonly row: number;
  readonly key: string;
  readonly leansOn: string;
  readonly cells: Cells;
  readonly faults: readonly CellFault[];
  /** The record that it was made for, or found to be about. */
  readonly entityId: string | null;
};

/** Another row of the same file, and whether it can be taken. */
export type FileRow = { readonly cells: Cells; readonly outcome: RowOutcome | null };

/** What a row would do; `change` is for whoever writes it. */
export type Judgement<Change> = {
  readonly outcome: RowOutcome;
  readonly faults: readonly CellFault[];
  /** The record that is there already, and its version. */
  readonly entityId: string | null;
  readonly version: number | null;
  /** Whether nobody else may write into the tree meanwhile. */
  readonly alone: boolean;
  readonly change?: Change;
};

/** What was written for a row: the record, the version it has now, and what has to be put back if it is undone. */
export type Written = { readonly entityId: string; readonly version: number; readonly before: unknown };

/** A written row that is to be taken back. */
export type WrittenRow = Written & { readonly row: number; readonly outcome: RowOutcome };

/** One kind of import: its columns, and the rule of a row. The engine does the rest. */
export type ImportKind<Change = unknown> = {
  readonly name: string;
  readonly columns: readonly ImportColumn[];
  /** What other systems call the columns, each word without spaces and signs: for a guess that somebody looks at. */
  readonly alsoCalled?: Readonly<Record<string, string>>;
  /** Columns that a file is refused for: what would stand in them is kept nowhere but where it belongs. */
  readonly neverTaken?: readonly string[];
  /** The server has made the rows itself: they are written as they are judged, without a check before. */
  readonly rowsMadeHere?: true;
  /** What a row is known by in its file, which row has to come before it, and in which round it is worked off. */
  placeOf(cells: Cells): { readonly key: string; readonly leansOn: string; readonly rank: number };
  /** In which round some rows are worked off, where only the database knows it. */
  ranksOf?(db: Db, scope: Scope, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The column that what a row leans on stands in, and the one that it is known by. */
  readonly leanColumn: string;
  readonly keyColumn: string;
  /** Of rows that say the same thing twice the first one stands, since no other row leans on it; else none does. */
  readonly firstStands?: true;
  /** The round of what stands alone: of all others one at a time is moved, since much may hang on it. */
  readonly lastRank: number;
  /** What somebody has to hold to take back what was made, and what was changed. */
  readonly undoNeeds: Readonly<Record<'created' | 'updated', readonly Permission[]>>;
  /** The same where it depends on what was asked for. */
  undoNeedsFor?(task: unknown): readonly Permission[];
  /** Whether what was asked for can be taken back at all; without a word on it, it can. */
  undoable?(task: unknown): boolean;
  /** Keeps still what the rows are about until the transaction ends; false where somebody else has it just now. */
  hold(context: ImportContext, alone: boolean): Promise<boolean>;
  /** What each row would do: the same rules as on the screen where one record is made or changed. */
  judge(
    context: ImportContext,
    rows: readonly ReadRow[],
    inFile: (keys: readonly string[]) => Promise<ReadonlyMap<string, FileRow>>,
  ): Promise<Judgement<Change>[]>;
  /** Writes what was judged sound, each with its line in the audit; answers in the same order. */
  write(context: ImportContext, changes: readonly Change[]): Promise<Written[]>;
  /** Takes rows back in this order; says of each whether that could be done without touching what came since. */
  undo(context: ImportContext, rows: readonly WrittenRow[]): Promise<('undone' | 'kept')[]>;
};
