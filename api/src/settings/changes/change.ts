import { emptiedLists, hasConsistencyRules, requiredCode } from '@storeward/contract/settings/field-conditions';
import { fieldOf, storedFieldOf } from '@storeward/contract/settings/section';
import type { StoredValue } from '@storeward/contract/settings/effective-value';
import type { ErrorCode } from '@storeward/contract/errors';
import { parseFieldName } from '@storeward/contract/settings/field-name';
import { auditValue, isSecret } from '@storeward/contract/settings/kinds/registry';
import type { SectionError } from '@storeward/contract/settings/section';
import type { SectionState } from '@storeward/contract/settings/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { insertAudit } from '../../audit/queries.ts';
import type { Context } from '../../platform/http/pipeline/context.ts';
import { ensure, ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Encryption } from '../../platform/security/encryption.ts';
import { insertChanges } from './change-queries.ts';
import { fieldError } from '../field-errors.ts';
import { fileErrors } from '../import/file-errors.ts';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';
import { toStoredFields } from '../inheritance/stored-fields.ts';
import { withHiddenValues } from '../lists/hidden-values.ts';
import { nodeKey, storedPath } from '../path-entries.ts';
import { type DesiredFields, type DesiredValue, isUnchanged, mayEdit } from '../policy.ts';
import * as queries from '../queries.ts';
import { effectiveValues } from '../resolve.ts';
import { encryptSecret } from '../secrets.ts';
import { sectionState } from '../section-state.ts';
import { sectionErrors } from '../section-errors.ts';

/** Locks a node for a change of its settings. Throws if the actor may not edit it or the version is stale. */
export async function lockNode(
  context: Context,
  id: string,
  name: SectionName,
  version: number | undefined,
): Promise<{ node: queries.SettingNode; version: number }> {
  const { db, actor } = context;
  const node = await queries.findSettingNode(db, actor.scope, id, { lock: true });
  ensure(node, 'node.unknown');
  const { nodeType } = node;
  const explanations =
    sectionOf(name).area === 'module' ? await queries.listExplanations(db, actor.scope, [id], [name], node.now) : [];
  const own = explanations.some(({ nodeId }) => nodeId === id);
  ensure(mayEdit(actor, sectionOf(name), { nodeType, own }), 'setting.notYours');
  const { version: current } = (await queries.findVersions(db, actor.scope, id, [name]))(name);
  if (version !== undefined && version !== current)
    throw new ApiError('record.stale', { current: await sectionState(context, node, name, undefined) });
  return { node, version: current };
}

/** The instant from which a change takes effect; undefined if immediately. */
export async function startOf(
  db: Context['db'],
  { timeZone, now }: Pick<queries.SettingNode, 'timeZone' | 'now'>,
  startsAt: string | null | undefined,
): Promise<string | undefined> {
  const begins = startsAt ? await queries.toInstant(db, startsAt, timeZone) : undefined;
  ensure(begins === undefined || Date.parse(begins) > Date.parse(now), 'setting.startPast');
  return begins;
}

type ChangeOptions = {
  readonly reason: string | null;
  readonly begins: string | undefined;
  /** The values come from storage: secrets are encrypted, and rows of lists are values of their own. */
  readonly fromStorage?: true;
};

/** Validates and writes a change of a locked node, with its audit record. Returns the new state of the section. */
export async function changeSection(
  context: Context,
  { node, version }: { node: queries.SettingNode; version: number },
  name: SectionName,
  desired: DesiredFields,
  { reason, begins, fromStorage }: ChangeOptions,
  keys: Encryption,
): Promise<SectionState> {
  const { db, actor } = context;
  const { scope } = actor;
  const section = sectionOf(name);
  // a planned change is validated against the values at its start
  const explanations = await queries.listExplanations(db, scope, [node.id], [name], begins ?? node.now);
  const above = explanations.filter(({ nodeId }) => nodeId !== node.id);
  const own = new Map(explanations.filter(({ nodeId }) => nodeId === node.id).map((entry) => [entry.field, entry]));
  const storedFields = fromStorage ? desired : toStoredFields(name, desired, explanations, node.id);
  const validFields = validateFields(name, storedFields, {
    above,
    own: [...own.values()],
    node: node.id,
    fromStorage: fromStorage === true,
  });
  const changed = Object.entries(validFields).filter(
    ([field, value]) => !isUnchanged(storedFieldOf(section, field), own.get(field), value),
  );
  if (changed.length === 0) return sectionState(context, node, name, undefined);

  const written = changed.flatMap(([field, value]) => (value ? [[field, value.value] as const] : []));
  throwFieldErrors(await fileErrors(db, scope, name, Object.fromEntries(written)));
  ensureConsistent(name, explanations, node.id, Object.fromEntries(changed));
  const values = [];
  for (const [field, value] of changed) {
    const definition = storedFieldOf(section, field);
    const storedValue =
      definition && isSecret(definition) && typeof value?.value === 'string'
        ? await encryptSecret(db, scope, keys, value.value, { section: name, field })
        : value?.value;
    values.push({ id: newId(), field, own: value !== null, value: storedValue ?? null, mode: value?.mode ?? 'free' });
  }
  const change = { id: newId(), nodeId: node.id, tpath: node.tpath, version: version + 1, values };
  await insertChanges(db, scope, { section: name, begins: begins ?? node.now, reason }, [change], actor.userId);
  await auditChange(context, node, name, withHiddenValues(name, changed, explanations), own, { reason, begins });
  return sectionState(context, node, name, undefined);
}

