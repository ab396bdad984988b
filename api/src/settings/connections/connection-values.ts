import { resolveChain } from '@storeward/contract/settings/engine/effective-value';
import { keepsStored, parseValue } from '@storeward/contract/settings/kinds/registry';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import {
  fieldOf,
  type Section,
  type SectionConnection,
  type SectionError,
  type SettingMode,
} from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { ApiError, ensure } from '../../platform/errors.ts';
import type { AuthenticatedTransaction } from '../../platform/http/pipeline/context.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { fieldError } from '../field-errors.ts';
import type { DesiredFields } from '../policy.ts';
import * as queries from '../queries.ts';
import { decryptSecret, type EncryptedSecret } from '../secrets.ts';
import { secretEntryDate } from './connection-queries.ts';

/** The values of a connection by field as text, empty where there are none. */
export type ConnectionValues = Readonly<Record<string, string>>;

/** A value stored along the path of a node, or one of the request, which has no time yet. */
type Entry = {
  readonly nodeId: string;
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
  readonly since?: string;
};

type ConnectionSection = Section & { readonly connection: SectionConnection };

/** A section that describes a connection. Throws for others. */
export function connectionSection(name: SectionName): ConnectionSection {
  const section = sectionOf(name);
  const { connection } = section;
  ensure(connection, 'setting.noConnection');
  return { ...section, connection };
}

/**
 * The values that a connection would have with these changes, without its secret, which is undefined if it is stored but
 * must not be sent there.
 */
export async function connectionValues(
  { db, actor }: Pick<AuthenticatedTransaction, 'db' | 'actor'>,
  node: queries.SettingNode,
  name: SectionName,
  changes: DesiredFields,
  keys: Encryption,
): Promise<{ values: ConnectionValues; secret: string | undefined }> {
  const { scope } = actor;
  const section = connectionSection(name);
  const { secret, destination, required, optional } = section.connection;
  const typed = parseChanges(section, changes);
  const stored: Entry[] = await queries.listExplanations(db, scope, [node.id], [name], node.now);
  const kept = stored.filter(({ nodeId, field }) => nodeId !== node.id || !typed.has(field));
  const changed = [...typed].flatMap(([field, change]): Entry[] =>
    change ? [{ nodeId: node.id, field, ...change }] : [],
  );
  const current = [...kept, ...changed];
  const effectiveIn = (chain: readonly Entry[], field: string) => {
    const entries = chain.filter((entry) => entry.field === field);
    return entries[resolveChain(fieldOf(section, field)!, entries).effectiveIndex];
  };
  const effective = (field: string) => effectiveIn(current, field);

  const values = Object.fromEntries(
    [...required, ...optional].map((field) => [field, textOf(effective(field)?.value)] as const),
  );
  throwErrors(
    required.flatMap((field) => {
      const { errorCodes } = fieldOf(section, field)!;
      return values[field] ? [] : [{ field, code: errorCodes?.['field.required'] ?? 'field.required' }];
    }),
  );

  const found = effective(secret);
  if (!found || found.since === undefined) return { values, secret: textOf(found?.value) };
  // a user who may change the destination must not direct a secret there that was entered for another one
  const since = destination.flatMap((field) => effectiveIn(stored, field)?.since ?? []);
  const { nodeId, value } = found;
  const entered = await secretEntryDate(db, scope, { nodeId, section: name, field: secret, value }, since);
  if (entered === undefined) return { values, secret: undefined };
  const then: Entry[] = await queries.listExplanations(db, scope, [node.id], [name], entered);
  // the values in effect at the node of the secret, from the root down to it
  const chainThen = then.slice(0, then.findLastIndex((entry) => entry.nodeId === nodeId) + 1);
  const isEnteredFor = (field: string) =>
    sameValue(effective(field)?.value ?? null, effectiveIn(chainThen, field)?.value ?? null);
  if (!destination.every(isEnteredFor)) return { values, secret: undefined };
  const owner = { section: name, field: secret };
  return { values, secret: await decryptSecret(db, scope, keys, value as EncryptedSecret, owner) };
}

/** The parsed changes by field; null to inherit. Fields that keep their stored value are left out. */
function parseChanges(section: Section, changes: DesiredFields) {
  const errors: SectionError[] = [];
  const typed = new Map<string, { value: unknown; mode: SettingMode } | null>();
  for (const [field, change] of Object.entries(changes)) {
    const definition = fieldOf(section, field);
    ensure(definition, 'setting.unknownField', { errors: [fieldError(field, 'setting.unknownField')] });
    if (change && keepsStored(definition, change.value)) continue;
    const parsed = change && parseValue(definition, change.value);
    if (parsed && 'error' in parsed) errors.push({ field, code: parsed.error });
    else typed.set(field, parsed && change ? { value: parsed.value, mode: change.mode } : null);
  }
  throwErrors(errors);
  return typed;
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

function throwErrors(errors: readonly SectionError[]): void {
  if (errors.length === 0) return;
  throw new ApiError('input.invalid', { errors: errors.map(({ field, code }) => fieldError(field, code)) });
}
