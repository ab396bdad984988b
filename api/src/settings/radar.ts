import { fieldOf } from '@storeward/contract/settings/section';
import { isUnderstood, judge } from '@storeward/contract/settings/binding';
import { normalised } from '@storeward/contract/fields';
import type { NodeId } from '@storeward/contract/nodes';
import { pageWanted } from '@storeward/contract/paging';
import type { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { FieldReach } from '@storeward/contract/settings/section-state';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { containing, pageOf } from '../platform/paged.ts';
import * as changes from './change-queries.ts';
import { mayList } from './policy.ts';
import * as queries from './queries.ts';

type Doors = Pick<Service<typeof nodeSettings>, 'radar' | 'overrides' | 'override'>;

/** How many values of a field are told one by one. */
const valuesTold = 6;

/** Which way is stricter, field by field, for those that know one. */
const stricter = Object.fromEntries(
  sectionNames.flatMap((name) =>
    Object.entries(sectionOf(name).fields).flatMap(([field, declared]) =>
      declared.stricter ? [[`${name}.${field}`, declared.stricter]] : [],
    ),
  ),
);

/** Who inherits and who does not. */
export const radarOf: Doors = {
  async radar({ db, actor }, { params: { id }, query: { section } }) {
    const place = await queries.findSettingPlace(db, actor.scope, id);
    demand(place, 'node.unknown');
    const names = (section ? [section] : sectionNames).filter((name) => mayList(actor, sectionOf(name)));
    // what nobody understands any more counts for nothing, and binds nobody
    const lost = (await changes.listWords(db, actor.scope, id, names)).filter(({ section: of, field, value }) => {
      const declared = fieldOf(sectionOf(of), field);
      return !declared || !isUnderstood(declared, value);
    });
    const [counts, rows] = await Promise.all([
      changes.countBelow(db, actor.scope, place),
      changes.listReach(db, actor.scope, id, names, { stricter, lost }),
    ]);
    const found = new Map(rows.map((row) => [`${row.section}.${row.field}`, row]));
    return {
      place: { id, name: place.name, nodeType: place.nodeType },
      ...counts,
      fields: names.flatMap((name) =>
        Object.keys(sectionOf(name).fields).map((field) => reachOf(name, field, found.get(`${name}.${field}`))),
      ),
    };
  },

  async overrides({ db, actor }, { params: { id, section }, query }) {
    const { scope } = actor;
    const { field } = query;
    const place = await queries.findSettingPlace(db, scope, id);
    demand(place, 'node.unknown');
    demand(mayList(actor, sectionOf(section)), 'setting.notShown');
    const declared = fieldOf(sectionOf(section), field);
    demand(declared, 'setting.unknownField');
    const { search, limit, offset } = pageWanted(query, 'name:asc');
    const wanted = { section, field, search: search && containing(normalised(search)), limit, offset };
    const [rows, counted] = await Promise.all([
      changes.listOverrides(db, scope, place, wanted),
      changes.countOverrides(db, scope, place, wanted),
    ]);
    const told = await queries.listTold(
      db,
      scope,
      rows.map((row) => row.place.id),
      [section],
      place.now,
    );
    const counts = new Set(
      rows.flatMap(({ place: { id: at } }) => {
        const chain = told.filter((one) => one.forNode === at && one.field === field);
        const own = chain.findIndex(({ nodeId }) => nodeId === at);
        return judge(declared, chain).counting[own] ? [at] : [];
      }),
    );
    return pageOf(
      rows,
      limit,
      counted,
      () => '',
      (row) => ({
        ...row,
        value: declared.kind === 'secret' ? null : row.value,
        inForce: counts.has(row.place.id),
      }),
    );
  },

  async override({ db, actor }, { params: { id } }) {
    const place = await queries.findSettingPlace(db, actor.scope, id);
    demand(place, 'node.unknown');
    const names = sectionNames.filter((name) => mayList(actor, sectionOf(name)));
    const told = await queries.listTold(db, actor.scope, [id], names, place.now);
    return names.map((section) => {
      const said = told.filter((one) => one.section === section);
      const nearest = said.filter(({ nodeId }) => nodeId !== id).at(-1);
      return {
        section,
        isOverride: said.some(({ nodeId }) => nodeId === id),
        source: nearest ? { id: nearest.nodeId as NodeId, name: nearest.name, nodeType: nearest.nodeType } : null,
      };
    });
  },
};

function reachOf(section: SectionName, field: string, row: changes.ReachRow | undefined): FieldReach {
  const secret = sectionOf(section).fields[field]?.kind === 'secret';
  return {
    section,
    field,
    own: row?.own ?? 0,
    overruled: row?.overruled ?? 0,
    storesApart: row?.storesApart ?? 0,
    values: secret || !row ? [] : row.values.slice(0, valuesTold),
    otherValues: secret || !row ? 0 : Math.max(0, row.kinds - valuesTold),
  };
}
