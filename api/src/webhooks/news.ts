import { fieldOf, type SettingField } from '@storeward/contract/settings/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { WebhookId, WebhookMessage } from '@storeward/contract/webhooks';
import type { Scope } from '../platform/actor.ts';
import type { News } from '../platform/context.ts';
import type { Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { inTurns, type Marks, marksOf, meets, type Said, type Share, sharesOf, together, type Turn } from './effect.ts';
import { insertMessages } from './message-queries.ts';
import * as queries from './news-queries.ts';

/** Tells the webhooks that listen what some changes came to for the stores below them, one message for each; whom nothing concerns is told nothing. */
export async function tellNews(db: Db, { scope, from, until, news }: News): Promise<void> {
  const listeners = await queries.listListeners(db, scope);
  if (listeners.length > 0) {
    const happened = await whatHappened(db, scope, news);
    const tops = outermost(happened.places);
    const concerned = listeners.filter(({ tpath }) => meets(tops, tpath));
    if (concerned.length > 0) await tell(db, scope, concerned, { ...happened, tops, span: { from, until } });
  }
  await queries.deleteNews(
    db,
    scope,
    news.map(({ id }) => id),
  );
}

type Happened = {
  readonly changed: readonly queries.ChangedField[];
  readonly changeIds: readonly string[];
  /** The places that were moved, each with those that stood above it before. */
  readonly moved: readonly { readonly path: string; readonly wasAbove: readonly string[] }[];
  /** Where all of that happened. */
  readonly places: readonly string[];
};

async function whatHappened(db: Db, scope: Scope, news: News['news']): Promise<Happened> {
  const changeIds = news.flatMap((one) => one.changeIds);
  const changed = await queries.listChangedFields(db, scope, changeIds);
  const paths = await queries.listPaths(
    db,
    scope,
    news.flatMap(({ movedId }) => movedId ?? []),
  );
  // of a place that was moved more than once, what stood above it first
  const moved = new Map<string, Happened['moved'][number]>();
  for (const { movedId, wasAbove } of news) {
    const path = paths.get(movedId ?? '');
    if (path !== undefined && !moved.has(path)) moved.set(path, { path, wasAbove });
  }
  const places = [...new Set([...changed.map(({ tpath }) => tpath), ...moved.keys()])];
  return { changed, changeIds, moved: [...moved.values()], places };
}

/** Those of some paths that stand below no other of them. */
function outermost(paths: readonly string[]): string[] {
  const kept: string[] = [];
  for (const path of paths.toSorted()) if (!kept.length || !path.startsWith(kept.at(-1)!)) kept.push(path);
  return kept;
}

/** The paths of the places above one. */
const pathsAbove = (path: string): string[] =>
  [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index + 1)).filter((one) => one !== path);

type Judged = Happened & { readonly tops: readonly string[]; readonly span: queries.Span };

async function tell(db: Db, scope: Scope, listeners: readonly queries.Listener[], happened: Judged): Promise<void> {
  const turn = inTurns();
  const heard = whatIsHeard(await marksBySection(db, scope, listeners, happened, turn));
  const wanted: { listener: queries.Listener; counts: readonly Counts[] }[] = [];
  const paths = new Set<string>();
  for (const listener of listeners) {
    await turn();
    const counts = heard(listener.sections).map(({ section, marks }) => ({
      section,
      shares: sharesOf(marks, listener.tpath),
    }));
    for (const { shares } of counts) for (const { path } of shares) paths.add(path);
    wanted.push({ listener, counts });
  }
  const stores = await queries.countStores(db, scope, [...paths]);
  const sum = (shares: readonly Share[]) =>
    shares.reduce((total, { path, sign }) => total + sign * (stores.get(path) ?? 0), 0);
  const changedAt = lowestAbove(happened.places);
  const found = await queries.findPlace(db, scope, changedAt);
  if (!found) return;
  const told = wanted.flatMap(({ listener, counts }) => {
    const reached = counts.map(({ section, shares }) => ({ section, count: sum(shares) }));
    const sections = reached.flatMap(({ section, count }) => (section !== undefined && count > 0 ? [section] : []));
    const count = reached.find(({ section }) => section === undefined)?.count ?? 0;
    if (count === 0) return [];
    // who listens further down is told where to read what concerns them
    const at = listener.tpath.startsWith(changedAt) ? listener.nodeId : found.place.id;
    const message: WebhookMessage = {
      id: newId(),
      time: found.time,
      kind: 'configuration.changed',
      webhookId: listener.id as WebhookId,
      place: found.place,
      sections,
      from: new Date(happened.span.from).toISOString(),
      stores: count,
      fetch: sections.map((section) => ({ section, path: `/node-management/node/${at}/settings/${section}/places` })),
    };
    return [{ message, tpath: listener.tpath }];
  });
  if (told.length > 0) await insertMessages(db, scope, told);
}

