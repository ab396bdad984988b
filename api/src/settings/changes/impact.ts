import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import type { PathEntry } from '@storeward/contract/settings/lists/list-rows';
import type { NodeId } from '@storeward/contract/nodes';
import type { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { fieldOf, type SettingField } from '@storeward/contract/settings/engine/section';
import {
  maxOverruledPlans,
  type OverruledPlan,
  type SectionImpact,
} from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Context, Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { countStoresAt, type DescendantValue, listDescendantValues } from '../bulk/bulk-queries.ts';
import { countBelow } from '../radar/radar-queries.ts';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';
import { toStoredFields } from '../inheritance/stored-fields.ts';
import { pathEntries } from '../path-entries.ts';
import { type DesiredFields, mayEdit } from '../policy.ts';
import * as queries from '../queries.ts';
import { listPlannedBelow } from './calendar-queries.ts';
import { type Bounds, isForbidden } from './plan-rules.ts';

/** How many stores a change would affect, by the rules that resolve their values. */
export const impactEndpoints: Pick<Service<typeof nodeSettings>, 'impact' | 'areaImpact'> = {
  impact: (context, { params: { id, section }, body: { fields } }) => impactOf(context, id, [[section, fields]]),

  areaImpact: (context, { params: { id }, body: { sections } }) =>
    impactOf(
      context,
      id,
      Object.entries(sections).map(([section, { fields }]) => [section as SectionName, fields] as const),
    ),
};

/** How many stores changes of one node would affect. */
async function impactOf(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: string,
  changes: readonly (readonly [section: SectionName, fields: DesiredFields])[],
): Promise<SectionImpact> {
  const node = await queries.findSettingNode(db, actor.scope, id);
  ensure(node, 'node.unknown');
  for (const [section, fields] of changes) {
    ensure(mayEdit(actor, sectionOf(section), node), 'setting.notYours');
    for (const field of Object.keys(fields)) ensure(fieldOf(sectionOf(section), field), 'setting.unknownField');
  }
  const [{ storeCount }, effects] = await Promise.all([
    countBelow(db, actor.scope, node),
    Promise.all(changes.map(([section, fields]) => effectsBelow({ db, actor }, node, section, fields))),
  ]);
  const plans = effects.flatMap(({ overruled }) => overruled);
  return {
    storeCount,
    storesApart: await countStoresAt(db, actor.scope, common(effects.flatMap(({ apart }) => apart))),
    planCount: plans.length,
    plans: plans.slice(0, maxOverruledPlans),
  };
}

/** For each changed field, the outermost paths below that keep another value, and the plans below that it does not allow. */
async function effectsBelow(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  node: queries.SettingNode,
  section: SectionName,
  fields: DesiredFields,
): Promise<{ apart: string[][]; overruled: OverruledPlan[] }> {
  const [explanations, descendants] = await Promise.all([
    queries.listExplanations(db, actor.scope, [node.id], [section], node.now),
    listDescendantValues(db, actor.scope, node, section),
  ]);
  const stored = toStoredFields(section, fields, explanations, node.id);
  const desired = Object.entries(stored).flatMap(([field, value]) =>
    value ? [{ section, field, nodeId: node.id, ...value }] : [],
  );
  const kept = explanations.filter(({ nodeId, field }) => !(nodeId === node.id && field in stored));
  const apart = Object.keys(fields).map((field) => {
    const above = pathEntries(field, [...kept, ...desired]);
    return pathsApart(fieldOf(sectionOf(section), field)!, field, { above, descendants });
  });
  const bounds = new Map(desired.map(({ field, value, mode }) => [field, { value, mode }]));
  return { apart, overruled: await plansOverruled({ db, actor }, node, section, bounds) };
}

/** The values planned below that these do not allow, by start. */
async function plansOverruled(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  node: queries.SettingNode,
  section: SectionName,
  bounds: Bounds,
): Promise<OverruledPlan[]> {
  if (![...bounds.values()].some(({ mode }) => mode !== 'free')) return [];
  const planned = await listPlannedBelow(db, actor.scope, node, section);
  return planned
    .filter(({ field, value }) => isForbidden(section, field, value, bounds))
    .map(({ nodeId, name, nodeType, field, begins, timeZone }) => ({
      place: { id: nodeId as NodeId, name, nodeType },
      section,
      field: parseFieldName(field).field,
      begins,
      timeZone,
    }));
}

/** The outermost paths at and below which a value other than that of the root is effective. */
function pathsApart(
  definition: SettingField,
  field: string,
  { above, descendants }: { above: readonly PathEntry[]; descendants: readonly DescendantValue[] },
): string[] {
  const byPath = Map.groupBy(pathEntries(field, descendants), ({ tpath }) => tpath);
  const applying = [...byPath.keys()].filter((path) => {
    const way = [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index + 1));
    const chain = [...above, ...way.flatMap((one) => byPath.get(one) ?? [])];
    return inheritanceOf(definition).hasEffect(definition, chain, byPath.get(path)!);
  });
  return outermost(applying);
}

const outermost = (paths: readonly string[]): string[] =>
  paths.toSorted().reduce<string[]>((kept, path) => {
    const last = kept.at(-1);
    return last !== undefined && path.startsWith(last) ? kept : [...kept, path];
  }, []);

/** The intersection of these sub-trees: a store that keeps one of several changed fields is still affected by the others. */
const common = ([first = [], ...rest]: readonly (readonly string[])[]): string[] =>
  rest.reduce<string[]>(
    (paths, others) =>
      outermost([
        ...paths.filter((path) => others.some((other) => path.startsWith(other))),
        ...others.filter((other) => paths.some((path) => other.startsWith(path))),
      ]),
    [...first],
  );
