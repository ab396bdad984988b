import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { storedFieldOf } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Actor } from '../../platform/actor.ts';
import type { BulkNode, NodeValue } from '../bulk/bulk-queries.ts';
import type { AncestorValue } from '../bulk/bulk-snapshot.ts';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';
import { pathEntries, storedPath } from '../path-entries.ts';
import { type DesiredValue, mayBulkEdit } from '../policy.ts';

/** The stored values of a section: at a node, above it, and those above that restrict the node. */
type StoredSection = {
  readonly own: readonly NodeValue[];
  readonly above: readonly AncestorValue[];
  readonly bounds: readonly AncestorValue[];
};

/** Whether undoing a run may restore the previous value of a stored name. */
export function mayRestore(
  actor: Actor,
  node: BulkNode,
  section: SectionName,
  [name, previous]: readonly [name: string, previous: DesiredValue],
  { own, above, bounds }: StoredSection,
): boolean {
  const definition = storedFieldOf(sectionOf(section), name);
  const target = { nodeType: node.nodeType, own: own.length > 0 };
  if (!definition || !mayBulkEdit(actor, sectionOf(section), target)) return false;
  const { field } = parseFieldName(name);
  const path = { section, name: field, field: definition, stored: storedPath(field, { above, own, node: node.tpath }) };
  return inheritanceOf(definition).mayRestore(path, { [name]: previous }, pathEntries(field, bounds));
}
