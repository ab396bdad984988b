import { judge } from '@storeward/contract/settings/binding';
import { normalised } from '@storeward/contract/fields';
import type { NodeId } from '@storeward/contract/nodes';
import { countedExactly, pageWanted } from '@storeward/contract/paging';
import type { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { PlaceValues } from '@storeward/contract/settings/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { containing } from '../platform/paged.ts';
import { mayList } from './policy.ts';
import { findPageTold, type PageTold } from './queries.ts';

/** What counts at many places, read in one go however many they are. */
export const placesOf: Pick<Service<typeof nodeSettings>, 'places'> = {
  async places({ db, actor }, { params: { id, section }, query }) {
    const { search, limit, offset, cursor } = pageWanted(query, 'name:asc');
    demand(cursor === undefined, 'input.badCursor'); // places come page by page only
    demand(mayList(actor, sectionOf(section)), 'setting.notShown');
    const page = await findPageTold(db, actor.scope, id, section, {
      types: query.types ?? ['STORE'],
      pattern: search ? containing(normalised(search)) : null,
      offset,
      limit,
    });
    demand(page, 'node.unknown');
    const { rows, total } = page;
    const saidAt = Map.groupBy(page.said, ({ tpath }) => tpath);
    // stores below the same places that say nothing themselves are all alike
    const known = new Map<string, PlaceValues['fields']>();
    return {
      result: rows.map(({ tpath, id: store, ...place }) => {
        const way = [...tpath.matchAll(/\./g)]
          .map(({ index }) => tpath.slice(0, index + 1))
          .filter((path) => saidAt.has(path));
        const key = way.join(' ');
        const told = way.flatMap((path) => saidAt.get(path) ?? []);
        const fields = known.get(key) ?? valuesOf(section, store, told);
        known.set(key, fields);
        return { place: { id: store as NodeId, ...place }, fields };
      }),
      total,
      ...(total > countedExactly && { totalIsEstimate: true as const }),
    };
  },
};

/** What counts at a place of all that is said on the way down to it, field by field. */
function valuesOf(section: SectionName, id: string, told: PageTold['said']): PlaceValues['fields'] {
  const fields = Object.entries(sectionOf(section).fields).map(([field, declared]) => {
    const said = told.filter((one) => one.field === field);
    const inForce = said[judge(declared, said).at];
    const value = {
      value: declared.kind === 'secret' ? null : inForce ? inForce.value : declared.standard,
      isSet: inForce !== undefined,
      source: inForce ? { id: inForce.nodeId as NodeId, name: inForce.name, nodeType: inForce.nodeType } : null,
      own: inForce?.nodeId === id,
    };
    return [field, value] as const;
  });
  return Object.fromEntries(fields);
}
