import { errors, isErrorCode } from '@storeward/contract/errors';
import type { CellFault } from '@storeward/contract/imports';
import type { NodeColumn } from '@storeward/contract/node-import';
import { NodeInput, nodeRegions, placeTypes, type PlaceType } from '@storeward/contract/nodes';
import type { Cells } from '../imports/kind.ts';
import type { KnownNode } from './import-queries.ts';

/** What is filled in about a place, by name. */
export const inputFields = Object.keys(NodeInput.shape) as (keyof NodeInput)[];

/** What the cells fill in; what the file has no column for stays as it is. */
export function readInput(cells: Cells, known: KnownNode | undefined): { input?: NodeInput; faults: CellFault[] } {
  const word = (column: keyof NodeInput & NodeColumn) => cells.get(column) ?? known?.[column] ?? '';
  const parsed = NodeInput.safeParse({
    ...Object.fromEntries(inputFields.map((field) => [field, word(field)])),
    country: String(word('country')).toUpperCase(),
    region: cells.has('region') ? regionsIn(cells.get('region') ?? '') : (known?.region ?? []),
  });
  if (parsed.success) return { input: { ...parsed.data, region: [...new Set(parsed.data.region)].sort() }, faults: [] };
  const faults = new Map(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
  return {
    faults: [...faults].map(([column, message]) => ({
      column,
      messageCode: isErrorCode(message) && message in errors ? message : 'field.invalid',
    })),
  };
}

const joined = (words: string) =>
  words
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');

/** The kind of place that a row names; nothing where it is none. */
export function typeIn(cells: Cells): PlaceType | undefined {
  const word = joined(cells.get('type') ?? '');
  return placeTypes.find((type) => type === word);
}

const regionsIn = (cell: string) =>
  cell
    .split(/[|,;+/]/)
    .map(joined)
    .filter(Boolean)
    .map((word) => nodeRegions.find((region) => region === word) ?? word);
