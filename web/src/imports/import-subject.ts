import type { ReactNode } from 'react';
import type { ImportColumn, ImportEndpoints, ImportRun } from '@storeward/contract/imports';
import type { PhraseKey } from '../platform/text/phrase-keys.ts';
import type { ScreenPath } from '../platform/site-map.ts';

/** A screen with a list of runs, each of which has a screen below it. */
type RunListPath = { [Path in ScreenPath]: `${Path}/{id}` extends ScreenPath ? Path : never }[ScreenPath];

/** The props of an input for a value that holds for all rows. */
export type ConstantInputProps = {
  readonly label: string;
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
};

/** What is imported: endpoints, columns, URL of its pages, and texts. */
export type ImportSubject = {
  readonly endpoints: ImportEndpoints;
  readonly columns: readonly ImportColumn[];
  /** The columns of the sample file, if they are not all. */
  readonly sampleColumns?: readonly ImportColumn[];
  /** Query keys invalidated after an import, besides those of its own endpoints. */
  readonly invalidates: readonly (readonly string[])[];
  readonly address: RunListPath;
  /** The name of the sample file, without extension. */
  readonly sampleName: string;
  /** Replaces the menu for the sample file; null if the user may not download it. */
  readonly template?: ReactNode;
  /** Whether the user may upload files, and not only view earlier imports. */
  readonly mayUpload?: boolean;
  /** Replacements of phrases, for runs without a file. */
  readonly labelKeys?: Partial<Record<PhraseKey, PhraseKey>>;
  /** Title of a run without a file name. */
  readonly titleOf?: (run: ImportRun) => string;
  /** Content shown above the figures of a run. */
  readonly summary?: (run: ImportRun) => ReactNode;
  /** Heading of a column that the file does not name. */
  readonly columnHeading?: (column: string) => string;
  /** Label of a target column in the column matching form. */
  readonly columnLabel?: (column: string) => string;
  /**
   * The input for a value that holds for all rows, where a text field does not fit; undefined for a text field. Absent if
   * all values have to be in the file.
   */
  readonly constantInput?: (column: string, props: ConstantInputProps) => ReactNode;
  /** A value that holds for all rows, as people read it; as it is stored if absent. */
  readonly constantText?: (column: string, value: string) => string;
  /** What a file is imported as instead if it has all its required columns. */
  readonly alternative?: ImportSubject;
  readonly texts: {
    readonly title: string;
    readonly intro: string;
    /** Label of the start button for this number of records. */
    readonly start: (count: number) => string;
  };
};
