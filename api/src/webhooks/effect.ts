import { setImmediate as others } from 'node:timers/promises';
import { judge, type Stated } from '@storeward/contract/settings/binding';
import { sameValue, type SettingField } from '@storeward/contract/settings/section';

/** What a place says of a field, before a change, after it, or both. */
export type Said = Stated & { readonly path: string; readonly was: boolean; readonly is: boolean };

/** A place that was moved, with what was said above it where it stood before. */
export type Moved = { readonly path: string; readonly wasAbove: readonly Said[] };

type Mark = readonly [path: string, differs: boolean];

/** At which places another value is in force than before, sorted by path: at each that is marked, and alike at all below it up to the next. */
export type Marks = readonly Mark[];

/** Lets others have their turn now and then; most of the time there is nothing to wait for. */
export type Turn = () => Promise<void> | undefined;

/** Milliseconds of working out in a row. */
const inARow = 10;

/** Begins some long working out. */
export function inTurns(): Turn {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < inARow) return undefined;
    return others().then(() => void (begun = performance.now()));
  };
}

type Way = { readonly path: string; readonly was: readonly Said[]; readonly is: readonly Said[] };

/** Judges one field in one sub-tree, by the rules by which it is judged at a single place; others have their turn in between. */
export async function marksOf(
  field: SettingField,
  top: string,
  { above, below, moved }: { above: readonly Said[]; below: readonly Said[]; moved: readonly Moved[] },
  turn: Turn = inTurns(),
): Promise<Marks> {
  const saidAt = Map.groupBy(below, ({ path }) => path);
  const movedAt = new Map(moved.map((one) => [one.path, one]));
  const paths = [...new Set([top, ...movedAt.keys(), ...saidAt.keys()])].sort();
  const way: Way[] = [];
  const marks: Mark[] = [];
  for (const path of paths) {
    await turn();
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

/** By which sub-trees the stores at and below a place are counted that the marks say differ; of the marks no more are looked at than concern it. */
export function sharesOf(marks: Marks, place: string): Share[] {
  // a place is as the next one at or above it that is marked; where none is, nothing happened there
  const begins = lowestMark(marks, place);
  const below: Mark[] = begins ? [[place, begins[1]]] : [];
  for (let at = firstFrom(marks, place); at < marks.length && marks[at]![0].startsWith(place); at += 1) {
    const mark = marks[at]!;
    if (mark[0] !== begins?.[0]) below.push(mark);
  }
  const way: { path: string; differs: boolean }[] = [];
  return below.flatMap(([path, differs]): Share[] => {
    while (way.length > 0 && !path.startsWith(way.at(-1)!.path)) way.pop();
    const outer = way.at(-1)?.differs ?? false;
    way.push({ path, differs });
    return differs === outer ? [] : [{ path, sign: differs ? 1 : -1 }];
  });
}

/** Whether any of some paths, sorted and none below another, lies at, above or below a place. */
export function meets(paths: readonly string[], place: string): boolean {
  const at = firstOf(paths.length, (index) => paths[index]! >= place);
  return paths[at]?.startsWith(place) === true || (at > 0 && place.startsWith(paths[at - 1]!));
}

function lowestMark(marks: Marks, place: string): Mark | undefined {
  for (let end = place.length; end > 0; end = place.lastIndexOf('.', end - 2) + 1) {
    const path = place.slice(0, end);
    const mark = marks[firstFrom(marks, path)];
    if (mark?.[0] === path) return mark;
  }
  return undefined;
}

const firstFrom = (marks: Marks, path: string): number => firstOf(marks.length, (index) => marks[index]![0] >= path);

/** The first of so many for which something holds that holds for all after it too, by halves. */
function firstOf(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
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
