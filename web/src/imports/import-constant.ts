import type { ImportColumn, ImportHeader, ImportRun } from '@storeward/contract/imports';

/** How a file is read: the target column of each of its columns, and the values for all rows. */
export type ColumnChoices = Pick<ImportHeader, 'mapping' | 'constants'>;

/** Columns that rows of new records need, and that are neither in the file nor set for all rows. */
export const missingForNew = (columns: readonly ImportColumn[], { mapping, constants }: ColumnChoices): string[] => {
  const isGiven = (name: string) => mapping.includes(name) || Boolean(constants[name]);
  return columns
    .filter(({ name, neededForNew, insteadOf = [] }) => neededForNew && ![name, ...insteadOf].some(isGiven))
    .map(({ name }) => name);
};

/** The values for all rows of an import, as text. */
export const constantsText = ({ constants }: Pick<ImportRun, 'constants'>, labelOf: (column: string) => string) =>
  Object.entries(constants ?? {})
    .map(([column, value]) => `${labelOf(column)}: ${value}`)
    .join(' · ');
