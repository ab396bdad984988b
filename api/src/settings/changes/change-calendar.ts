import {
  type CalendarChange,
  type changeCalendars,
  maxCalendarChanges,
} from '@storeward/contract/settings/endpoints/change-calendar';
import type { NodeId } from '@storeward/contract/nodes';
import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { mapInSlices } from '../../platform/time-slices.ts';
import { CalendarRestrictions, planOf } from './calendar-conflicts.ts';
import { listBoundsInForce, listCalendarChanges } from './calendar-queries.ts';
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
    const plans = await mapInSlices(shown, (row) => planOf(row, storedByChange.get(row.id) ?? []));
    const inForce = await listBoundsInForce(db, scope, shown, node.now);
    const restrictions = new CalendarRestrictions();
    await mapInSlices(plans, (plan) => restrictions.addPlan(plan));
    await mapInSlices(inForce, (bound) => restrictions.addInForce(bound));
    const changes = await mapInSlices(plans, (plan): CalendarChange => {
      const { nodeId, name, nodeType, tpath: _, ...row } = plan.row;
      return {
        ...row,
        place: { id: nodeId as NodeId, name, nodeType },
        fields: plan.changes.map((change) => readableChange(row.section, change)),
        ...restrictions.conflictsOf(plan),
      };
    });
    return { changes, isPartial: rows.length > shown.length };
  },
};
