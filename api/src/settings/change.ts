import { fieldOf, sameValue } from '@storeward/contract/settings/section';
import type { Stated } from '@storeward/contract/settings/binding';
import type { ErrorCode } from '@storeward/contract/errors';
import { errors } from '@storeward/contract/errors';
import type { SectionFault } from '@storeward/contract/settings/section';
import type { SectionState } from '@storeward/contract/settings/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { insertAudit } from '../audit/queries.ts';
import type { Context } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { type Sealing } from '../platform/sealing.ts';
import { insertChanges } from './change-queries.ts';
import { mayEdit, valueFault, type WantedValue } from './policy.ts';
import * as queries from './queries.ts';
import { inForce } from './resolve.ts';
import { sealSecret } from './secrets.ts';
import { sectionState } from './state.ts';

/** A place whose settings are about to be changed: held, and in the version that the change starts from. */
export async function heldPlace(
  context: Context,
  id: string,
  name: SectionName,
  version: number | undefined,
): Promise<{ place: queries.SettingPlace; version: number }> {
  const { db, actor } = context;
  const place = await queries.findSettingPlace(db, actor.scope, id, { held: true });
  demand(place, 'node.unknown');
  const { nodeType } = place;
  const told =
    sectionOf(name).area === 'module' ? await queries.listTold(db, actor.scope, [id], [name], place.now) : [];
  const own = told.some(({ nodeId }) => nodeId === id);
  demand(mayEdit(actor, sectionOf(name), { nodeType, own }), 'setting.notYours');
  const { version: current } = await queries.versionOf(db, actor.scope, id, name);
  if (version !== undefined && version !== current)
    throw new Refusal('record.stale', { current: await sectionState(context, place, name, undefined) });
  return { place, version: current };
}

/** What fields are to become: null where they are inherited again. A secret that is sealed already stays as it is. */
export type WantedFields = Readonly<Record<string, WantedValue>>;

type Change = { readonly reason: string | null; readonly begins: string | undefined; readonly sealedAlready?: true };

/** Makes fields of a section at a held place what they are to be, each by the same rules, and answers the section as it then stands. */
export async function changeSection(
  context: Context,
  { place, version }: { place: queries.SettingPlace; version: number },
  name: SectionName,
  wanted: WantedFields,
  { reason, begins, sealedAlready }: Change,
  keys: Sealing,
): Promise<SectionState> {
  const { db, actor } = context;
  const { scope } = actor;
  const section = sectionOf(name);
  // what is planned is judged by what stands there then
  const told = await queries.listTold(db, scope, [place.id], [name], begins ?? place.now);
  const above = told.filter(({ nodeId }) => nodeId !== place.id);
  const own = new Map(told.filter(({ nodeId }) => nodeId === place.id).map((one) => [one.field, one]));
  const sound = soundFields(name, wanted, { above, own, sealed: sealedAlready === true });
  const changed = Object.entries(sound).filter(([field, value]) => !same(own.get(field), value));
  if (changed.length === 0) return sectionState(context, place, name, undefined);

  demandTogether(name, told, place.id, Object.fromEntries(changed));
  const values = [];
  for (const [field, value] of changed) {
    const kept =
      fieldOf(section, field)?.kind === 'secret' && typeof value?.value === 'string'
        ? await sealSecret(db, scope, keys, value.value)
        : value?.value;
    values.push({ id: newId(), field, own: value !== null, value: kept ?? null, mode: value?.mode ?? 'free' });
  }
  const change = { id: newId(), nodeId: place.id, tpath: place.tpath, version: version + 1, values };
  await insertChanges(db, scope, { section: name, begins: begins ?? place.now, reason }, [change], actor.userId);
  await writeDown(context, place, name, changed, own, { reason, begins });
  return sectionState(context, place, name, undefined);
}

