import type { ReactNode } from 'react';
import type { ImportColumn, ImportDoors, ImportRun } from '@storeward/contract/imports';
import type { PhraseKey } from '../platform/phrase-keys.ts';

/** What is imported: its doors and columns, where its screens stand, and what it is called. */
export type ImportSubject = {
  readonly doors: ImportDoors;
  readonly columns: readonly ImportColumn[];
  /** Where else in the cache lies what such an import changes, besides its own part of the portal. */
  readonly touches: readonly (readonly string[])[];
  readonly address: string;
  readonly sampleName: string;
  /** Hands out the file that people begin with, where that is not made here; null where the reader may not have it. */
  readonly template?: ReactNode;
  /** Whether the reader may bring in files, and not only look at those before. */
  readonly mayUpload?: boolean;
  /** What some phrases are in its own words, where nothing is brought in from a file. */
  readonly says?: Partial<Record<PhraseKey, PhraseKey>>;
  /** What one of them is called, where no file gives it a name. */
  readonly titleOf?: (run: ImportRun) => string;
  /** What is told of one of them before anything else. */
  readonly about?: (run: ImportRun) => ReactNode;
  /** What a column is called, where the file did not name it. */
  readonly columnWord?: (column: string) => string;
  /** What a column of ours is called where somebody says which one of a file it is. */
  readonly columnLabel?: (column: string) => string;
  readonly words: {
    readonly title: string;
    readonly intro: string;
    /** What a button says that writes so many records. */
    readonly start: (count: number) => string;
  };
};
