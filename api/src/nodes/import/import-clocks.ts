import { normalised } from '@storeward/contract/fields';
import { countryIn } from '@storeward/contract/reference/country-names';
import { timeZoneIn } from '@storeward/contract/reference/time-zones';
import type { ImportContext, ParsedRow } from '../../imports/kind.ts';
import type { PlannedNode } from '../commands/change.ts';
import type { NodeState } from '../commands/state-queries.ts';
import { listPlansByClock } from '../tree-queries.ts';
import { inheritedValues, type InheritedValue, parentKeyOf, type RowsByKey } from './import-above.ts';

const timeZone: InheritedValue = {
  own(cells, node) {
    const name = cells?.get('timeZone') ?? node?.timeZone ?? '';
    return name && timeZoneIn(name, countryIn(cells?.get('country') ?? node?.country ?? ''));
  },
  outside: async ({ db, actor }, tpath) => (await listPlansByClock(db, actor.scope, [tpath]))[0]?.clock ?? null,
};

/** A row that changes a node. */
type ChangedRow = { readonly row: ParsedRow; readonly changed: PlannedNode };

/**
 * How many more planned changes start at another local time because of a row, by its key. It is negative where a row of
 * a node above was counted for plans that keep their local time after all.
 */
export async function shiftedPlansOf(
  context: ImportContext,
  rows: readonly ChangedRow[],
  rowsByKey: RowsByKey,
): Promise<ReadonlyMap<string, number>> {
  const { db, actor } = context;
  const shifting = rows.filter(
    ({ changed: { node, input, moves } }) => moves || (input !== undefined && input.timeZone !== node.timeZone),
  );
  if (shifting.length === 0) return new Map();
  const formerParentOf = ({ parentCode }: NodeState) => normalised(parentCode);
  const keys = shifting.flatMap(({ row, changed: { node } }) => [parentKeyOf(row.cells, node), formerParentOf(node)]);
  const [above, stored] = await Promise.all([
    inheritedValues(context, [...new Set(keys)], rowsByKey, timeZone),
    listPlansByClock(
      db,
      actor.scope,
      shifting.map(({ changed: { node } }) => node.tpath),
    ),
  ]);
  const storedByPath = new Map(stored.map((one) => [one.tpath, one]));
  // unknown above the topmost node of the scope
  const clockAbove = (key: string) => (above.has(key) ? above.get(key) || 'UTC' : undefined);
  return new Map(
    shifting.map(({ row, changed: { node, input } }) => {
      const { clock, planCount } = storedByPath.get(node.tpath)!;
      const own = input ? input.timeZone : node.timeZone;
      const isShifted = (own || clockAbove(parentKeyOf(row.cells, node))) !== clock;
      const isCounted = !node.timeZone && (clockAbove(formerParentOf(node)) ?? clock) !== clock;
      return [row.key, planCount * (Number(isShifted) - Number(isCounted))];
    }),
  );
}
