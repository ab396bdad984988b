import { resolveChain } from '@storeward/contract/settings/engine/effective-value';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { SettingField, SettingMode } from '@storeward/contract/settings/engine/section';
import { sectionOf } from '@storeward/contract/settings/sections';
import { expect, test } from 'vitest';
import {
  type Differences,
  findDifferences,
  overlaps,
  type ValueChange,
  storeCountTerms,
  mergeDifferences,
} from './effective-change.ts';

const idle = sectionOf('nodeConfig').fields['autoLogoutDuration']!;
const basket = sectionOf('ebasketDisplay').fields['displayName']!;

/** Compares with as much work as it takes. */
async function compare(...[field, root, inputs]: [SettingField, string, Parameters<typeof findDifferences>[2]]) {
  return (await findDifferences(field, root, inputs, { left: Infinity }))!;
}

/** A seeded pseudo-random generator. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const below = (path: string, labels: string) => [...labels].map((label) => `${path}${label}.`);
/** All paths of a tree of four levels; the lowest are stores. */
const companies = below('x.', 'abc');
const regions = companies.flatMap((path) => below(path, 'def'));
const stores = regions.flatMap((path) => below(path, 'gh'));
const paths = ['x.', ...companies, ...regions, ...stores];
const values = { idle: ['00:10:00', '00:20:00', '00:30:00'], basket: ['First name', 'Second name', 'not'] };

test.for([
  ['idle', idle],
  ['basket', basket],
] as const)(
  'counts exactly the stores whose effective value changes, compared store by store: %s',
  async ([name, field]) => {
    const next = createRandom(name.length);
    let affectedTotal = 0;
    for (let run = 0; run < 400; run += 1) {
      const createValue = (path: string, appliesBefore: boolean, appliesAfter: boolean): ValueChange => ({
        path,
        node: path,
        row: undefined,
        value: values[name][next(3)],
        mode: (['free', 'free', 'locked', ...(field.stricter ? ['tighten'] : [])] as SettingMode[])[
          next(field.stricter ? 4 : 3)
        ]!,
        appliesBefore,
        appliesAfter,
      });
      const changed = paths[next(13)]!;
      const chain = paths.flatMap((path) => {
        if (path === changed)
          return [
            ...(next(2) ? [createValue(path, true, false)] : []),
            ...(next(3) ? [createValue(path, false, true)] : []),
          ];
        return next(4) === 0 ? [createValue(path, true, true)] : [];
      });
      const above = chain.filter(({ path }) => changed.startsWith(path) && path !== changed);
      const valuesWithin = chain.filter(({ path }) => path.startsWith(changed));
      const differences = await compare(field, changed, { above, values: valuesWithin, movedNodes: [] });
      const webhookPath = next(2) ? 'x.' : paths[next(paths.length)]!;
      const storesBelow = (path: string) => stores.filter((store) => store.startsWith(path)).length;
      const sum = storeCountTerms(differences, webhookPath).reduce(
        (total, { path, sign }) => total + sign * storesBelow(path),
        0,
      );
      const affectedStores = stores.filter(
        (store) =>
          store.startsWith(webhookPath) &&
          !hasSameValue(
            field,
            chain.filter(({ path }) => store.startsWith(path)),
          ),
      );
      expect([run, sum]).toEqual([run, affectedStores.length]);
      affectedTotal += affectedStores.length;
    }
    expect(affectedTotal).toBeGreaterThan(100);
  },
);

/** Whether the effective value of a path is the same before and after. */
function hasSameValue(field: SettingField, pathValues: readonly ValueChange[]): boolean {
  const valueOf = (chain: readonly ValueChange[]) => {
    const { effectiveIndex } = resolveChain(field, chain);
    return effectiveIndex < 0 ? field.defaultValue : chain[effectiveIndex]!.value;
  };
  return sameValue(
    valueOf(pathValues.filter(({ appliesBefore }) => appliesBefore)),
    valueOf(pathValues.filter(({ appliesAfter }) => appliesAfter)),
  );
}

test('counts a store once if two fields change', () => {
  const firstField = [
    ['x.', false],
    ['x.a.', true],
    ['x.b.', true],
  ] as const;
  const secondField = [
    ['x.', false],
    ['x.a.', true],
    ['x.a.d.', false],
    ['x.c.', true],
  ] as const;
  expect(mergeDifferences([firstField, secondField])).toEqual([
    ['x.', false],
    ['x.a.', true],
    ['x.a.d.', true],
    ['x.b.', true],
    ['x.c.', true],
  ]);
});

test('compares a moved node with the values it inherited before', async () => {
  const chain = (path: string, value: string): ValueChange => ({
    path,
    node: path,
    row: undefined,
    value,
    mode: 'free',
    appliesBefore: true,
    appliesAfter: true,
  });
  const before = chain('x.a.', 'First name');
  const after = chain('x.b.', 'Second name');
  const own = chain('x.b.m.s.', 'Own name');
  const differences = await compare(basket, 'x.b.m.', {
    above: [after],
    values: [own],
    movedNodes: [{ path: 'x.b.m.', inheritedBefore: [before] }],
  });
  expect(differences).toEqual([
    ['x.b.m.', true],
    ['x.b.m.s.', false],
  ]);
});

test('ends once the values of all paths are more than its work, those that each inherits included', async () => {
  const chain = (path: string) => ({
    node: path,
    path,
    row: undefined,
    value: `Name at ${path}`,
    mode: 'free' as const,
    appliesBefore: true,
    appliesAfter: true,
  });
  const inputs = { above: [chain('x.')], values: [chain('x.a.'), chain('x.a.b.'), chain('x.a.c.')], movedNodes: [] };
  // two, three and three values, before and after
  expect(await findDifferences(basket, 'x.a.', inputs, { left: 16 })).toHaveLength(3);
  expect(await findDifferences(basket, 'x.a.', inputs, { left: 15 })).toBeUndefined();
});

test('reads fewer than 100 of 10,000 differences to count the stores of one path', () => {
  const all = Array.from({ length: 10_000 }, (_, index) => `x.${index.toString(36).padStart(3, '0')}.`);
  let reads = 0;
  const differences: Differences = new Proxy([['x.', false] as const, ...all.map((path) => [path, true] as const)], {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  for (const path of ['x.000.', 'x.3k7.', 'x.3k7.a.', all.at(-1)!]) {
    reads = 0;
    expect(storeCountTerms(differences, path)).toEqual([{ path, sign: 1 }]);
    expect(reads).toBeLessThan(100);
  }
  expect(storeCountTerms(differences, 'y.')).toEqual([]);
});

test('overlaps with changes at, above or below a node', () => {
  const changedPaths = ['x.a.', 'x.c.d.', 'x.e.'];
  for (const path of ['x.', 'x.a.', 'x.a.b.', 'x.c.', 'x.c.d.', 'x.c.d.f.', 'x.e.g.'])
    expect(overlaps(changedPaths, path)).toBe(true);
  for (const path of ['w.', 'x.b.', 'x.c.a.', 'x.c.e.', 'x.aa.', 'x.f.', 'y.'])
    expect(overlaps(changedPaths, path)).toBe(false);
});
