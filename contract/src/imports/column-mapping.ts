import type { ImportRun } from '../imports.ts';

const betweenNames = '|';

/** The known columns that one column of a file fills, by its entry in a mapping. */
export const namesIn = (entry: string): string[] => entry.split(betweenNames).filter(Boolean);

/** The entry in a mapping of a column that fills these known columns. */
export const entryOf = (names: readonly string[]): string => names.join(betweenNames);

/** The known columns that each column of a file fills: from the user's mapping, else from the header row. */
export const effectiveColumns = ({
  columns,
  mapping,
}: Pick<ImportRun, 'columns' | 'mapping'>): readonly (readonly string[])[] =>
  columns.map((column, index) => (mapping ? namesIn(mapping[index] ?? '') : [column]));
