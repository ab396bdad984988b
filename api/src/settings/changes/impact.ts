import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import type { PathEntry } from '@storeward/contract/settings/lists/list-rows';
import type { NodeId } from '@storeward/contract/nodes';
import { maxValuesBelow, type nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { fieldOf, type SettingField } from '@storeward/contract/settings/engine/section';
import {
  maxOverruledPlans,
  type OverruledPlan,
  type SectionImpact,
} from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Context, Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { createYield, type YieldIfDue } from '../../platform/time-slices.ts';
import { countStoresAt, listDescendantValues } from '../bulk/bulk-queries.ts';
import { countBelow } from '../radar/radar-queries.ts';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';
import { toStoredFields } from '../inheritance/stored-fields.ts';
import { pathEntries } from '../path-entries.ts';
import { type DesiredFields, mayEdit } from '../policy.ts';
import * as queries from '../queries.ts';
import { listPlannedBelow } from './calendar-queries.ts';
import { commonPaths, outermostPaths } from './common-paths.ts';
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
  const { storeCount } = await countBelow(db, actor.scope, node);
  const effects: Effects[] = [];
  for (const [section, fields] of changes) {
    const known = effects.reduce((sum, { compared }) => sum + compared, 0);
    effects.push(await effectsBelow({ db, actor }, node, { section, fields, most: maxValuesBelow - known }));
  }
  const plans = effects.flatMap(({ overruled }) => overruled);
  return {
    storeCount,
    storesApart: await countStoresAt(db, actor.scope, common(effects.flatMap(({ apart }) => apart))),
    planCount: plans.length,
    plans: plans.slice(0, maxOverruledPlans),
  };
}

type Effects = {
  /** For each changed field, the outermost paths below that keep another value. */
  readonly apart: readonly (readonly string[])[];
  /** The plans below that the change does not allow. */
  readonly overruled: readonly OverruledPlan[];
  /** The number of values below that were compared. */
  readonly compared: number;
};

type SectionFields = { readonly section: SectionName; readonly fields: DesiredFields };

/** Compares a change of a section with the values below; throws `setting.tooManyValues` for more than `most` of them. */
async function effectsBelow(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  node: queries.SettingNode,
  { section, fields, most }: SectionFields & { readonly most: number },
): Promise<Effects> {
  const [explanations, descendants] = await Promise.all([
    queries.listExplanations(db, actor.scope, [node.id], [section], node.now),
    listDescendantValues(db, actor.scope, node, section, { limit: most + 1, fields: Object.keys(fields) }),
  ]);
  ensure(descendants.length <= most, 'setting.tooManyValues');
  const stored = toStoredFields(section, fields, explanations, node.id);
  const desired = Object.entries(stored).flatMap(([field, value]) =>
    value ? [{ section, field, nodeId: node.id, ...value }] : [],
  );
  const kept = explanations.filter(({ nodeId, field }) => !(nodeId === node.id && field in stored));
  const valuesByField = Map.groupBy(descendants, ({ field }) => parseFieldName(field).field);
  const yieldIfDue = createYield();
  const apart: string[][] = [];
  for (const field of Object.keys(fields)) {
    const above = pathEntries(field, [...kept, ...desired]);
    const below = pathEntries(field, valuesByField.get(field) ?? []);
    apart.push(await pathsApart(fieldOf(sectionOf(section), field)!, { above, below }, yieldIfDue));
  }
  const bounds = new Map(desired.map(({ field, value, mode }) => [field, { value, mode }]));
  const overruled = await plansOverruled({ db, actor }, node, section, bounds);
  return { apart, overruled, compared: descendants.length };
}

/** The values planned below that these do not allow, by start. */
async function plansOverruled(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  node: queries.SettingNode,
  section: SectionName,
  bounds: Bounds,
): Promise<OverruledPlan[]> {
  if (![...bounds.values()].some(({ mode }) => mode !== 'free')) return [];
  const limits = { limit: maxValuesBelow + 1, fields: [...bounds.keys()].map((name) => parseFieldName(name).field) };
  const planned = await listPlannedBelow(db, actor.scope, node, section, limits);
  ensure(planned.length <= maxValuesBelow, 'setting.tooManyValues');
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
async function pathsApart(
  definition: SettingField,
  { above, below }: { above: readonly PathEntry[]; below: readonly (PathEntry & { readonly tpath: string })[] },
  yieldIfDue: YieldIfDue,
): Promise<string[]> {
  const byPath = Map.groupBy(below, ({ tpath }) => tpath);
  const applying: string[] = [];
  for (const [path, entries] of byPath) {
    await yieldIfDue();
    const way = [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index + 1));
    const chain = [...above, ...way.flatMap((one) => byPath.get(one) ?? [])];
    if (inheritanceOf(definition).hasEffect(definition, chain, entries)) applying.push(path);
  }
  return outermostPaths(applying);
}

/** The intersection of these sub-trees: a store that keeps one of several changed fields is still affected by the others. */
const common = ([first = [], ...rest]: readonly (readonly string[])[]): readonly string[] =>
  rest.reduce(commonPaths, first);
