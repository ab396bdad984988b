import type { ListAction } from '@storeward/contract/settings/lists/list-state';
import type { FieldOverrideStats, Override } from '@storeward/contract/settings/engine/section-state';
import { rowWiseLists, type SettingField } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { pathEntries } from '../path-entries.ts';
import * as queries from '../queries.ts';
import { listFieldState } from './list-field-state.ts';
import * as lists from './list-queries.ts';

const none = { places: 0, stores: 0 };

/** Statistics of the row-wise lists of these sections, by `section.field`. */
export async function listStats(
  db: Db,
  scope: Scope,
  nodeId: string,
  sections: readonly SectionName[],
): Promise<Map<string, FieldOverrideStats>> {
  const fields = sections.flatMap((section) => rowWiseLists(sectionOf(section)).map(([field]) => ({ section, field })));
  const rows = await lists.listListStats(db, scope, nodeId, fields);
  return new Map(
    fields.map(({ section, field }) => {
      const row = rows.find((entry) => entry.section === section && entry.field === field);
      const { add = none, replace = none, hide = none, order = none } = row?.actions ?? {};
      return [
        `${section}.${field}`,
        {
          section,
          field,
          own: row?.own ?? 0,
          overruled: row?.overruled ?? 0,
          storesApart: row?.storesApart ?? 0,
          values: [],
          otherValues: 0,
          rows: { add, replace, hide, order },
        },
      ];
    }),
  );
}

/** A page of the nodes below one with an operation on a list, with one row more than `limit`. */
export async function listOverridesOfList(
  db: Db,
  scope: Scope,
  node: queries.SettingNode,
  definition: SettingField,
  filter: {
    section: SectionName;
    field: string;
    search: string;
    action: ListAction | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ rows: Override[]; total: { total: number; totalIsEstimate?: true } }> {
  const [nodes, total] = await Promise.all([
    lists.listListNodes(db, scope, node, filter),
    lists.countListNodes(db, scope, node, filter),
  ]);
  const ids = nodes.map(({ id }) => id);
  const explanations = await queries.listExplanations(db, scope, ids, [filter.section], node.now);
  const byNode = Map.groupBy(explanations, ({ forNode }) => forNode);
  const rows = nodes.flatMap((node) => {
    const entries = pathEntries(filter.field, byNode.get(node.id) ?? []);
    const { own, list } = listFieldState(definition, node.id, entries, []);
    const shadowed = list?.shadowed.filter(({ place: upper }) => upper.id !== node.id).length ?? 0;
    const dormant = list?.dormant.filter((operation) => operation.own).length ?? 0;
    return own ? [{ ...own, byWhom: null, place: node, rows: { shadowed, dormant } }] : [];
  });
  return { rows, total };
}
