import type { SettingMode } from '@storeward/contract/settings/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { insertAudits } from '../audit/queries.ts';
import type { ImportContext, Written, WrittenRow } from '../imports/kind.ts';
import { newId } from '../platform/ids.ts';
import { type BulkPlace, listOvertaken, listStillOf } from './bulk-queries.ts';
import { type Above, type Ground, groundOf, type SectionWish } from './bulk-rules.ts';
import { faultsTogether, told, type WantedFields } from './change.ts';
import { insertChanges, listFieldChanges, type NewChange } from './change-queries.ts';
import { mayEdit, mayPush, valueFault } from './policy.ts';

/** What is done at one place: in each section another state of some fields, from one moment on. */
export type PlaceChange = {
  readonly place: BulkPlace;
  readonly now: string;
  readonly wishes: readonly (SectionWish & { readonly version: number })[];
};

/** What a row remembers of what it wrote: the change of each section. */
type Remembered = Readonly<Record<string, string>>;

/** Changes some places, and says of each what has to be put back if it is undone. */
export async function writePlaces(
  context: ImportContext,
  changes: readonly PlaceChange[],
  reason: string | null,
): Promise<Written[]> {
  const remembered = await writeAll(context, changes, reason);
  return changes.map(({ place, wishes }, at): Written => {
    return { entityId: place.id, version: versionsOf(wishes), before: remembered[at] };
  });
}

/** Puts places back to what stood there before, below one place; what somebody has changed since is left alone. */
export async function takeBack(
  context: ImportContext,
  rows: readonly WrittenRow[],
  { sourceId, reason }: { sourceId: string; reason: string | null },
): Promise<('undone' | 'kept')[]> {
  const { db, actor } = context;
  const ids = rows.map(({ entityId }) => entityId);
  const changeIds = rows.flatMap(({ before }) => Object.values(before as Remembered));
  const ground = await groundOf(context, sourceId, ids, sectionNames, { held: true });
  const [fields, overtaken, bounds] = await Promise.all([
    listFieldChanges(db, actor.scope, changeIds),
    listOvertaken(db, actor.scope, changeIds),
    boundsOf(context, ground),
  ]);
  const fieldsOf = Map.groupBy(fields, ({ changeId }) => changeId);
  const before = (changeId: string) => fieldsOf.get(changeId) ?? [];
  const back = rows.map((row) =>
    overtaken.has(row.entityId) ? undefined : backOf(context, row, ground, { before, bounds }),
  );
  await writeAll(
    context,
    back.flatMap((change) => change ?? []),
    reason,
  );
  return back.map((change) => (change ? 'undone' : 'kept'));
}

const versionsOf = (wishes: PlaceChange['wishes']) => wishes.reduce((sum, { version }) => sum + version, 0);

type Before = {
  readonly field: string;
  readonly before: { readonly value: unknown; readonly mode: SettingMode } | null;
};

/** What stands above each place and binds it for good: what the run itself has put there goes back after it. */
async function boundsOf(
  { db, actor, runId }: ImportContext,
  { places, above }: Ground,
): Promise<(place: BulkPlace) => readonly Above[]> {
  const binding = (place: BulkPlace) => above(place).filter(({ mode }) => mode !== 'free');
  const paths = new Set([...places.values()].flatMap((place) => binding(place).flatMap(({ tpath }) => tpath ?? [])));
  const leaving = await listStillOf(db, actor.scope, runId, [...paths], sectionNames);
  const leaves = new Set(leaving.map(({ tpath, section }) => `${tpath} ${section}`));
  return (place) => binding(place).filter(({ tpath, section }) => !leaves.has(`${tpath} ${section}`));
}

type Then = {
  readonly before: (changeId: string) => readonly Before[];
  readonly bounds: (place: BulkPlace) => readonly Above[];
};

/** The way back of one row; nothing where somebody has changed it since, or where it may not stand or go together with what stands there now. */
function backOf(
  { actor }: ImportContext,
  { entityId, before: remembered, version }: WrittenRow,
  ground: Ground,
  { before, bounds }: Then,
): PlaceChange | undefined {
  const place = ground.places.get(entityId);
  if (!place || !mayPush(actor)) return undefined;
  const bound = bounds(place);
  const wishes = Object.entries(remembered as Remembered).map(([name, changeId]) => {
    const section = name as SectionName;
    const own = ground.own(place).filter((one) => one.section === section);
    const fields = before(changeId).filter(({ field }) => sectionOf(section).fields[field]);
    const wanted: WantedFields = Object.fromEntries(fields.map(({ field, before: was }) => [field, was]));
    const stood = fields.map(({ field }) => [field, own.find((one) => one.field === field) ?? null] as const);
    const others = [...ground.above(place), ...own.filter(({ field }) => !(field in wanted))];
    const sound =
      mayEdit(actor, sectionOf(section), { nodeType: place.nodeType, own: own.length > 0 }) &&
      Object.entries(wanted).every(([field, was]) => {
        const higher = bound.filter((one) => one.section === section && one.field === field);
        return valueFault(sectionOf(section), field, was, higher) === undefined;
      }) &&
      faultsTogether(
        section,
        others.filter((one) => one.section === section),
        wanted,
      ).length === 0;
    const next = ground.version(place, section) + 1;
    return { section, wanted, before: Object.fromEntries(stood), version: next, sound };
  });
  // each section has to be in the very version that was written then
  if (versionsOf(wishes) - wishes.length !== version || wishes.some(({ sound }) => !sound)) return undefined;
  return { place, now: ground.now, wishes };
}

/** Writes what is to change at some places, section by section, each with its line in the audit; answers the changes of each place. */
async function writeAll(
  { db, actor, origin, runId }: ImportContext,
  changes: readonly PlaceChange[],
  reason: string | null,
): Promise<Record<string, string>[]> {
  const { scope, userId, sessionId } = actor;
  const remembered: Record<string, string>[] = changes.map(() => ({}));
  for (const section of sectionNames) {
    const written = changes.flatMap(({ place, wishes, now }, at): (NewChange & { now: string })[] => {
      const wish = wishes.find((one) => one.section === section);
      if (!wish) return [];
      const id = newId();
      remembered[at]![section] = id;
      const values = Object.entries(wish.wanted).map(([field, said]) => ({
        id: newId(),
        field,
        own: said !== null,
        value: said?.value ?? null,
        mode: said?.mode ?? ('free' as const),
      }));
      return [{ id, nodeId: place.id, tpath: place.tpath, version: wish.version, values, now }];
    });
    const [first] = written;
    if (!first) continue;
    const facts = { section, begins: first.now, reason, runId };
    await insertChanges(
      db,
      scope,
      facts,
      written.map(({ now: _, ...change }) => change),
      userId,
    );
  }
  await insertAudits(
    db,
    scope,
    origin,
    changes.flatMap(({ place, wishes }) =>
      wishes.map(({ section, wanted, before }) => ({
        action: 'setting.changed' as const,
        entity: place.nodeType === 'ORGANIZATION' ? 'organisation' : 'node',
        entityId: place.id,
        tpath: place.tpath,
        actorId: userId,
        sessionId,
        before: told(section, Object.entries(before)),
        after: told(section, Object.entries(wanted)),
        runId,
        ...(reason && { reason }),
      })),
    ),
  );
  return remembered;
}