/** The fields of a change, read and found sound each by itself; refused with all that is wrong. */
function soundFields(
  name: SectionName,
  wanted: WantedFields,
  { above, own, sealed }: { above: readonly queries.Told[]; own: ReadonlyMap<string, Stated>; sealed: boolean },
): WantedFields {
  const section = sectionOf(name);
  const faults: { field: string; code: ErrorCode }[] = [];
  const sound: Record<string, WantedValue> = {};
  for (const [field, value] of Object.entries(wanted)) {
    const declared = fieldOf(section, field);
    demand(declared, 'setting.unknownField', { errors: [fieldError(field, 'setting.unknownField')] });
    // a secret that nobody typed anew stays as it is, though it may come to bind those below
    const untyped = declared.kind === 'secret' && value?.value === null;
    const kept = untyped ? own.get(field) : undefined;
    if (untyped && !kept) continue;
    const parsed =
      value && !kept && !(sealed && declared.kind === 'secret') ? declared.shape.safeParse(value.value) : undefined;
    if (parsed && !parsed.success) {
      const [issue] = parsed.error.issues;
      faults.push({ field, code: issue && issue.message in errors ? (issue.message as ErrorCode) : 'field.invalid' });
      continue;
    }
    const read =
      value && kept
        ? { value: kept.value, mode: value.mode }
        : value && parsed?.success
          ? { value: parsed.data, mode: value.mode }
          : value;
    const fault = valueFault(
      section,
      field,
      read,
      above.filter((one) => one.field === field),
    );
    if (fault) throw new Refusal(fault, { errors: [fieldError(field, fault)] });
    sound[field] = read;
  }
  if (faults.length > 0)
    throw new Refusal('input.invalid', { errors: faults.map(({ field, code }) => fieldError(field, code)) });
  return sound;
}

/** The values in force after a change have to go together, whoever has set them. */
function demandTogether(
  name: SectionName,
  told: readonly queries.Told[],
  placeId: string,
  changed: WantedFields,
): void {
  const others = told.filter(({ nodeId, field }) => !(nodeId === placeId && field in changed));
  const [first, ...more] = faultsTogether(name, others, changed);
  if (first)
    throw new Refusal(first.code, { errors: [first, ...more].map(({ field, code }) => fieldError(field, code)) });
}

/** Why the values in force would not go together, once a place says this besides what else is said on the way down to it. */
export function faultsTogether(
  name: SectionName,
  stated: readonly Pick<queries.Told, 'section' | 'field' | 'value' | 'mode'>[],
  changed: WantedFields,
): readonly SectionFault[] {
  const { check } = sectionOf(name);
  if (!check) return [];
  const wanted = Object.entries(changed).flatMap(([field, value]) =>
    value ? [[name, field, value.value, value.mode] as const] : [],
  );
  const values = inForce([
    ...stated.map(({ section, field, value, mode }) => [section, field, value, mode] as const),
    ...wanted,
  ])(name);
  return check(values);
}

const fieldError = (field: string, code: ErrorCode) => ({
  path: `fields.${field}`,
  messageCode: code,
  message: errors[code].text,
});

/** Whether a place says this already. */
export const same = (own: Stated | undefined, wanted: WantedValue): boolean =>
  wanted === null
    ? own === undefined
    : own !== undefined && own.mode === wanted.mode && sameValue(own.value, wanted.value);

/** Writes down what was said before and what is said now; a secret is told by dots. */
export async function writeDown(
  { db, actor, origin }: Pick<Context, 'db' | 'actor' | 'origin'>,
  place: Pick<queries.SettingPlace, 'id' | 'tpath' | 'nodeType'>,
  name: SectionName,
  changed: readonly (readonly [field: string, value: WantedValue])[],
  own: ReadonlyMap<string, Stated>,
  { reason, begins, withdrawn }: { reason: string | null; begins?: string | undefined; withdrawn?: true },
): Promise<void> {
  await insertAudit(db, actor.scope, origin, {
    action: withdrawn ? 'setting.withdrawn' : begins ? 'setting.planned' : 'setting.changed',
    entity: place.nodeType === 'ORGANIZATION' || place.nodeType === 'GLOBAL' ? 'organisation' : 'node',
    entityId: place.id,
    tpath: place.tpath,
    actorId: actor.userId,
    sessionId: actor.sessionId,
    before: told(
      name,
      changed.map(([field]) => [field, own.get(field) ?? null]),
    ),
    after: { ...told(name, changed), ...(begins && { begins }) },
    ...(reason && { reason }),
  });
}

/** Fields under their full names, with the mode of those that bind. */
export const told = (
  name: SectionName,
  fields: readonly (readonly [field: string, value: WantedValue])[],
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(([field, value]): [string, unknown][] => [
      [
        `${name}.${field}`,
        value === null ? null : fieldOf(sectionOf(name), field)?.kind === 'secret' ? '••••' : value.value,
      ],
      ...(value && value.mode !== 'free' ? [[`${name}.${field}.mode`, value.mode] as [string, unknown]] : []),
    ]),
  );
