import { isAllowedBelow } from '@storeward/contract/settings/effective-value';
import {
  type CalendarChange,
  type changeCalendars,
  maxCalendarChanges,
} from '@storeward/contract/settings/change-calendar';
import { parseFieldName } from '@storeward/contract/settings/field-name';
import type { NodeId } from '@storeward/contract/nodes';
import { fieldOf, type SettingMode } from '@storeward/contract/settings/section';
import type { FieldChange } from '@storeward/contract/settings/section-state';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { type CalendarRow, listCalendarChanges } from './calendar-queries.ts';
import { listFieldChanges } from './change-queries.ts';
import { readableChange } from './history.ts';
import { mayView } from '../policy.ts';
import { findSettingNode } from '../queries.ts';

/** The planned changes of all sections, with those that another planned change makes ineffective. */
export const changeCalendarsService: Service<typeof changeCalendars> = {
  async get({ db, actor }, { params: { id }, query: { from, to } }) {
    const { scope } = actor;
    const node = await findSettingNode(db, scope, id);
    ensure(node, 'node.unknown');
    const sections = sectionNames.filter((name) => mayView(actor, sectionOf(name)));
    const rows = await listCalendarChanges(db, scope, node, sections, { from, to, limit: maxCalendarChanges + 1 });
    const shown = rows.slice(0, maxCalendarChanges);
    const stored = await listFieldChanges(
      db,
      scope,
      shown.map((row) => row.id),
    );
    const storedByChange = Map.groupBy(stored, ({ changeId }) => changeId);
    const plans = shown.map((row): Plan => {
      const changes = storedByChange.get(row.id) ?? [];
      return { row, changes, values: new Map(changes.flatMap(({ field, after }) => (after ? [[field, after]] : []))) };
    });
    return {
      changes: plans.map((plan): CalendarChange => {
        const { nodeId, name, nodeType, tpath: _, ...row } = plan.row;
        return {
          ...row,
          place: { id: nodeId as NodeId, name, nodeType },
          fields: plan.changes.map((change) => readableChange(row.section, change)),
          conflicts: plans.flatMap((above) => conflictsOf(plan, above)),
        };
      }),
      isPartial: rows.length > shown.length,
    };
  },
};

type PlannedValue = { readonly value: unknown; readonly mode: SettingMode };

type Plan = {
  readonly row: CalendarRow;
  readonly changes: readonly FieldChange[];
  /** The values that are stored from then on, by field or row of a list. */
  readonly values: ReadonlyMap<string, PlannedValue>;
};

/** The fields of a plan that a plan of a node above forbids, each with the time for which both last. */
function conflictsOf({ row: plan, values }: Plan, { row: above, values: bounds }: Plan): CalendarChange['conflicts'] {
  const isAbove = above.tpath !== plan.tpath && plan.tpath.startsWith(above.tpath);
  if (!isAbove || above.section !== plan.section) return [];
  const from = isBefore(above.begins, plan.begins) ? plan.begins : above.begins;
  const until = earlier(above.ends, plan.ends);
  if (until !== null && !isBefore(from, until)) return [];
  const forbidden = [...values].flatMap(([name, value]) =>
    isForbidden(plan.section, name, value, bounds) ? [parseFieldName(name).field] : [],
  );
  return [...new Set(forbidden)].map((field) => ({ changeId: above.id, field, from, until }));
}

const isBefore = (one: string, other: string): boolean => Date.parse(one) < Date.parse(other);

const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && isBefore(other, one)) ? other : one;

/** Whether a value is not allowed below these: of the same field, of its list, or of the same row. */
function isForbidden(
  section: SectionName,
  name: string,
  { value }: PlannedValue,
  bounds: ReadonlyMap<string, PlannedValue>,
): boolean {
  const { field, row } = parseFieldName(name);
  const bound = bounds.get(field);
  if (row === undefined) {
    const definition = fieldOf(sectionOf(section), field);
    return bound !== undefined && definition !== undefined && !isAllowedBelow(definition, value, [bound]);
  }
  const isHiding = (value as { readonly action?: unknown } | null)?.action === 'hide';
  return bound?.mode === 'locked' || bounds.get(name)?.mode === 'locked' || (bound?.mode === 'tighten' && !isHiding);
}