/** The lowest place that all of some are, or stand below. */
function lowestAbove([first = '', ...more]: readonly string[]): string {
  return [...pathsAbove(first), first].findLast((path) => more.every((one) => one.startsWith(path))) ?? '';
}

type BySection = ReadonlyMap<SectionName, Marks>;

/** What differs where something happened, section by section; of what nobody listens to nothing is worked out. */
async function marksBySection(
  db: Db,
  scope: Scope,
  listeners: readonly queries.Listener[],
  { changed, changeIds, moved, tops, span }: Judged,
  turn: Turn,
): Promise<BySection> {
  const above = [...new Set(tops.flatMap(pathsAbove))];
  const wasAbove = [...new Set(moved.flatMap((one) => one.wasAbove))];
  // a place that was moved may find anything else above it
  const found = moved.length > 0 ? await queries.listFieldsSaid(db, scope, { above, wasAbove }, span) : [];
  const fields = new Map(
    [...changed, ...found].map(({ section, field }) => [`${section}.${field}`, { section, field }]),
  );
  const marks = new Map<SectionName, Marks[]>();
  for (const one of fields.values()) {
    const heard = listeners.some(({ sections }) => sections?.includes(one.section) ?? true);
    const declared = fieldOf(sectionOf(one.section), one.field);
    if (!heard || !declared) continue;
    const rows = await queries.listSaid(db, scope, one, { tops, above, wasAbove }, { ...span, changeIds });
    const said = rows.map((row) => ({ ...row, value: forgotten(declared, row) ? { forgotten: true } : row.value }));
    const inField = await marksIn(declared, said, { tops, moved }, turn);
    if (inField.some(([, differs]) => differs)) marks.set(one.section, [...(marks.get(one.section) ?? []), inField]);
  }
  return new Map([...marks].map(([section, all]) => [section, together(all)]));
}

/** A secret that is deleted is taken out of all that was said before, and was a secret all the same. */
const forgotten = ({ kind }: SettingField, { value, was, ended }: queries.SaidRow): boolean =>
  kind === 'secret' && value === null && was && ended;

async function marksIn(
  field: SettingField,
  said: readonly (Said & { readonly nodeId: string })[],
  { tops, moved }: Pick<Judged, 'tops' | 'moved'>,
  turn: Turn,
): Promise<Marks> {
  const saidAt = Map.groupBy(said, ({ path }) => path);
  const saidBy = Map.groupBy(said, ({ nodeId }) => nodeId);
  const isTop = new Set(tops);
  const topOf = (path: string) => [...pathsAbove(path), path].find((one) => isTop.has(one));
  const below = Map.groupBy(said, ({ path }) => topOf(path));
  const movedIn = Map.groupBy(moved, ({ path }) => topOf(path));
  const marks: Marks[number][] = [];
  for (const top of tops) {
    const around = {
      above: pathsAbove(top).flatMap((path) => saidAt.get(path) ?? []),
      below: below.get(top) ?? [],
      moved: (movedIn.get(top) ?? []).map(({ path, wasAbove }) => ({
        path,
        wasAbove: wasAbove.flatMap((id) => saidBy.get(id) ?? []).filter(({ was }) => was),
      })),
    };
    for (const mark of await marksOf(field, top, around, turn)) marks.push(mark);
  }
  return marks;
}

type Counts = { readonly section: SectionName | undefined; readonly shares: readonly Share[] };

/** Where anything differs in each section that is listened to, and in all of them together: worked out once for all who listen to the same. */
function whatIsHeard(marks: BySection) {
  type Heard = readonly { readonly section: SectionName | undefined; readonly marks: Marks }[];
  const known = new Map<string, Heard>();
  return (sections: queries.Listener['sections']): Heard => {
    const heard = [...marks].filter(([section]) => sections?.includes(section) ?? true);
    const key = heard.map(([section]) => section).join();
    const before = known.get(key);
    if (before) return before;
    const one = heard.map(([section, each]) => ({ section, marks: each }));
    const all = { section: undefined, marks: together(heard.map(([, each]) => each)) };
    const made = heard.length > 0 ? [...one, all] : [];
    known.set(key, made);
    return made;
  };
}
