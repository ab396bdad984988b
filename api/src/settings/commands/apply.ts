import type { NodeType } from '@storeward/contract/access';
import { auditValue, isSecret } from '@storeward/contract/settings/kinds/registry';
import { storedFieldOf } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { insertAudits } from '../../audit/queries.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Context } from '../../platform/http/pipeline/context.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { insertChanges, type NewChange, type NewValue } from '../changes/change-queries.ts';
import type { DesiredFields } from '../policy.ts';
import { encryptSecret } from '../secrets.ts';
import type { SectionUpdate } from './plan.ts';

export type ChangedNode = { readonly id: string; readonly tpath: string; readonly nodeType: NodeType };

/** The planned changes of one node, with the versions that its sections get. */
export type NodeChange<Node extends ChangedNode = ChangedNode> = {
  readonly node: Node;
  readonly updates: readonly (SectionUpdate & { readonly version: number })[];
};

type ChangeDetails = {
  /** When the changes take effect. */
  readonly begins: string;
  /** Whether that is later than now. */
  readonly planned?: boolean;
  readonly reason: string | null;
  readonly runId?: string;
  /** Needed where a secret may be among the values. */
  readonly keys?: Encryption;
};

type ChangeContext = Pick<Context, 'db' | 'actor' | 'origin'>;

/** Writes planned changes section by section with their audit records. Returns the change ids of each node by section. */
export async function applySettings(
  context: ChangeContext,
  changes: readonly NodeChange[],
  details: ChangeDetails,
): Promise<Record<string, string>[]> {
  const { db, actor } = context;
  const { begins, reason, runId } = details;
  const changeIds: Record<string, string>[] = changes.map(() => ({}));
  for (const section of sectionNames) {
    const newChanges: NewChange[] = [];
    for (const [index, { node, updates }] of changes.entries()) {
      const update = updates.find((entry) => entry.section === section);
      if (!update) continue;
      const id = newId();
      changeIds[index]![section] = id;
      const values = await newValues(context, section, update.after, details.keys);
      newChanges.push({ id, nodeId: node.id, tpath: node.tpath, version: update.version, values });
    }
    if (newChanges.length === 0) continue;
    const common = { section, begins, reason, ...(runId && { runId }) };
    await insertChanges(db, actor.scope, common, newChanges, actor.userId);
  }
  await auditSettings(context, changes, details);
  return changeIds;
}

/** The values of a change as they are stored: secrets encrypted. */
async function newValues(
  { db, actor }: ChangeContext,
  section: SectionName,
  after: DesiredFields,
  keys: Encryption | undefined,
): Promise<NewValue[]> {
  const values: NewValue[] = [];
  for (const [field, desired] of Object.entries(after)) {
    const definition = storedFieldOf(sectionOf(section), field);
    const isPlain = definition && isSecret(definition) && typeof desired?.value === 'string';
    if (isPlain && !keys) throw new Error(`the secret ${section}.${field} cannot be encrypted here`);
    const value =
      isPlain && keys
        ? await encryptSecret(db, actor.scope, keys, desired.value, { section, field })
        : (desired?.value ?? null);
    values.push({ id: newId(), field, own: desired !== null, value, mode: desired?.mode ?? 'free' });
  }
  return values;
}

/** Writes one audit record for each section of each node; secrets are masked. */
export async function auditSettings(
  { db, actor, origin }: ChangeContext,
  changes: readonly { node: ChangedNode; updates: readonly Omit<SectionUpdate, 'after'>[] }[],
  { begins, planned = false, withdrawn = false, reason, runId }: ChangeDetails & { readonly withdrawn?: boolean },
): Promise<void> {
  const records = changes.flatMap(({ node, updates }) =>
    updates.map(({ section, before, audited }) => ({
      action: withdrawn
        ? ('setting.withdrawn' as const)
        : planned
          ? ('setting.planned' as const)
          : ('setting.changed' as const),
      entity: node.nodeType === 'ORGANIZATION' || node.nodeType === 'GLOBAL' ? 'organisation' : 'node',
      entityId: node.id,
      tpath: node.tpath,
      actorId: actor.userId,
      sessionId: actor.sessionId,
      before: auditFields(section, before),
      after: { ...auditFields(section, audited), ...((planned || withdrawn) && { begins }) },
      ...(runId && { runId }),
      ...(reason && { reason }),
    })),
  );
  await insertAudits(db, actor.scope, origin, records);
}

/** Audit properties `section.field`, plus `section.field.mode` for restrictive values. */
const auditFields = (section: SectionName, fields: DesiredFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]): [string, unknown][] => {
      if (value === null) return [[`${section}.${field}`, null]];
      const definition = storedFieldOf(sectionOf(section), field);
      return [
        [`${section}.${field}`, definition ? auditValue(definition, value.value) : value.value],
        ...(value.mode === 'free' ? [] : [[`${section}.${field}.mode`, value.mode] as [string, unknown]]),
      ];
    }),
  );
