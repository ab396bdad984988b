import type { AreaInput, SectionState } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import type { Context } from '../../platform/http/pipeline/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { changeSection, lockNode, startOf } from './change.ts';
import { deleteDraft } from './draft-queries.ts';
import { sectionStates } from '../section-state.ts';

/**
 * Changes several sections of a node. The errors of all of them are reported together, and with any of them nothing is
 * stored, as the transaction is rolled back. Returns the new states.
 */
export async function changeSections(
  context: Context,
  id: string,
  { sections, reason, startsAt }: AreaInput,
  keys: Encryption,
): Promise<SectionState[]> {
  const { db, actor } = context;
  const changes = Object.entries(sections).map(([name, change]) => [name as SectionName, change] as const);
  const locked = new Map<SectionName, Awaited<ReturnType<typeof lockNode>>>();
  for (const [name] of changes) locked.set(name, await lockNode(context, id, name, undefined));
  const { node } = locked.values().next().value!;
  const stale = changes.flatMap(([name, { version }]) =>
    version !== undefined && locked.get(name)?.version !== version ? [name] : [],
  );
  if (stale.length > 0)
    throw new ApiError('record.stale', { current: await sectionStates(context, node, stale, undefined) });

  const begins = await startOf(db, node, startsAt);
  const states: SectionState[] = [];
  const failures: { readonly name: SectionName; readonly error: ApiError }[] = [];
  for (const [name, { fields }] of changes) {
    if (Object.keys(fields).length > 0) await deleteDraft(db, actor.scope, id, name, actor.userId);
    try {
      states.push(
        await changeSection(context, locked.get(name)!, name, fields, { reason: reason || null, begins }, keys),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || !error.details.errors) throw error;
      failures.push({ name, error });
    }
  }
  if (failures.length === 0) return states;
  const code = failures.find(({ error }) => error.code !== 'input.invalid')?.error.code ?? 'input.invalid';
  throw new ApiError(code, {
    errors: failures.flatMap(({ name, error }) =>
      (error.details.errors ?? []).map((one) => ({ ...one, path: `sections.${name}.${one.path}` })),
    ),
  });
}
