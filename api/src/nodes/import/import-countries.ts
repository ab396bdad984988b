import { missingOf, readPhoneNumber } from '@storeward/contract/phone-number';
import { countryIn } from '@storeward/contract/reference/country-names';
import type { ImportContext, ParsedRow } from '../../imports/kind.ts';
import type { NodeState } from '../commands/state-queries.ts';
import { findCountryAbove } from '../tree-queries.ts';
import { inheritedValues, type InheritedValue, parentKeyOf, type RowsByKey } from './import-above.ts';

const country: InheritedValue = {
  own: (cells, node) => countryIn(cells?.get('country') ?? node?.country ?? ''),
  outside: ({ db, actor }, tpath) => findCountryAbove(db, actor.scope, tpath),
};

/** The countries above the rows whose phone number cannot be read without, by the key of the row. */
export async function countriesAbove(
  context: ImportContext,
  rows: readonly ParsedRow[],
  existing: ReadonlyMap<string, NodeState>,
  rowsByKey: RowsByKey,
): Promise<ReadonlyMap<string, string>> {
  const parentKeys = new Map<string, string>();
  for (const { key, cells } of rows) {
    const node = key === '' ? undefined : existing.get(key);
    const number = readPhoneNumber(cells.get('phoneNumber') ?? node?.phoneNumber ?? '');
    if (missingOf(number, '') && !country.own(cells, node)) parentKeys.set(key, parentKeyOf(cells, node));
  }
  const countries = await inheritedValues(context, [...new Set(parentKeys.values())], rowsByKey, country);
  return new Map([...parentKeys].map(([key, parentKey]) => [key, countries.get(parentKey) ?? '']));
}
