import { effectiveFieldValue } from '@storeward/contract/settings/lists/list-rows';
import { isActive } from '@storeward/contract/settings/engine/field-conditions';
import { redact } from '@storeward/contract/settings/kinds/registry';
import type { NodeId } from '@storeward/contract/nodes';
import { exactCountLimit, pageParams } from '@storeward/contract/paging';
import type { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import type { NodeValues } from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { searchPattern } from '../../platform/database/search-patterns.ts';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';
import { pathEntries } from '../path-entries.ts';
import { mayList } from '../policy.ts';
import { findSettingsPage, type SettingsPage } from '../queries.ts';

/** Effective values of many nodes with a constant number of queries. */
export const nodeValueEndpoints: Pick<Service<typeof nodeSettings>, 'places'> = {
  async places({ db, actor }, { params: { id, section }, query }) {
    const { search, limit, offset, cursor } = pageParams(query, 'name:asc');
    ensure(cursor === undefined, 'input.badCursor'); // offset pages only
    ensure(mayList(actor, sectionOf(section)), 'setting.notShown');
    const page = await findSettingsPage(db, actor.scope, id, section, {
      types: query.types ?? ['STORE'],
      pattern: searchPattern(search),
      offset,
      limit,
    });
    ensure(page, 'node.unknown');
    const { rows, total } = page;
    const valuesByPath = Map.groupBy(page.storedValues, ({ tpath }) => tpath);
    // nodes with the same ancestors and no own values have the same result
    const fieldsByPath = new Map<string, NodeValues['fields']>();
    return {
      result: rows.map(({ tpath, id: nodeId, ...node }) => {
        const pathsWithValues = [...tpath.matchAll(/\./g)]
          .map(({ index }) => tpath.slice(0, index + 1))
          .filter((path) => valuesByPath.has(path));
        const key = pathsWithValues.join(' ');
        const values = pathsWithValues.flatMap((path) => valuesByPath.get(path) ?? []);
        const fields = fieldsByPath.get(key) ?? effectiveFields(section, nodeId, values);
        fieldsByPath.set(key, fields);
        return { place: { id: nodeId as NodeId, ...node }, fields };
      }),
      total,
      ...(total > exactCountLimit && { totalIsEstimate: true as const }),
    };
  },
};

/** The effective value of each field from the values of a path; that of an inactive field is not set. */
function effectiveFields(section: SectionName, id: string, values: SettingsPage['storedValues']): NodeValues['fields'] {
  const definitions = Object.entries(sectionOf(section).fields);
  const effectiveByField = new Map(
    definitions.map(([field, definition]) => {
      const chain = pathEntries(field, values);
      const entry = inheritanceOf(definition).effectiveEntry(definition, chain);
      return [field, { entry, value: entry && effectiveFieldValue(definition, chain) }];
    }),
  );
  const effectiveValues = Object.fromEntries([...effectiveByField].map(([field, { value }]) => [field, value]));
  const fields = definitions.map(([field, definition]) => {
    if (!isActive(sectionOf(section), field, effectiveValues))
      return [field, { value: null, isSet: false, source: null, own: false }] as const;
    const { entry: effective, value: effectiveValue } = effectiveByField.get(field)!;
    const value = {
      value: redact(definition, effective ? effectiveValue : definition.defaultValue),
      isSet: effective !== undefined,
      source: effective ? { id: effective.nodeId as NodeId, name: effective.name, nodeType: effective.nodeType } : null,
      own: effective?.nodeId === id,
    };
    return [field, value] as const;
  });
  return Object.fromEntries(fields);
}
