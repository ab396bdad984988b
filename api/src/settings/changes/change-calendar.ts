import {
  type CalendarChange,
  type changeCalendars,
  maxCalendarChanges,
} from '@storeward/contract/settings/endpoints/change-calendar';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import type { NodeId } from '@storeward/contract/nodes';
import type { FieldChange } from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { type CalendarRow, listCalendarChanges } from './calendar-queries.ts';
import { listFieldChanges } from './change-queries.ts';
import { readableChange } from './history.ts';
import { mayView } from '../policy.ts';
import { type Explanation, findSettingNode, listExplanations } from '../queries.ts';
import { type Bounds, isForbidden } from './plan-rules.ts';

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
    const inForce = await listExplanations(
      db,
      scope,
      [...new Set(shown.map(({ nodeId }) => nodeId))],
      [...new Set(shown.map(({ section }) => section))],
      node.now,
    );
    const inForceByNode = Map.groupBy(inForce, ({ forNode }) => forNode);
    return {
      changes: plans.map((plan): CalendarChange => {
        const { nodeId, name, nodeType, tpath: _, ...row } = plan.row;
        return {
          ...row,
          place: { id: nodeId as NodeId, name, nodeType },
          fields: plan.changes.map((change) => readableChange(row.section, change)),
          conflicts: [
            ...boundsInForce(plan, inForceByNode.get(nodeId) ?? []),
            ...plans.flatMap((above) => conflictsOf(plan, above)),
          ],
        };
      }),
      isPartial: rows.length > shown.length,
    };
  },
};

type Plan = {
  readonly row: CalendarRow;
  readonly changes: readonly FieldChange[];
  /** The values that are stored from then on, by field or row of a list. */
  readonly values: Bounds;
};

/** The fields of a plan that a plan of a node above forbids, each with the time for which both last. */
function conflictsOf({ row: plan, values }: Plan, { row: above, values: bounds }: Plan): CalendarChange['conflicts'] {
  const isAbove = above.tpath !== plan.tpath && plan.tpath.startsWith(above.tpath);
  if (!isAbove || above.section !== plan.section) return [];
  const from = isBefore(above.begins, plan.begins) ? plan.begins : above.begins;
  const until = earlier(above.ends, plan.ends);
  if (until !== null && !isBefore(from, until)) return [];
  return forbiddenFields(plan.section, values, bounds).map((field) => ({
    changeId: above.id,
    place: { id: above.nodeId as NodeId, name: above.name, nodeType: above.nodeType },
    field,
    from,
    until,
  }));
}

/** The fields of a plan that a value stored above forbids now. */
function boundsInForce({ row, values }: Plan, alongPath: readonly Explanation[]): CalendarChange['conflicts'] {
  const restrictive = alongPath.filter(
    ({ nodeId, section, mode }) => nodeId !== row.nodeId && section === row.section && mode !== 'free',
  );
  return [...Map.groupBy(restrictive, ({ nodeId }) => nodeId).values()].flatMap((stored) => {
    const { nodeId, name, nodeType } = stored[0]!;
    const bounds = new Map(stored.map(({ field, value, mode }) => [field, { value, mode }]));
    return forbiddenFields(row.section, values, bounds).map((field) => ({
      changeId: null,
      place: { id: nodeId as NodeId, name, nodeType },
      field,
      from: row.begins,
      until: row.ends,
    }));
  });
}

const forbiddenFields = (section: SectionName, values: Bounds, bounds: Bounds): string[] => [
  ...new Set(
    [...values].flatMap(([name, { value }]) =>
      isForbidden(section, name, value, bounds) ? [parseFieldName(name).field] : [],
    ),
  ),
];

const isBefore = (one: string, other: string): boolean => Date.parse(one) < Date.parse(other);

const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && isBefore(other, one)) ? other : one;
