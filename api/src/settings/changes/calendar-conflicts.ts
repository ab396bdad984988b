import { type CalendarChange, maxCalendarConflicts } from '@storeward/contract/settings/endpoints/change-calendar';
import type { StoredValue } from '@storeward/contract/settings/engine/effective-value';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import type { FieldChange } from '@storeward/contract/settings/engine/section-state';
import type { NodeId } from '@storeward/contract/nodes';
import type { BoundInForce, CalendarRow } from './calendar-queries.ts';
import { isForbidden } from './plan-rules.ts';

/** How often values of one change are compared with values above, at most: a few milliseconds. */
const maxComparisons = 5_000;

type Values = Map<string, StoredValue>;

/** A planned change with what it stores, for each field by its name or by those of rows. */
export type Plan = {
  readonly row: CalendarRow;
  readonly changes: readonly FieldChange[];
  readonly values: ReadonlyMap<string, Values>;
  /** In milliseconds. */
  readonly begins: number;
  readonly ends: number;
};

export function planOf(row: CalendarRow, changes: readonly FieldChange[]): Plan {
  const values = new Map<string, Values>();
  for (const { field: name, after } of changes) {
    if (!after) continue;
    const { field } = parseFieldName(name);
    values.set(field, (values.get(field) ?? new Map<string, StoredValue>()).set(name, after));
  }
  const ends = row.ends === null ? Infinity : Date.parse(row.ends);
  return { row, changes, values, begins: Date.parse(row.begins), ends };
}

/** Values of one field at one node that may forbid values below: of a planned change, or in force. */
type Restriction = {
  readonly node: { readonly nodeId: string; readonly name: string; readonly nodeType: CalendarRow['nodeType'] };
  readonly values: Values;
  readonly plan: Plan | undefined;
};

const keyOf = (section: string, field: string, location: string) => `${section} ${field} ${location}`;

/** What may forbid planned values, by field and node, so that only these are compared. */
export class CalendarRestrictions {
  /** By the path of the node that plans them. */
  readonly #planned = new Map<string, Restriction[]>();
  /** By the id of the node below. */
  readonly #inForce = new Map<string, Restriction[]>();

  addPlan(plan: Plan): void {
    for (const [field, values] of plan.values)
      if ([...values.values()].some(({ mode }) => mode !== 'free')) {
        const key = keyOf(plan.row.section, field, plan.row.tpath);
        addTo(this.#planned, key).push({ node: plan.row, values, plan });
      }
  }

  /** Adds a value in force; those of one node follow one another. */
  addInForce({ forNode, section, field: name, value, mode, ...node }: BoundInForce): void {
    const restrictions = addTo(this.#inForce, keyOf(section, parseFieldName(name).field, forNode));
    if (restrictions.at(-1)?.node.nodeId !== node.nodeId)
      restrictions.push({ node, values: new Map(), plan: undefined });
    restrictions.at(-1)!.values.set(name, { value, mode });
  }

  /** The fields of a change that something above forbids, each with the time for which both last; not all if these are many. */
  conflictsOf(plan: Plan): Pick<CalendarChange, 'conflicts' | 'conflictsArePartial'> {
    const { section, nodeId, tpath } = plan.row;
    const conflicts: CalendarChange['conflicts'] = [];
    let comparisons = 0;
    for (const [field, values] of plan.values) {
      const restrictions = [
        ...(this.#inForce.get(keyOf(section, field, nodeId)) ?? []),
        ...pathsAbove(tpath).flatMap((path) => this.#planned.get(keyOf(section, field, path)) ?? []),
      ];
      for (const { node, values: bounds, plan: above } of restrictions) {
        if (above && Math.max(above.begins, plan.begins) >= Math.min(above.ends, plan.ends)) continue;
        comparisons += values.size;
        if (comparisons > maxComparisons) return { conflicts, conflictsArePartial: true };
        if (![...values].some(([name, { value }]) => isForbidden(section, name, value, bounds))) continue;
        if (conflicts.length === maxCalendarConflicts) return { conflicts, conflictsArePartial: true };
        conflicts.push({
          changeId: above?.row.id ?? null,
          place: { id: node.nodeId as NodeId, name: node.name, nodeType: node.nodeType },
          field,
          from: above && above.begins > plan.begins ? above.row.begins : plan.row.begins,
          until: above && above.ends < plan.ends ? above.row.ends : plan.row.ends,
        });
      }
    }
    return { conflicts, conflictsArePartial: false };
  }
}

function addTo(restrictions: Map<string, Restriction[]>, key: string): Restriction[] {
  const known = restrictions.get(key) ?? [];
  restrictions.set(key, known);
  return known;
}

/** The paths of the nodes above one, from the root down. */
const pathsAbove = (tpath: string): string[] =>
  [...tpath.slice(0, -1).matchAll(/\./g)].map(({ index }) => tpath.slice(0, index + 1));
