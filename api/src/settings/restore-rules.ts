import { parseFieldName } from '@storeward/contract/settings/field-name';
import { isRowWise } from '@storeward/contract/settings/kinds/list';
import { storedFieldOf } from '@storeward/contract/settings/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Actor } from '../platform/actor.ts';
import type { BulkNode, NodeValue } from './bulk-queries.ts';
import type { AncestorValue } from './bulk-snapshot.ts';
import { isForbiddenAbove } from './lists/list-checks.ts';
import { pathEntries } from './path-entries.ts';
import { type DesiredValue, mayBulkOverride, mayEdit, valueError } from './policy.ts';

/** What is stored for a section now: at a node, above it, and what of that restricts the node. */
type StoredSection = {
  readonly own: readonly NodeValue[];
  readonly above: readonly AncestorValue[];
  readonly bounds: readonly AncestorValue[];
};

/** Whether undoing a run may restore what was stored under a name before it. */
export function mayRestore(
  actor: Actor,
  node: BulkNode,
  section: SectionName,
  [name, previous]: readonly [name: string, previous: DesiredValue],
  { own, above, bounds }: StoredSection,
): boolean {
  const { field } = parseFieldName(name);
  const definition = storedFieldOf(sectionOf(section), name);
  const target = { nodeType: node.nodeType, own: own.length > 0 };
  if (!definition || !mayBulkOverride(actor) || !mayEdit(actor, sectionOf(section), target)) return false;
  if (isRowWise(definition)) {
    const stored = { above: pathEntries(field, above), own: pathEntries(field, own), node: node.tpath };
    return !isForbiddenAbove(field, definition, stored, { [name]: previous });
  }
  const fieldBounds = bounds.filter((entry) => entry.field === name);
  return valueError(sectionOf(section), name, previous, fieldBounds) === undefined;
}
