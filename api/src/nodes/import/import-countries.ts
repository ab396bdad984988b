import { normalised, visibleText } from '@storeward/contract/fields';
import { childNodeTypes } from '@storeward/contract/nodes/node-types';
import { missingOf, readPhoneNumber } from '@storeward/contract/phone-number';
import { countryIn } from '@storeward/contract/reference/country-names';
import type { Cells, FileRow, ImportContext, ParsedRow } from '../../imports/kind.ts';
import { listNodeStates, listRoots, type NodeState } from '../commands/state-queries.ts';
import { findCountryAbove } from '../queries.ts';

type RowsByKey = (keys: readonly string[]) => Promise<ReadonlyMap<string, FileRow>>;
type Nodes = ReadonlyMap<string, NodeState>;

/** A row takes precedence over the stored node, as the node will be like the row. */
const countryOf = (cells: Cells | undefined, node: NodeState | undefined): string =>
  countryIn(cells?.get('country') ?? node?.country ?? '');

const parentKeyOf = (cells: Cells | undefined, node: NodeState | undefined): string =>
  normalised(visibleText(cells?.get('parentCode') ?? node?.parentCode ?? ''));

/** The countries above the rows whose phone number cannot be read without, by the key of the row. */
export async function countriesAbove(
  context: ImportContext,
  rows: readonly ParsedRow[],
  existing: Nodes,
  rowsByKey: RowsByKey,
): Promise<ReadonlyMap<string, string>> {
  const parentKeys = new Map<string, string>();
  for (const { key, cells } of rows) {
    const node = key === '' ? undefined : existing.get(key);
    const number = readPhoneNumber(cells.get('phoneNumber') ?? node?.phoneNumber ?? '');
    if (missingOf(number, '') && !countryOf(cells, node)) parentKeys.set(key, parentKeyOf(cells, node));
  }
  const countries = await countriesOf(context, [...new Set(parentKeys.values())], rowsByKey);
  return new Map([...parentKeys].map(([key, parentKey]) => [key, countries.get(parentKey) ?? '']));
}

/** The countries of nodes, or else of the nearest node above that has one, as they are once the file is imported. */
async function countriesOf(
  context: ImportContext,
  keys: readonly string[],
  rowsByKey: RowsByKey,
  levels = childNodeTypes.length + 1,
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0 || levels === 0) return new Map();
  const { db, actor } = context;
  const [states, roots, fileRows] = await Promise.all([
    listNodeStates(db, actor.scope, { keys }, { lock: false }),
    listRoots(db, actor.scope),
    rowsByKey(keys.filter(Boolean)),
  ]);
  const stored: Nodes = new Map([
    ...roots.map((root) => ['', root] as const),
    ...states.map((node) => [node.key, node] as const),
  ]);
  const countries = new Map<string, string>();
  const parentKeys = new Map<string, string>();
  for (const key of keys) {
    const node = stored.get(key);
    const fileRow = fileRows.get(key);
    const cells = fileRow?.outcome === 'wrong' ? undefined : fileRow?.cells;
    const country = countryOf(cells, node);
    if (country) countries.set(key, country);
    else if (node?.tpath === actor.scope.lo)
      countries.set(key, (await findCountryAbove(db, actor.scope, node.tpath)) ?? '');
    else if (node || cells) parentKeys.set(key, parentKeyOf(cells, node));
  }
  const above = await countriesOf(context, [...new Set(parentKeys.values())], rowsByKey, levels - 1);
  for (const [key, parentKey] of parentKeys) countries.set(key, above.get(parentKey) ?? '');
  return countries;
}
