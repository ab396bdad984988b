import { setImmediate as others } from 'node:timers/promises';
import { judge, type Stated } from '@storeward/contract/settings/binding';
import { sameValue, type SettingField } from '@storeward/contract/settings/section';

/** What a place says of a field, before a change, after it, or both. */
export type Said = Stated & { readonly path: string; readonly was: boolean; readonly is: boolean };

/** A place that was moved, with what was said above it where it stood before. */
export type Moved = { readonly path: string; readonly wasAbove: readonly Said[] };

/** At which places from a top down another value is in force than before: at each where anything is said or moved, and alike at all below it up to the next. */
export type Marks = readonly (readonly [path: string, differs: boolean])[];

type Way = { readonly path: string; readonly was: readonly Said[]; readonly is: readonly Said[] };

/** How many places are judged in a row, before others have their turn. */
const inARow = 200;

/** Judges one field in one sub-tree, by the rules by which it is judged at a single place. */
export async function marksOf(
  field: SettingField,
  top: string,
  { above, below, moved }: { above: readonly Said[]; below: readonly Said[]; moved: readonly Moved[] },
): Promise<Marks> {
  const saidAt = Map.groupBy(below, ({ path }) => path);
  const movedAt = new Map(moved.map((one) => [one.path, one]));
  const paths = [...new Set([top, ...movedAt.keys(), ...saidAt.keys()])].sort();
  const way: Way[] = [];
  const marks: (readonly [string, boolean])[] = [];
  for (const [at, path] of paths.entries()) {
    if (at % inARow === inARow - 1) await others();
    while (way.length > 0 && !path.startsWith(way.at(-1)!.path)) way.pop();
    const outer = way.at(-1) ?? { was: above.filter(({ was }) => was), is: above.filter(({ is }) => is) };
    const own = saidAt.get(path) ?? [];
    const was = [...(movedAt.get(path)?.wasAbove ?? outer.was), ...own.filter((one) => one.was)];
    const is = [...outer.is, ...own.filter((one) => one.is)];
    way.push({ path, was, is });
    marks.push([path, !alike(valueOf(field, was), valueOf(field, is))]);
  }
  return marks;
}

const alike = (one: unknown, other: unknown): boolean => one === other || sameValue(one, other);

function valueOf(field: SettingField, said: readonly Stated[]): unknown {
  const { at } = judge(field, said);
  return at >= 0 ? said[at]!.value : field.standard;
}

/** Stores are counted by whole sub-trees: those of a path more, or less, than counted so far. */
export type Share = { readonly path: string; readonly sign: 1 | -1 };

/** By which sub-trees the stores at and below a place are counted that the marks say differ. */
export function sharesOf(marks: Marks, place: string): Share[] {
  const outermost = marks[0]?.[0] ?? '';
  // a place below the outermost one is as the next one above it that is marked
  const begins = place.startsWith(outermost) ? marks.findLast(([path]) => place.startsWith(path)) : undefined;
  const below = marks.filter(([path]) => path.startsWith(place) && path !== begins?.[0]);
  const way: { path: string; differs: boolean }[] = [];
  return [...(begins ? [[place, begins[1]] as const] : []), ...below].flatMap(([path, differs]): Share[] => {
    while (way.length > 0 && !path.startsWith(way.at(-1)!.path)) way.pop();
    const outer = way.at(-1)?.differs ?? false;
    way.push({ path, differs });
    return differs === outer ? [] : [{ path, sign: differs ? 1 : -1 }];
  });
}

/** Marks of several fields as one: a place differs where any of them does. */
export function together(all: readonly Marks[]): Marks {
  const [first, ...more] = all;
  if (!first || more.length === 0) return first ?? [];
  const paths = [...new Set(all.flatMap((marks) => marks.map(([path]) => path)))].sort();
  const differs = new Set<string>();
  for (const marks of all) {
    const of = new Map(marks);
    const way: { path: string; differs: boolean }[] = [];
    for (const path of paths) {
      while (way.length > 0 && !path.startsWith(way.at(-1)!.path)) way.pop();
      const here = of.get(path) ?? way.at(-1)?.differs ?? false;
      way.push({ path, differs: here });
      if (here) differs.add(path);
    }
  }
  return paths.map((path) => [path, differs.has(path)] as const);
}
