import { resolveChain } from '@storeward/contract/settings/effective-value';
import { isRowWise } from '@storeward/contract/settings/kinds/list';
import { type PathEntry, resolveRows } from '@storeward/contract/settings/list-rows';
import type { nodeSettings } from '@storeward/contract/settings/node-settings';
import { fieldOf, type SettingField } from '@storeward/contract/settings/section';
import { sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/http/context.ts';
import { ensure } from '../platform/errors.ts';
import { countStoresAt, type DescendantValue, listDescendantValues } from './bulk-queries.ts';
import { countBelow } from './change-queries.ts';
import { toStoredFields } from './lists/list-input.ts';
import { pathEntries } from './path-entries.ts';
import { mayEdit } from './policy.ts';
import * as queries from './queries.ts';

/** How many stores a change would reach, by the rules that resolve their values. */
export const impactEndpoints: Pick<Service<typeof nodeSettings>, 'impact'> = {
  async impact({ db, actor }, { params: { id, section }, body: { fields } }) {
    const node = await queries.findSettingNode(db, actor.scope, id);
    ensure(node, 'node.unknown');
    ensure(mayEdit(actor, sectionOf(section), node), 'setting.notYours');
    const [explanations, descendants, { storeCount }] = await Promise.all([
      queries.listExplanations(db, actor.scope, [id], [section], node.now),
      listDescendantValues(db, actor.scope, node, section),
      countBelow(db, actor.scope, node),
    ]);
    const stored = toStoredFields(section, fields, explanations, id);
    const desired = Object.entries(stored).flatMap(([field, value]) =>
      value ? [{ section, field, nodeId: id, ...value }] : [],
    );
    const kept = explanations.filter(({ nodeId, field }) => !(nodeId === id && field in stored));
    const apart = Object.keys(fields).map((field) => {
      const above = pathEntries(field, [...kept, ...desired]);
      return pathsApart(fieldOf(sectionOf(section), field)!, field, { above, descendants });
    });
    const storesApart = await countStoresAt(db, actor.scope, common(apart));
    return { storeCount, storesApart };
  },
};

/** The outermost paths at and below which another value than that of the root applies. */
function pathsApart(
  definition: SettingField,
  field: string,
  { above, descendants }: { above: readonly PathEntry[]; descendants: readonly DescendantValue[] },
): string[] {
  const byPath = Map.groupBy(pathEntries(field, descendants), ({ tpath }) => tpath);
  const applying = [...byPath.keys()].filter((path) => {
    const way = [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index + 1));
    const chain = [...above, ...way.flatMap((one) => byPath.get(one) ?? [])];
    const own = byPath.get(path)!;
    if (isRowWise(definition)) {
      const { dormant } = resolveRows(definition, chain);
      return own.some((entry) => !dormant.some((one) => one.entry === entry));
    }
    return resolveChain(definition, chain).applies.at(-1) === true;
  });
  return outermost(applying);
}

const outermost = (paths: readonly string[]): string[] =>
  paths.toSorted().reduce<string[]>((kept, path) => {
    const last = kept.at(-1);
    return last !== undefined && path.startsWith(last) ? kept : [...kept, path];
  }, []);

/** The paths that all of these sub-trees have in common: a store that keeps one of several changed fields is still reached. */
const common = ([first = [], ...rest]: readonly (readonly string[])[]): string[] =>
  rest.reduce<string[]>(
    (paths, others) =>
      outermost([
        ...paths.filter((path) => others.some((other) => path.startsWith(other))),
        ...others.filter((other) => paths.some((path) => other.startsWith(path))),
      ]),
    [...first],
  );
