import { rowFieldName } from '@storeward/contract/settings/engine/field-name';
import { fieldOf, rowWiseList } from '@storeward/contract/settings/engine/section';
import { isSecret, matchesSchema } from '@storeward/contract/settings/kinds/registry';
import type { NodeId } from '@storeward/contract/nodes';
import { pageParams } from '@storeward/contract/paging';
import { maxValuesBelow, type nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import type { FieldOverrideStats } from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ApiError, ensure } from '../../platform/errors.ts';
import { pageOf } from '../../platform/database/cursor-pagination.ts';
import * as radarQueries from './radar-queries.ts';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';
import { listFieldState } from '../lists/list-field-state.ts';
import { countRowStores } from '../lists/list-queries.ts';
import { listStats } from '../lists/list-radar.ts';
import { mayList, mayView } from '../policy.ts';
import { isFilterable, toStoredJson } from './override-filter.ts';
import { pathEntries } from '../path-entries.ts';
import * as queries from '../queries.ts';
import { fieldStates } from '../section-state.ts';

type RadarEndpoints = Pick<Service<typeof nodeSettings>, 'radar' | 'overrides' | 'rowUses' | 'override'>;

/** The maximum number of distinct values of a field in a response. */
const maxListedValues = 6;

/** The direction that is stricter, by `section.field`. */
const stricter = Object.fromEntries(
  sectionNames.flatMap((name) =>
    Object.entries(sectionOf(name).fields).flatMap(([field, definition]) =>
      definition.stricter ? [[`${name}.${field}`, definition.stricter]] : [],
    ),
  ),
);

/** Statistics and lists of overrides. */
export const radarEndpoints: RadarEndpoints = {
  async radar({ db, actor }, { params: { id }, query: { section } }) {
    const node = await queries.findSettingNode(db, actor.scope, id);
    ensure(node, 'node.unknown');
    const names = (section ? [section] : sectionNames).filter((name) => mayList(actor, sectionOf(name)));
    const valueCount = await radarQueries.countValuesBelow(db, actor.scope, node, {
      sections: names,
      limit: maxValuesBelow,
    });
    ensure(valueCount <= maxValuesBelow, 'setting.tooManyValues');
    // values that no longer match their schema neither apply nor restrict
    const invalid = (await radarQueries.listDistinctValues(db, actor.scope, id, names)).filter(
      ({ section: name, field, value }) => {
        const definition = fieldOf(sectionOf(name), field);
        return !definition || !matchesSchema(definition, value);
      },
    );
    const [counts, rows, lists] = await Promise.all([
      radarQueries.countBelow(db, actor.scope, node),
      radarQueries.listOverrideStats(db, actor.scope, id, names, { stricter, invalid }),
      listStats(db, actor.scope, id, names),
    ]);
    const statsByField = new Map(rows.map((row) => [`${row.section}.${row.field}`, row]));
    return {
      place: { id, name: node.name, nodeType: node.nodeType },
      ...counts,
      fields: names.flatMap((name) =>
        Object.keys(sectionOf(name).fields).map(
          (field) => lists.get(`${name}.${field}`) ?? toFieldStats(name, field, statsByField.get(`${name}.${field}`)),
        ),
      ),
    };
  },

  async overrides({ db, actor }, { params: { id, section }, query }) {
    const { scope } = actor;
    const { field, rows: action } = query;
    const node = await queries.findSettingNode(db, scope, id);
    ensure(node, 'node.unknown');
    ensure(mayList(actor, sectionOf(section)), 'setting.notShown');
    const definition = fieldOf(sectionOf(section), field);
    ensure(definition, 'setting.unknownField');
    const { search, limit, offset } = pageParams(query, 'name:asc');
    ensure(query.value === undefined || isFilterable(definition), 'input.invalid');
    const value = query.value === undefined ? undefined : toStoredJson(parseJson(query.value));
    const filter = { section, field, search, limit, offset, value, action };
    const { rows, total } = await inheritanceOf(definition).listOverrides(db, scope, node, definition, filter);
    return pageOf(
      rows,
      limit,
      total,
      () => '',
      (row) => row,
    );
  },

  async rowUses({ db, actor }, { params: { id, section, row }, query: { field } }) {
    const { scope } = actor;
    const node = await queries.findSettingNode(db, scope, id);
    ensure(node, 'node.unknown');
    ensure(mayView(actor, sectionOf(section)), 'setting.notShown');
    const definition = rowWiseList(sectionOf(section), field);
    ensure(definition, 'setting.unknownField');
    const entries = pathEntries(field, await queries.listExplanations(db, scope, [id], [section], node.now));
    const { list } = listFieldState(definition, id, entries, []);
    const used = list?.rows.find((listed) => listed.id === row);
    if (!used) return { storeCount: 0, storesApart: 0 };
    const counts = await countRowStores(db, scope, node, { section, name: rowFieldName(field, row) });
    // below a lock nothing replaces or hides it
    return used.mode === 'locked' || used.lockedBy ? { ...counts, storesApart: 0 } : counts;
  },

  async override({ db, actor }, { params: { id } }) {
    const node = await queries.findSettingNode(db, actor.scope, id);
    ensure(node, 'node.unknown');
    const names = sectionNames.filter((name) => mayList(actor, sectionOf(name)));
    const explanations = await queries.listExplanations(db, actor.scope, [id], names, node.now);
    return names.map((section) => {
      const sectionValues = explanations.filter((entry) => entry.section === section);
      const sources = Object.values(fieldStates(section, id, sectionValues)).map(
        ({ inherited }) => inherited.source?.id,
      );
      const nearest = sectionValues.findLast(({ nodeId }) => sources.includes(nodeId as NodeId));
      return {
        section,
        isOverride: sectionValues.some(({ nodeId }) => nodeId === id),
        source: nearest ? { id: nearest.nodeId as NodeId, name: nearest.name, nodeType: nearest.nodeType } : null,
      };
    });
  },
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiError('input.invalid');
  }
}

function toFieldStats(
  section: SectionName,
  field: string,
  row: radarQueries.OverrideStatsRow | undefined,
): FieldOverrideStats {
  const definition = fieldOf(sectionOf(section), field);
  const secret = definition !== undefined && isSecret(definition);
  return {
    section,
    field,
    own: row?.own ?? 0,
    overruled: row?.overruled ?? 0,
    storesApart: row?.storesApart ?? 0,
    values: secret || !row ? [] : row.values.slice(0, maxListedValues),
    otherValues: secret || !row ? 0 : Math.max(0, row.distinctValues - maxListedValues),
  };
}
