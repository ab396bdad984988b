import type { NodeId } from '@storeward/contract/nodes';
import {
  liveRows,
  type PathEntry,
  type ResolvedRow,
  resolveRows,
  rowsAsValue,
  storedOrder,
} from '@storeward/contract/settings/lists/list-rows';
import type { ListState } from '@storeward/contract/settings/lists/list-state';
import type { FieldState, PlannedValue } from '@storeward/contract/settings/engine/section-state';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import type { Explanation } from '../queries.ts';
import { countOperations, storedAction } from './list-summary.ts';

type Entry = Explanation & PathEntry;

/** The explanation of a row-wise list at a node, from the values stored along the path. */
export function listFieldState(
  definition: SettingField,
  targetId: string,
  entries: readonly Entry[],
  planned: readonly PlannedValue[],
): FieldState {
  const above = entries.filter(({ nodeId }) => nodeId !== targetId);
  const resolved = resolveRows(definition, entries);
  const inherited = resolveRows(definition, above);
  const { bound } = inherited;
  const nodes = [...Map.groupBy(entries, ({ nodeId }) => nodeId).values()];
  const chain = nodes.map((stored) => ({
    ...summaryOf(stored),
    place: nodeRefOf(stored[0]!),
    inForce: stored.some((entry) => resolved.applied.has(entry)),
  }));
  const ownIndex = nodes.findIndex(([first]) => first!.nodeId === targetId);
  const { place: _, ...own } = chain[ownIndex] ?? { place: null };
  return {
    value: rowsAsValue(resolved),
    isSet: entries.length > 0,
    source: chain.findLast(({ inForce }) => inForce)?.place ?? null,
    own: ownIndex < 0 ? null : (own as FieldState['own']),
    inherited: {
      value: rowsAsValue(inherited),
      isSet: above.length > 0,
      source: chain.findLast(({ place, inForce }) => inForce && place.id !== targetId)?.place ?? null,
    },
    bound: bound ? { mode: bound.mode, value: null, source: nodeRefOf(bound), since: bound.since } : null,
    chain,
    coming: [...planned],
    list: listState(targetId, entries, resolved, inherited),
  };
}

function listState(
  targetId: string,
  entries: readonly Entry[],
  { rows, hidden, shadowed, dormant }: ReturnType<typeof resolveRows<Entry>>,
  inherited: ReturnType<typeof resolveRows<Entry>>,
): ListState {
  const inheritedRows = liveRows(inherited);
  const isOwn = ({ nodeId }: Entry) => nodeId === targetId;
  const stateOf = ({ origin, entry }: ResolvedRow<Entry>) =>
    isOwn(origin) ? 'added' : isOwn(entry) ? 'replaced' : 'inherited';
  return {
    rows: rows.map((row, index) => {
      const upper = inheritedRows.get(row.id);
      return {
        id: row.id,
        position: index + 1,
        values: row.values,
        state: stateOf(row),
        place: nodeRefOf(row.entry),
        origin: nodeRefOf(row.origin),
        ...authorship(row.entry),
        mode: row.entry.mode === 'locked' ? 'locked' : 'free',
        lockedBy: upper?.entry.mode === 'locked' ? nodeRefOf(upper.entry) : null,
        inherited: upper && isOwn(row.entry) ? upper.values : null,
        replaced: isOwn(row.entry) ? (row.replaced ?? null) : null,
      };
    }),
    hidden: hidden.map(({ row, entry, within, after }) => ({
      id: row.id,
      values: row.values,
      origin: nodeRefOf(row.origin),
      place: nodeRefOf(entry),
      own: isOwn(entry) && within === undefined,
      ...(within !== undefined && { within }),
      ...(after !== undefined && { after }),
      ...authorship(entry),
    })),
    shadowed: shadowed.map(({ row, by }) => ({
      id: row.id,
      values: row.values,
      place: nodeRefOf(row.entry),
      origin: nodeRefOf(row.origin),
      by,
    })),
    dormant: dormant.map(({ id, entry, operation, cause, forbiddenBy }) => ({
      id,
      action: operation?.action ?? storedAction(entry),
      values: operation && 'values' in operation ? operation.values : null,
      place: nodeRefOf(entry),
      own: isOwn(entry),
      cause,
      lockedBy: forbiddenBy ? nodeRefOf(forbiddenBy) : null,
      ...authorship(entry),
    })),
    ownOrder: orderAt(entries.filter(isOwn)),
  };
}

const orderAt = (stored: readonly Entry[]): string[] | null => {
  const order = storedOrder(stored.find(({ row }) => row === undefined));
  return order && [...order];
};

/** The operations of one node on the list, with the mode that it sets for the list and its latest author. */
function summaryOf(stored: readonly Entry[]) {
  const latest = stored.reduce((one, other) => (Date.parse(other.since) > Date.parse(one.since) ? other : one));
  const mode = stored.find(({ row }) => row === undefined)?.mode ?? ('free' as const);
  return { value: countOperations(stored), mode, since: latest.since, by: latest.by, reason: latest.reason };
}

const authorship = ({ since, by, reason }: Entry) => ({ since, by, reason });
const nodeRefOf = ({ nodeId, name, nodeType }: Entry) => ({ id: nodeId as NodeId, name, nodeType });
