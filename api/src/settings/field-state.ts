import { findBound, resolveChain } from '@storeward/contract/settings/engine/effective-value';
import { redact } from '@storeward/contract/settings/kinds/registry';
import type { NodeId } from '@storeward/contract/nodes';
import type { FieldState, PlannedValue } from '@storeward/contract/settings/engine/section-state';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import type * as queries from './queries.ts';

/** The explanation of a field that is inherited as a whole, from the values stored along the path. */
export function fieldState(
  definition: SettingField,
  targetId: string,
  explanations: readonly queries.Explanation[],
  planned: readonly PlannedValue[],
): FieldState {
  const above = explanations.filter(({ nodeId }) => nodeId !== targetId);
  const ownExplanation = explanations.find(({ nodeId }) => nodeId === targetId);
  const chain = ownExplanation ? [...above, ownExplanation] : above;
  const { applies, effectiveIndex } = resolveChain(definition, chain);
  const inheritedResult = resolveChain(definition, above);
  const inherited = above[inheritedResult.effectiveIndex];
  const effective = chain[effectiveIndex];
  const bound = findBound(definition, above);
  return {
    value: redact(definition, effective ? effective.value : definition.defaultValue),
    isSet: effective !== undefined,
    source: effective ? nodeRefOf(effective) : null,
    own: ownExplanation
      ? { ...storedFieldValue(definition, ownExplanation), inForce: effectiveIndex >= above.length }
      : null,
    inherited: {
      value: redact(definition, inherited ? inherited.value : definition.defaultValue),
      isSet: inherited !== undefined,
      source: inherited ? nodeRefOf(inherited) : null,
    },
    bound: bound
      ? {
          mode: bound.mode,
          value: redact(definition, bound.value),
          source: nodeRefOf(bound),
          since: bound.since,
        }
      : null,
    chain: chain.map((entry, index) => ({
      ...storedFieldValue(definition, entry),
      place: nodeRefOf(entry),
      inForce: applies[index] === true,
    })),
    coming: [...planned],
  };
}

const nodeRefOf = ({ nodeId, name, nodeType }: queries.Explanation) => ({ id: nodeId as NodeId, name, nodeType });
const storedFieldValue = (definition: SettingField, { value, mode, since, by, reason }: queries.Explanation) => ({
  value: redact(definition, value),
  mode,
  since,
  by,
  reason,
});
