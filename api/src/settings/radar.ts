import { fieldOf } from '@storeward/contract/settings/section';
import { isRowWise } from '@storeward/contract/settings/kinds/list';
import { isSecret, matchesSchema, redact } from '@storeward/contract/settings/kinds/registry';
import { resolveChain } from '@storeward/contract/settings/effective-value';
import type { NodeId } from '@storeward/contract/nodes';
import { pageParams } from '@storeward/contract/paging';
import type { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { FieldOverrideStats } from '@storeward/contract/settings/section-state';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/http/context.ts';
import { ApiError, ensure } from '../platform/errors.ts';
import { pageOf } from '../platform/database/cursor-pagination.ts';
import * as changes from './radar-queries.ts';
import { listOverridesOfList, listStats } from './lists/list-radar.ts';
import { mayList } from './policy.ts';
import { isFilterable, toStoredJson } from './override-filter.ts';
import * as queries from './queries.ts';
import { fieldStates } from './section-state.ts';

type RadarEndpoints = Pick<Service<typeof nodeSettings>, 'radar' | 'overrides' | 'override'>;

/** How many distinct values of a field a response lists. */
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
    // values that no longer match their schema neither apply nor restrict
    const invalid = (await changes.listDistinctValues(db, actor.scope, id, names)).filter(
      ({ section: name, field, value }) => {
        const definition = fieldOf(sectionOf(name), field);
        return !definition || !matchesSchema(definition, value);
      },
    );
    const [counts, rows, lists] = await Promise.all([
      changes.countBelow(db, actor.scope, node),
      changes.listOverrideStats(db, actor.scope, id, names, { stricter, invalid }),
      listStats(db, actor.scope, node, names),
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
    const filter = { section, field, search, limit, offset, value };
    if (isRowWise(definition)) {
      const page = await listOverridesOfList(db, scope, node, definition, { ...filter, action });
      return pageOf(
        page.rows,
        limit,
        page.total,
        () => '',
        (row) => row,
      );
    }
    const [rows, total] = await Promise.all([
      changes.listOverrides(db, scope, node, filter),
      changes.countOverrides(db, scope, node, filter),
    ]);
    const explanations = await queries.listExplanations(
      db,
      scope,
      rows.map((row) => row.place.id),
      [section],
      node.now,
    );
    const effectiveNodeIds = new Set(
      rows.flatMap(({ place: { id: overridingId } }) => {
        const chain = explanations.filter((entry) => entry.forNode === overridingId && entry.field === field);
        const own = chain.findIndex(({ nodeId }) => nodeId === overridingId);
        return resolveChain(definition, chain).applies[own] ? [overridingId] : [];
      }),
    );
    return pageOf(
      rows,
      limit,
      total,
      () => '',
      (row) => ({
        ...row,
        value: redact(definition, row.value),
        inForce: effectiveNodeIds.has(row.place.id),
      }),
    );
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
  row: changes.OverrideStatsRow | undefined,
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
