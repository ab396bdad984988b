import { resolveChain } from '@storeward/contract/settings/engine/effective-value';
import { redact } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import type { Override } from '@storeward/contract/settings/engine/section-state';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import * as queries from '../queries.ts';
import { countOverrides, listOverrides } from './radar-queries.ts';

/** A page of the nodes below one that override a field, with one row more than `limit`. */
export async function listFieldOverrides(
  db: Db,
  scope: Scope,
  node: queries.SettingNode,
  definition: SettingField,
  filter: {
    section: SectionName;
    field: string;
    search: string;
    value: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ rows: Override[]; total: { total: number; totalIsEstimate?: true } }> {
  const [overrides, total] = await Promise.all([
    listOverrides(db, scope, node, filter),
    countOverrides(db, scope, node, filter),
  ]);
  const ids = overrides.map(({ place }) => place.id);
  const explanations = await queries.listExplanations(db, scope, ids, [filter.section], node.now);
  const rows = overrides.map((row) => {
    const chain = explanations.filter((entry) => entry.forNode === row.place.id && entry.field === filter.field);
    const own = chain.findIndex(({ nodeId }) => nodeId === row.place.id);
    const inForce = resolveChain(definition, chain).applies[own] === true;
    return { ...row, value: redact(definition, row.value), inForce };
  });
  return { rows, total };
}
