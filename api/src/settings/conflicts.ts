import { fieldOf } from '@storeward/contract/settings/section';
import type { NodeId } from '@storeward/contract/nodes';
import type { nodeSettings } from '@storeward/contract/settings/node-settings';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/http/context.ts';
import { ensure } from '../platform/errors.ts';
import { listDescendantValues, type DescendantValue } from './bulk-queries.ts';
import type { AncestorValue } from './bulk-rules.ts';
import { mayEdit } from './policy.ts';
import * as queries from './queries.ts';
import { effectiveValues } from './resolve.ts';

/** How many nodes a response lists. */
const maxListedNodes = 5;

/** Finds nodes below whose effective values would become inconsistent by a change. */
export const conflictEndpoints: Pick<Service<typeof nodeSettings>, 'clashes'> = {
  async clashes({ db, actor }, { params: { id, section }, body: { fields } }) {
    const node = await queries.findSettingNode(db, actor.scope, id);
    ensure(node, 'node.unknown');
    ensure(mayEdit(actor, sectionOf(section), node), 'setting.notYours');
    for (const field of Object.keys(fields)) ensure(fieldOf(sectionOf(section), field), 'setting.unknownField');
    if (!sectionOf(section).check) return { count: 0, places: [] };
    const [explanations, descendants] = await Promise.all([
      queries.listExplanations(db, actor.scope, [id], [section], node.now),
      listDescendantValues(db, actor.scope, node, section),
    ]);
    const desiredValues = Object.entries(fields).flatMap(([field, desired]) =>
      desired ? [{ section, field, ...desired }] : [],
    );
    const after = [
      ...explanations.filter(({ nodeId, field }) => !(nodeId === id && field in fields)),
      ...desiredValues,
    ];
    const conflicts = findConflicts(section, node, { before: explanations, after }, descendants);
    return {
      count: conflicts.length,
      places: conflicts.slice(0, maxListedNodes).map(({ nodeId, name, nodeType, fields: fieldNames }) => ({
        place: { id: nodeId as NodeId, name, nodeType },
        fields: fieldNames,
      })),
    };
  },
};

/** The nodes that are consistent with `before` and inconsistent with `after`. */
function findConflicts(
  section: SectionName,
  root: { tpath: string },
  { before, after }: { before: readonly AncestorValue[]; after: readonly AncestorValue[] },
  descendants: readonly DescendantValue[],
) {
  const valuesByPath = Map.groupBy(descendants, ({ tpath }) => tpath);
  // many nodes have equal values, so results are cached by value
  const errorCache = new Map<string, string[]>();
  const fieldsInError = (chain: readonly AncestorValue[]) => {
    const values = effectiveValues(chain.map(({ field, value, mode }) => [section, field, value, mode]))(section);
    const key = JSON.stringify(values);
    const errorFields = errorCache.get(key) ?? [
      ...new Set((sectionOf(section).check?.(values) ?? []).map(({ field }) => field)),
    ];
    errorCache.set(key, errorFields);
    return errorFields;
  };
  return [...valuesByPath].flatMap(([tpath, [first]]) => {
    const pathValues = [...tpath.matchAll(/\./g)]
      .map(({ index }) => tpath.slice(0, index + 1))
      .filter((path) => path.length > root.tpath.length)
      .flatMap((path) => valuesByPath.get(path) ?? [])
      .map((entry) => ({ ...entry, section }));
    const fields = fieldsInError([...after, ...pathValues]);
    return first && fields.length > 0 && fieldsInError([...before, ...pathValues]).length === 0
      ? [{ ...first, fields }]
      : [];
  });
}
