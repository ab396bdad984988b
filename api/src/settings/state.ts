import { boundOf, judge } from '@storeward/contract/settings/binding';
import type { NodeId } from '@storeward/contract/nodes';
import type { Coming, FieldState, SectionState } from '@storeward/contract/settings/section-state';
import type { SettingField } from '@storeward/contract/settings/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { listAuthors } from './change-queries.ts';
import { mayEdit, mayPush } from './policy.ts';
import * as queries from './queries.ts';

type Wishes = NonNullable<SectionState['draft']>['fields'];

/** One section at one place as it stands at a moment, field by field. */
export async function sectionState(
  { db, actor }: { db: Db; actor: Actor },
  place: queries.SettingPlace,
  name: SectionName,
  at: string | undefined,
): Promise<SectionState> {
  const { scope } = actor;
  const section = sectionOf(name);
  const moment = at ?? place.now;
  const [told, own, changed, draft] = await Promise.all([
    queries.listTold(db, scope, [place.id], [name], moment),
    queries.listOwn(db, scope, place.id, name, moment),
    queries.versionOf(db, scope, place.id, name),
    queries.findDraft(db, scope, place.id, name, actor.userId),
  ]);
  const planned = at === undefined ? plannedOf(own, moment) : [];
  const authors = await listAuthors(
    db,
    scope,
    planned.map(({ changeId }) => changeId),
  );
  const fields = Object.fromEntries(
    Object.entries(section.fields).map(([field, declared]) => [
      field,
      fieldState(
        declared,
        place.id,
        told.filter((one) => one.field === field),
        planned
          .filter((one) => one.field === field)
          .map(({ field: _, ...one }) => ({
            ...one,
            value: shown(declared, one.value),
            ...(authors.get(one.changeId) ?? { by: null, byWhom: null, reason: null }),
          })),
      ),
    ]),
  );
  const isOverride = Object.values(fields).some(({ own: said }) => said !== null);
  const edits = at === undefined && mayEdit(actor, section, { nodeType: place.nodeType, own: isOverride });
  return {
    section: name,
    place: { id: place.id as NodeId, name: place.name, nodeType: place.nodeType },
    timeZone: place.timeZone,
    at: at ?? null,
    isOverride,
    ...changed,
    fields,
    draft: draft && edits ? { fields: draft.draft as Wishes, updatedDate: draft.updatedDate } : null,
    can: { edit: edits, push: edits && mayPush(actor) && place.nodeType !== 'STORE' },
  };
}

/** A field at a place, from what is said about it on the way down. */
function fieldState(
  declared: SettingField,
  placeId: string,
  told: readonly queries.Told[],
  coming: readonly Coming[],
): FieldState {
  const above = told.filter(({ nodeId }) => nodeId !== placeId);
  const ownTold = told.find(({ nodeId }) => nodeId === placeId);
  const all = ownTold ? [...above, ownTold] : above;
  const { counting, at } = judge(declared, all);
  const higher = judge(declared, above);
  const inherited = above[higher.at];
  const inForce = all[at];
  const bound = boundOf(declared, above);
  return {
    value: shown(declared, inForce ? inForce.value : declared.standard),
    isSet: inForce !== undefined,
    source: inForce ? placeOf(inForce) : null,
    own: ownTold ? { ...givenBy(declared, ownTold), inForce: at >= above.length } : null,
    inherited: {
      value: shown(declared, inherited ? inherited.value : declared.standard),
      isSet: inherited !== undefined,
      source: inherited ? placeOf(inherited) : null,
    },
    bound: bound ? { mode: bound.mode, value: shown(declared, bound.value), source: placeOf(bound) } : null,
    chain: all.map((one, index) => ({
      ...givenBy(declared, one),
      place: placeOf(one),
      inForce: counting[index] === true,
    })),
    coming: [...coming],
  };
}

/** What is planned at a place, before it is told who has planned it. */
type Planned = Omit<Coming, 'by' | 'byWhom' | 'reason'> & { readonly field: string };

/** What is still to come at a place: values that begin, and values that end without another. */
function plannedOf(own: readonly queries.OwnValue[], now: string): Planned[] {
  const coming = own.flatMap(({ field, from, until, changeId, closedBy, value, mode }): Planned[] => [
    ...(Date.parse(from) > Date.parse(now) && changeId ? [{ field, changeId, from, own: true, value, mode }] : []),
    ...(until && closedBy && !own.some((next) => next.field === field && next.from === until)
      ? [{ field, changeId: closedBy, from: until, own: false, value: null, mode: 'free' as const }]
      : []),
  ]);
  return coming.sort((one, other) => Date.parse(one.from) - Date.parse(other.from));
}

/** A secret is told to nobody. */
const shown = ({ kind }: SettingField, value: unknown): unknown => (kind === 'secret' ? null : value);
const placeOf = ({ nodeId, name, nodeType }: queries.Told) => ({ id: nodeId as NodeId, name, nodeType });
const givenBy = (declared: SettingField, { value, mode, since, by, reason }: queries.Told) => ({
  value: shown(declared, value),
  mode,
  since,
  by,
  reason,
});
