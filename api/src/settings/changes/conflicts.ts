import { normalised } from '@storeward/contract/fields';
import { emptiedLists, hasConsistencyRules } from '@storeward/contract/settings/engine/field-conditions';
import { type EffectiveValues, fieldOf, rowWiseLists } from '@storeward/contract/settings/engine/section';
import type { NodeId } from '@storeward/contract/nodes';
import type { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { mapInSlices } from '../../platform/time-slices.ts';
import { listDescendantValues, type DescendantValue } from '../bulk/bulk-queries.ts';
import type { AncestorValue } from '../bulk/bulk-snapshot.ts';
import { toStoredFields } from '../inheritance/stored-fields.ts';
import { listProblems } from '../lists/list-problems.ts';
import { nodeKey } from '../path-entries.ts';
import { mayEdit } from '../policy.ts';
import * as queries from '../queries.ts';
import { effectiveValues } from '../resolve.ts';
import { sectionErrors } from '../section-errors.ts';

/** The maximum number of nodes in a response. */
const maxListedNodes = 5;
/** The maximum number of stored values that are compared. */
const maxValues = 50_000;

/** Finds descendants whose effective values would become inconsistent by a change. */
export const conflictEndpoints: Pick<Service<typeof nodeSettings>, 'clashes'> = {
  async clashes({ db, actor }, { params: { id, section }, body: { fields } }) {
    const node = await queries.findSettingNode(db, actor.scope, id);
    ensure(node, 'node.unknown');
    ensure(mayEdit(actor, sectionOf(section), node), 'setting.notYours');
    for (const field of Object.keys(fields)) ensure(fieldOf(sectionOf(section), field), 'setting.unknownField');
    if (!hasConsistencyRules(sectionOf(section)) && !hasRowWiseLists(section))
      return { count: 0, places: [], isPartial: false };
    const [explanations, stored] = await Promise.all([
      queries.listExplanations(db, actor.scope, [id], [section], node.now),
      listDescendantValues(db, actor.scope, node, section, { limit: maxValues + 1 }),
    ]);
    const isPartial = stored.length > maxValues;
    // those of ancestors come first, so only the last node may lack values
    const descendants = isPartial ? stored.filter(({ tpath }) => tpath !== stored.at(-1)?.tpath) : stored;
    const storedFields = toStoredFields(section, fields, explanations, id);
    const desiredValues = Object.entries(storedFields).flatMap(([field, desired]) =>
      desired ? [{ section, field, nodeId: id, ...desired }] : [],
    );
    const after = [
      ...explanations.filter(({ nodeId, field }) => !(nodeId === id && field in storedFields)),
      ...desiredValues,
    ];
    const conflicts = await findConflicts(section, node, { before: explanations, after }, descendants);
    return {
      count: conflicts.length,
      isPartial,
      places: conflicts.slice(0, maxListedNodes).map(({ nodeId, name, nodeType, fields: fieldNames }) => ({
        place: { id: nodeId as NodeId, name, nodeType },
        fields: fieldNames,
      })),
    };
  },
};

const hasRowWiseLists = (section: SectionName): boolean => rowWiseLists(sectionOf(section)).length > 0;

type PathValue = AncestorValue & { readonly nodeId?: string };

/** The nodes that are consistent with `before` and inconsistent with `after`, and those with new problems of lists. */
async function findConflicts(
  section: SectionName,
  root: { tpath: string },
  { before, after }: { before: readonly PathValue[]; after: readonly PathValue[] },
  descendants: readonly DescendantValue[],
) {
  const hasLists = hasRowWiseLists(section);
  const valuesByPath = Map.groupBy(descendants, ({ tpath }) => tpath);
  // many nodes have equal values, so results are cached by value
  const errorCache = new Map<string, string[]>();
  const valuesOf = (chain: readonly PathValue[]) =>
    effectiveValues(chain.map((entry) => [section, entry.field, entry.value, entry.mode, nodeKey(entry)]))(section);
  const fieldsInError = (values: EffectiveValues) => {
    const key = JSON.stringify(values);
    const errorFields = errorCache.get(key) ?? [
      ...new Set(sectionErrors(sectionOf(section), values).map(({ field }) => field)),
    ];
    errorCache.set(key, errorFields);
    return errorFields;
  };
  const fieldsWithNewProblems = (pathValues: readonly PathValue[]): string[] => {
    const known = new Set(listProblems(section, [...before, ...pathValues]).map(({ key }) => key));
    return listProblems(section, [...after, ...pathValues]).flatMap(({ field, key }) =>
      known.has(key) ? [] : [field],
    );
  };
  const conflictOf = ([tpath, [first]]: readonly [string, readonly DescendantValue[]]) => {
    const pathValues = [...tpath.matchAll(/\./g)]
      .map(({ index }) => tpath.slice(0, index + 1))
      .filter((path) => path.length > root.tpath.length)
      .flatMap((path) => valuesByPath.get(path) ?? [])
      .map((entry) => ({ ...entry, section }));
    const valuesAfter = valuesOf([...after, ...pathValues]);
    const fields = fieldsInError(valuesAfter);
    if (fields.length === 0 && !hasLists) return [];
    const values = { before: valuesOf([...before, ...pathValues]), after: valuesAfter };
    const inconsistent = fields.length > 0 && fieldsInError(values.before).length === 0 ? fields : [];
    const emptied = emptiedLists(sectionOf(section), values).map(({ field }) => field);
    const all = [...new Set([...inconsistent, ...emptied, ...(hasLists ? fieldsWithNewProblems(pathValues) : [])])];
    return first && all.length > 0 ? [{ ...first, fields: all }] : [];
  };
  const conflicts = await mapInSlices(valuesByPath, conflictOf);
  return conflicts.flat().toSorted((one, other) => (normalised(one.name) < normalised(other.name) ? -1 : 1));
}
