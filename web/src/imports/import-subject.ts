import type { ImportColumn, ImportDoors } from '@storeward/contract/imports';

/** What is imported: its doors and columns, where its screens stand, and what it is called. */
export type ImportSubject = {
  readonly doors: ImportDoors;
  readonly columns: readonly ImportColumn[];
  /** Where else in the cache lies what such an import changes, besides its own part of the portal. */
  readonly touches: readonly (readonly string[])[];
  readonly address: string;
  readonly sampleName: string;
  readonly words: {
    readonly title: string;
    readonly intro: string;
    /** What a button says that writes so many records. */
    readonly start: (count: number) => string;
  };
};
