import type { ErrorCode } from '@storeward/contract/errors';
import type { BulkTask } from '@storeward/contract/settings/bulk-override';
import { judge, type Stated } from '@storeward/contract/settings/binding';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import * as bulk from './bulk-queries.ts';
import { faultsTogether, same, type WantedFields } from './change.ts';
import { mayEdit, mayPush, valueFault } from './policy.ts';
import * as queries from './queries.ts';

/** What stands above a place, from the top down; with the path of who says it, as far as that stands below the source. */
export type Above = Pick<queries.Told, 'section' | 'field' | 'value' | 'mode'> & { readonly tpath?: string };

/** What is known of some places at one moment: what stands above each, what each says itself, and its versions. */
export type Ground = {
  readonly now: string;
  readonly source: bulk.BulkPlace | undefined;
  readonly places: ReadonlyMap<string, bulk.BulkPlace>;
  readonly above: (place: bulk.BulkPlace) => readonly Above[];
  readonly own: (place: bulk.BulkPlace) => readonly bulk.OwnStated[];
  readonly version: (place: bulk.BulkPlace, section: SectionName) => number;
};

/** What the place at a path is going to say, where it is about to be changed together with those below it. */
export type Planned = (tpath: string, said: readonly bulk.OwnStated[]) => readonly Above[];

/** Looks at some places, and at the one that they are changed from, in a handful of queries, however many they are. */
export async function groundOf(
  { db, actor: { scope } }: { db: Db; actor: Actor },
  sourceId: string,
  ids: readonly string[],
  sections: readonly SectionName[],
  { held, planned = (_, said) => said }: { held: boolean; planned?: Planned },
): Promise<Ground> {
  const places = await bulk.listPlaces(db, scope, [sourceId, ...ids], { held });
  // asked after they are held: whoever had to wait is later than whom they waited for
  const now = await bulk.momentNow(db);
  const source = places.get(sourceId);
  const isBelow = ({ tpath }: bulk.BulkPlace) => source !== undefined && tpath.startsWith(source.tpath);
  const paths = new Set(
    [...places.values()].flatMap((place) => [place.tpath, ...(isBelow(place) ? between(place) : [])]),
  );
  // of those that stand elsewhere by now all that is above is looked up, which is seldom
  const strays = [...places.values()].flatMap((place) => (isBelow(place) ? [] : (place.parentId ?? [])));
  const [said, told, versions] = await Promise.all([
    bulk.listSaidAt(db, scope, [...paths], sections),
    queries.listTold(db, scope, [...new Set([...(source ? [source.id] : []), ...strays])], sections, now),
    bulk.listVersions(db, scope, ids, sections),
  ]);
  const saidAt = Map.groupBy(said, ({ tpath }) => tpath);
  const toldOf = Map.groupBy(told, ({ forNode }) => forNode);
  const versionOf = new Map(versions.map(({ nodeId, section, version }) => [`${nodeId} ${section}`, version]));
  return {
    now,
    source,
    places,
    above: (place) =>
      isBelow(place)
        ? [
            ...(toldOf.get(sourceId) ?? []).filter(({ nodeId }) => nodeId !== sourceId),
            ...between(place).flatMap((path) => planned(path, saidAt.get(path) ?? [])),
          ]
        : (toldOf.get(place.parentId ?? '') ?? []),
    own: ({ tpath }) => saidAt.get(tpath) ?? [],
    version: ({ id }, section) => versionOf.get(`${id} ${section}`) ?? 0,
  };

  function between(place: bulk.BulkPlace): string[] {
    return source ? pathsFrom(source, place) : [];
  }
}

/** The paths from a place down to what stands right above another one below it, from the top down. */
export const pathsFrom = (top: { tpath: string }, { tpath }: { tpath: string }): string[] =>
  [...tpath.matchAll(/\./g)]
    .map(({ index }) => tpath.slice(0, index + 1))
    .filter((path) => path.length >= top.tpath.length && path !== tpath);

/** What a section of a place is to become, field by field, and what it says now. */
export type SectionWish = {
  readonly section: SectionName;
  readonly wanted: WantedFields;
  readonly before: WantedFields;
};

/** What a bulk override would do at a place, or why it may not. */
export type Verdict = { readonly fault: ErrorCode } | { readonly wishes: readonly SectionWish[] };

/** Judges places one after another by the rules by which one of them is changed on its own. */
export function judgeOf(actor: Actor, task: BulkTask, ground: Ground): (id: string) => Verdict {
  const { source } = ground;
  // brothers and sisters that say nothing themselves are all alike
  const alike = new Map<string, Verdict>();
  return (id) => {
    const place = ground.places.get(id);
    if (!place || !source || place.id === source.id || !place.tpath.startsWith(source.tpath))
      return { fault: 'bulk.notBelow' };
    const own = ground.own(place);
    const key = own.length === 0 ? (place.parentId ?? '') : '';
    const known = alike.get(key);
    if (key && known) return known;
    const verdict = verdictOn(actor, task, { place, own, above: ground.above(place) });
    if (key) alike.set(key, verdict);
    return verdict;
  };
}

type Standing = {
  readonly place: bulk.BulkPlace;
  readonly own: readonly bulk.OwnStated[];
  readonly above: readonly Above[];
};

function verdictOn(actor: Actor, task: BulkTask, { place, own, above }: Standing): Verdict {
  const wishes: SectionWish[] = [];
  for (const section of task.sections) {
    const says = new Map(own.filter((one) => one.section === section).map((one) => [one.field, one]));
    const standing = { nodeType: place.nodeType, own: says.size > 0 };
    if (!mayPush(actor) || !mayEdit(actor, sectionOf(section), standing)) return { fault: 'import.rightMissing' };
    const told = above.filter((one) => one.section === section);
    const wanted = task.action === 'push' ? pushed(task, section, says, told) : cleared(section, says);
    if (typeof wanted === 'string') return { fault: wanted };
    const fields = Object.keys(wanted);
    if (fields.length === 0) continue;
    const others = [...told, ...[...says.values()].filter(({ field }) => !(field in wanted))];
    const [clash] = faultsTogether(section, others, wanted);
    if (clash) return { fault: clash.code };
    wishes.push({
      section,
      wanted,
      before: Object.fromEntries(fields.map((field) => [field, says.get(field) ?? null])),
    });
  }
  return { wishes };
}

/** What a place is to say after a push, as far as it does not yet; it goes on binding those below as far as it did. */
function pushed(
  { values }: BulkTask,
  section: SectionName,
  says: ReadonlyMap<string, Stated>,
  above: readonly Above[],
): WantedFields | ErrorCode {
  const declared = sectionOf(section);
  const wanted: Record<string, Stated> = {};
  for (const [name, value] of Object.entries(values[section] ?? {})) {
    const field = declared.fields[name];
    if (!field || field.kind === 'secret') continue;
    const own = says.get(name);
    const wish = { value, mode: own?.mode ?? ('free' as const) };
    if (same(own, wish)) continue;
    const higher = above.filter((one) => one.field === name);
    const fault = valueFault(declared, name, wish, higher);
    if (!fault) {
      wanted[name] = wish;
      continue;
    }
    // what a lock above has put in force there already needs no saying
    const all = own ? [...higher, own] : higher;
    if (JSON.stringify(all[judge(field, all).at]?.value) !== JSON.stringify(value)) return fault;
  }
  return wanted;
}

/** A place that is cleared says nothing of a section any more. */
const cleared = (section: SectionName, says: ReadonlyMap<string, Stated>): WantedFields =>
  Object.fromEntries([...says.keys()].filter((name) => sectionOf(section).fields[name]).map((name) => [name, null]));