type ValidationContext = {
  readonly above: readonly queries.Explanation[];
  readonly own: readonly queries.Explanation[];
  readonly node: string;
  readonly fromStorage: boolean;
};

/** Parses and validates each field on its own. Throws one error with all invalid fields. */
function validateFields(
  section: SectionName,
  desired: DesiredFields,
  { above, own, node, fromStorage }: ValidationContext,
): DesiredFields {
  for (const name of Object.keys(desired))
    ensure(storedFieldOf(sectionOf(section), name), 'setting.unknownField', {
      errors: [fieldError(name, 'setting.unknownField')],
    });
  const byField = Map.groupBy(Object.entries(desired), ([name]) => parseFieldName(name).field);
  const validated = [...byField].map(([name, values]) => {
    const field = fieldOf(sectionOf(section), name)!;
    const path = { section, name, field, stored: storedPath(name, { above, own, node }) };
    return inheritanceOf(field).validate(path, Object.fromEntries(values), fromStorage);
  });
  throwFieldErrors(validated.flatMap(({ errors }) => errors));
  return Object.fromEntries(validated.flatMap(({ values }) => Object.entries(values)));
}

/** Throws one error with all invalid fields, with the first code that is more specific than "invalid value", if any. */
function throwFieldErrors(fieldErrors: readonly SectionError[]): void {
  if (fieldErrors.length === 0) return;
  const code: ErrorCode = fieldErrors.find((error) => !error.code.startsWith('field.'))?.code ?? 'input.invalid';
  throw new ApiError(code, { errors: fieldErrors.map((error) => fieldError(error.field, error.code)) });
}

/** Throws unless the effective values after the change are consistent, including inherited ones. */
function ensureConsistent(
  name: SectionName,
  explanations: readonly queries.Explanation[],
  targetId: string,
  changed: DesiredFields,
): void {
  const [first, ...more] = consistencyErrors(name, explanations, changed, targetId);
  if (!first) return;
  const details = { errors: [first, ...more].map(({ field, code }) => fieldError(field, code)) };
  throw new ApiError(first.code === requiredCode(sectionOf(name), first.field) ? 'input.invalid' : first.code, details);
}

type PathValue = Pick<queries.Explanation, 'section' | 'field' | 'value' | 'mode'> & {
  readonly nodeId?: string;
  readonly tpath?: string;
};

/**
 * The section's consistency errors for the effective values of a path with these changes at its last node; `targetKey`
 * identifies that node among the current values.
 */
export function consistencyErrors(
  name: SectionName,
  current: readonly PathValue[],
  changed: DesiredFields,
  targetKey: string,
): readonly SectionError[] {
  const section = sectionOf(name);
  if (!hasConsistencyRules(section)) return [];
  const desired = Object.entries(changed).flatMap(([field, value]) =>
    value ? [[name, field, value.value, value.mode, targetKey] as const] : [],
  );
  const toTuple = (entry: PathValue) => [name, entry.field, entry.value, entry.mode, nodeKey(entry)] as const;
  const others = current.filter((entry) => !(nodeKey(entry) === targetKey && entry.field in changed));
  const before = effectiveValues(current.map(toTuple))(name);
  const after = effectiveValues([...others.map(toTuple), ...desired])(name);
  return [...emptiedLists(section, { before, after }), ...sectionErrors(section, after)];
}

/** Writes the audit record of a change; secrets are masked. */
export async function auditChange(
  { db, actor, origin }: Pick<Context, 'db' | 'actor' | 'origin'>,
  node: Pick<queries.SettingNode, 'id' | 'tpath' | 'nodeType'>,
  name: SectionName,
  changed: readonly (readonly [field: string, value: DesiredValue])[],
  own: ReadonlyMap<string, StoredValue>,
  { reason, begins, withdrawn }: { reason: string | null; begins?: string | undefined; withdrawn?: true },
): Promise<void> {
  await insertAudit(db, actor.scope, origin, {
    action: withdrawn ? 'setting.withdrawn' : begins ? 'setting.planned' : 'setting.changed',
    entity: node.nodeType === 'ORGANIZATION' || node.nodeType === 'GLOBAL' ? 'organisation' : 'node',
    entityId: node.id,
    tpath: node.tpath,
    actorId: actor.userId,
    sessionId: actor.sessionId,
    before: auditFields(
      name,
      changed.map(([field]) => [field, own.get(field) ?? null]),
    ),
    after: { ...auditFields(name, changed), ...(begins && { begins }) },
    ...(reason && { reason }),
  });
}

/** Audit properties `section.field`, plus `section.field.mode` for restrictive values. */
export const auditFields = (
  name: SectionName,
  fields: readonly (readonly [field: string, value: DesiredValue])[],
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(([field, value]): [string, unknown][] => {
      if (value === null) return [[`${name}.${field}`, null]];
      const definition = storedFieldOf(sectionOf(name), field);
      return [
        [`${name}.${field}`, definition ? auditValue(definition, value.value) : value.value],
        ...(value.mode === 'free' ? [] : [[`${name}.${field}.mode`, value.mode] as [string, unknown]]),
      ];
    }),
  );
