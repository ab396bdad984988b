import type { ImportColumn, ImportHeader, ImportRun } from '@storeward/contract/imports';
import { codeInSeries } from '@storeward/contract/imports/numbering';
import { namesIn } from '@storeward/contract/imports/column-mapping';
import type { ImportSubject } from './import-subject.ts';

/** How a file is read: the target column of each of its columns, and the values for all rows. */
export type ColumnChoices = Pick<ImportHeader, 'mapping' | 'constants'>;

/** The known columns that the columns of a file fill. */
export const mappedNames = (mapping: readonly string[]): string[] => mapping.flatMap(namesIn);

/** Columns that rows of new records need, and that are neither in the file nor set for all rows. */
export const missingForNew = (columns: readonly ImportColumn[], { mapping, constants }: ColumnChoices): string[] => {
  const mapped = mappedNames(mapping);
  const isGiven = (name: string) => mapped.includes(name) || Boolean(constants[name]);
  return columns
    .filter(({ name, neededForNew, insteadOf = [] }) => neededForNew && ![name, ...insteadOf].some(isGiven))
    .map(({ name }) => name);
};

/** The values for all rows of an import, as text. */
export const constantsText = (
  { constants }: Pick<ImportRun, 'constants'>,
  { columns, columnLabel, constantText }: Pick<ImportSubject, 'columns' | 'columnLabel' | 'constantText'>,
) =>
  Object.entries(constants ?? {})
    .map(([column, value]) => {
      const isSeries = columns.some(({ name, numbered }) => name === column && numbered);
      return `${columnLabel?.(column) ?? column}: ${isSeries ? `${seriesText(value)}, …` : (constantText?.(column, value) ?? value)}`;
    })
    .join(' · ');

/** The first values of a series. */
export const seriesText = (first: string): string => [0, 1, 2].map((steps) => codeInSeries(first, steps)).join(', ');
