import { type ErrorCode, errors } from '@storeward/contract/errors';
import { splitOffset } from '@storeward/contract/reference/local-time';
import { requiredCode } from '@storeward/contract/settings/engine/field-conditions';
import type { SectionError } from '@storeward/contract/settings/engine/section';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Context } from '../../platform/http/pipeline/context.ts';
import { ApiError, ensure } from '../../platform/errors.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { createYield } from '../../platform/time-slices.ts';
import { applySettings } from '../commands/apply.ts';
import { fileErrors } from '../commands/file-errors.ts';
import { changesAnything, planSection } from '../commands/plan.ts';
import { fieldError } from '../field-errors.ts';
import { toStoredFields } from '../inheritance/stored-fields.ts';
import { type DesiredFields, mayEdit } from '../policy.ts';
import * as queries from '../queries.ts';
import { sectionState } from '../section-state.ts';

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
  if (!startsAt) return undefined;
  const isPossible = !splitOffset(startsAt).offset || (await queries.hasOffset(db, startsAt, timeZone));
  const code = 'setting.startOffset';
  ensure(isPossible, code, { errors: [{ path: 'startsAt', messageCode: code, message: errors[code].text }] });
  const begins = await queries.toInstant(db, startsAt, timeZone);
  ensure(Date.parse(begins) > Date.parse(now), 'setting.startPast');
  return begins;
}

type ChangeOptions = {
  readonly reason: string | null;
  readonly begins: string | undefined;
  /** The values come from storage: secrets are encrypted, and rows of lists are values of their own. */
  readonly fromStorage?: boolean;
};

/** Validates and writes a change of a locked node, with its audit record. Returns the new state of the section. */
export async function changeSection(
  context: Context,
  { node, version }: { node: queries.SettingNode; version: number },
  name: SectionName,
  desired: DesiredFields,
  { reason, begins, fromStorage = false }: ChangeOptions,
  keys: Encryption,
): Promise<SectionState> {
  const { db, actor } = context;
  // a planned change is validated against the values at its start
  const explanations = await queries.listExplanations(db, actor.scope, [node.id], [name], begins ?? node.now);
  const [own, above] = partition(explanations, ({ nodeId }) => nodeId === node.id);
  const yieldIfDue = createYield(); // a list of a thousand rows takes long
  const storedFields = fromStorage ? desired : toStoredFields(name, desired, explanations, node.id);
  await yieldIfDue();
  const {
    errors: wrong,
    conflicts,
    update,
  } = planSection({ section: name, above, own, node: node.id }, storedFields, {
    fromStorage,
  });
  await yieldIfDue();
  throwFieldErrors(wrong);
  if (!changesAnything(update)) return sectionState(context, node, name, undefined);
  const [ofFiles = []] = await fileErrors(db, actor.scope, [update]);
  throwFieldErrors(ofFiles);
  throwConflicts(name, conflicts);
  const planned = begins !== undefined;
  const details = { begins: begins ?? node.now, planned, reason, keys };
  await applySettings(context, [{ node, updates: [{ ...update, version: version + 1 }] }], details);
  return sectionState(context, node, name, undefined);
}

const partition = <T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] => [
  items.filter(test),
  items.filter((item) => !test(item)),
];

/** Throws one error with all invalid fields, with the first code that is more specific than "invalid value", if any. */
function throwFieldErrors(fieldErrors: readonly SectionError[]): void {
  if (fieldErrors.length === 0) return;
  const code: ErrorCode = fieldErrors.find((error) => !error.code.startsWith('field.'))?.code ?? 'input.invalid';
  throw new ApiError(code, { errors: fieldErrors.map((error) => fieldError(error.field, error.code)) });
}

/** Throws if the effective values after the change would not be consistent, including inherited ones. */
function throwConflicts(name: SectionName, [first, ...more]: readonly SectionError[]): void {
  if (!first) return;
  const details = { errors: [first, ...more].map(({ field, code }) => fieldError(field, code)) };
  throw new ApiError(first.code === requiredCode(sectionOf(name), first.field) ? 'input.invalid' : first.code, details);
}
