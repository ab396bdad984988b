import { errors, isErrorCode } from '@storeward/contract/errors';
import { onOneLine } from '@storeward/contract/fields';
import type { CellError } from '@storeward/contract/imports';
import { countryIn } from '@storeward/contract/reference/country-names';
import { timeZoneIn } from '@storeward/contract/reference/time-zones';
import type { NodeColumn } from '@storeward/contract/nodes/node-import';
import { nodeRegions, childNodeTypes, type ChildNodeType } from '@storeward/contract/nodes/node-types';
import { NodeInput, nodeInputIn } from '@storeward/contract/nodes/node-input';
import type { Cells } from '../../imports/kind.ts';
import type { NodeState } from '../commands/state-queries.ts';

const inputFields = Object.keys(NodeInput.shape) as (keyof NodeInput)[];

/** The fields of a row; `region` is set from its cells even if another field is invalid. */
type ParsedInput = { readonly input?: NodeInput; readonly region?: NodeInput['region']; readonly faults: CellError[] };

/** Validates the cells of a row below others of a country; fields without a column keep the value of the existing node. */
export function parseInput(cells: Cells, existing: NodeState | undefined, inheritedCountry = ''): ParsedInput {
  const value = (column: keyof NodeInput & NodeColumn) => cells.get(column) ?? existing?.[column] ?? '';
  const regions = cells.has('region') ? parseRegions(cells.get('region') ?? '') : undefined;
  const country = countryIn(String(value('country')));
  const parsed = nodeInputIn(inheritedCountry).safeParse({
    ...Object.fromEntries(inputFields.map((field) => [field, cellOf(value(field))])),
    country,
    timeZone: timeZoneIn(String(value('timeZone')), country),
    region: regions ?? existing?.region ?? [],
  });
  if (parsed.success) {
    const region = [...new Set(parsed.data.region)].sort();
    return { input: { ...parsed.data, region }, region, faults: [] };
  }
  const codes = new Map(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
  return {
    ...(regions && !codes.has('region') && { region: regions as NodeInput['region'] }),
    faults: [...codes].map(([column, message]) => ({
      column,
      messageCode: column === 'country' ? 'import.countryUnknown' : codeOf(message),
    })),
  };
}

const codeOf = (message: string) => (isErrorCode(message) && message in errors ? message : 'field.invalid');

const cellOf = (value: unknown) => (typeof value === 'string' ? onOneLine(value) : value);

const toEnumValue = (text: string) =>
  text
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');

/** The node type in the row; undefined if it is missing or unknown. */
export function parseNodeType(cells: Cells): ChildNodeType | undefined {
  const value = toEnumValue(cells.get('type') ?? '');
  return childNodeTypes.find((type) => type === value);
}

const parseRegions = (cell: string) =>
  cell
    .split(/[|,;+/]/)
    .map(toEnumValue)
    .filter(Boolean)
    .map((value) => nodeRegions.find((region) => region === value) ?? value);
