import { judge } from '@storeward/contract/settings/binding';
import { sameValue, type SettingField, type SettingMode } from '@storeward/contract/settings/section';
import { sectionOf } from '@storeward/contract/settings/sections';
import { expect, test } from 'vitest';
import { type Marks, marksOf, meets, type Said, sharesOf, together } from './effect.ts';

const idle = sectionOf('nodeConfig').fields['autoLogoutDuration']!;
const basket = sectionOf('ebasketDisplay').fields['displayName']!;

/** Numbers that look like chance and are the same each time. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const below = (path: string, labels: string) => [...labels].map((label) => `${path}${label}.`);
/** Every path of a tree of four floors, the stores on the lowest. */
const companies = below('x.', 'abc');
const regions = companies.flatMap((path) => below(path, 'def'));
const stores = regions.flatMap((path) => below(path, 'gh'));
const places = ['x.', ...companies, ...regions, ...stores];
const values = { idle: ['00:10:00', '00:20:00', '00:30:00'], basket: ['First name', 'Second name', 'not'] };

test.for([
  ['idle', idle],
  ['basket', basket],
] as const)(
  'the stores that are counted are those at which another value is in force than before, store by store: %s',
  async ([name, field]) => {
    const next = chance(name.length);
    let reached = 0;
    for (let walk = 0; walk < 400; walk += 1) {
      const says = (path: string, was: boolean, is: boolean): Said => ({
        path,
        value: values[name][next(3)],
        mode: (['free', 'free', 'locked', ...(field.stricter ? ['tighten'] : [])] as SettingMode[])[
          next(field.stricter ? 4 : 3)
        ]!,
        was,
        is,
      });
      const changed = places[next(13)]!;
      const said = places.flatMap((path) => {
        if (path === changed)
          return [...(next(2) ? [says(path, true, false)] : []), ...(next(3) ? [says(path, false, true)] : [])];
        return next(4) === 0 ? [says(path, true, true)] : [];
      });
      const above = said.filter(({ path }) => changed.startsWith(path) && path !== changed);
      const within = said.filter(({ path }) => path.startsWith(changed));
      const marks = await marksOf(field, changed, { above, below: within, moved: [] });
      const listening = next(2) ? 'x.' : places[next(places.length)]!;
      const counted = (path: string) => stores.filter((store) => store.startsWith(path)).length;
      const sum = sharesOf(marks, listening).reduce((total, { path, sign }) => total + sign * counted(path), 0);
      const different = stores.filter(
        (store) =>
          store.startsWith(listening) &&
          !alike(
            field,
            said.filter(({ path }) => store.startsWith(path)),
          ),
      );
      expect([walk, sum]).toEqual([walk, different.length]);
      reached += different.length;
    }
    expect(reached).toBeGreaterThan(100);
  },
);

/** Whether a store works with the same before and after, told from what is said on the way down to it. */
function alike(field: SettingField, way: readonly Said[]): boolean {
  const valueOf = (said: readonly Said[]) => {
    const { at } = judge(field, said);
    return at < 0 ? field.standard : said[at]!.value;
  };
  return sameValue(valueOf(way.filter(({ was }) => was)), valueOf(way.filter(({ is }) => is)));
}

test('a store at which two fields differ is counted once', () => {
  const one = [
    ['x.', false],
    ['x.a.', true],
    ['x.b.', true],
  ] as const;
  const other = [
    ['x.', false],
    ['x.a.', true],
    ['x.a.d.', false],
    ['x.c.', true],
  ] as const;
  expect(together([one, other])).toEqual([
    ['x.', false],
    ['x.a.', true],
    ['x.a.d.', true],
    ['x.b.', true],
    ['x.c.', true],
  ]);
});

test('what stood above a moved place before is what it is compared with', async () => {
  const said = (path: string, value: string): Said => ({ path, value, mode: 'free', was: true, is: true });
  const before = said('x.a.', 'First name');
  const after = said('x.b.', 'Second name');
  const own = said('x.b.m.s.', 'Own name');
  const marks = await marksOf(basket, 'x.b.m.', {
    above: [after],
    below: [own],
    moved: [{ path: 'x.b.m.', wasAbove: [before] }],
  });
  expect(marks).toEqual([
    ['x.b.m.', true],
    ['x.b.m.s.', false],
  ]);
});

test('who listens at one store of ten thousand that differ is told by a look at a few of them', () => {
  const all = Array.from({ length: 10_000 }, (_, at) => `x.${at.toString(36).padStart(3, '0')}.`);
  let looks = 0;
  const marks: Marks = new Proxy([['x.', false] as const, ...all.map((path) => [path, true] as const)], {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  for (const path of ['x.000.', 'x.3k7.', 'x.3k7.a.', all.at(-1)!]) {
    looks = 0;
    expect(sharesOf(marks, path)).toEqual([{ path, sign: 1 }]);
    expect(looks).toBeLessThan(100);
  }
  expect(sharesOf(marks, 'y.')).toEqual([]);
});

test('a place is concerned where something happened at it, above it or below it', () => {
  const tops = ['x.a.', 'x.c.d.', 'x.e.'];
  for (const place of ['x.', 'x.a.', 'x.a.b.', 'x.c.', 'x.c.d.', 'x.c.d.f.', 'x.e.g.'])
    expect(meets(tops, place)).toBe(true);
  for (const place of ['w.', 'x.b.', 'x.c.a.', 'x.c.e.', 'x.aa.', 'x.f.', 'y.']) expect(meets(tops, place)).toBe(false);
});
