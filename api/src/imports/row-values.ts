import * as z from 'zod/mini';
import { unescapeCsvCell } from '@storeward/contract/csv';
import { ApiError } from '../platform/errors.ts';
import type { Cells } from './kind.ts';
import type { TableHeader } from './table.ts';

/** The values of a row by known column: the values for all rows, its cells, and the values derived by the server. */
export function rowValues(
  { row, cells, derived }: { row: number; cells: readonly string[]; derived?: Readonly<Record<string, string>> | null },
  { known, constants }: Pick<TableHeader, 'known' | 'constants'>,
): Cells {
  const found = Object.entries(derived ?? {});
  if (isDerivedRow(row)) return new Map(found);
  const inFile = known.map(([index, name]) => [name, unescapeCsvCell(cells[index]?.trim() ?? '')] as const);
  return new Map([...Object.entries(constants), ...inFile, ...found]);
}

/** Rows that the server adds to a file have negative numbers. */
export const isDerivedRow = (row: number): boolean => row < 0;

const ConstantsParam = z.record(z.string(), z.string().check(z.maxLength(256)));

/** Parses the values for all rows. */
export function parseConstants(text = '{}'): Record<string, string> {
  const parsed = ConstantsParam.safeParse(parseJson(text));
  if (!parsed.success) throw new ApiError('import.mappingWrong');
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
