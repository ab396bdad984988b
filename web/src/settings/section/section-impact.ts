import { useDebouncedValue } from '@mantine/hooks';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { useQuery } from '@tanstack/react-query';
import { type AreaInput, inputName, sectionInputOf } from './area-edit.ts';
import { ApiError } from '../../platform/api/api.ts';
import { type AreaFields, impactQuery } from '../queries.ts';
import { toRequestFields } from './section-edit.ts';
import { fieldDefinition } from './section-labels.ts';

/** The changed fields in the form of a request; the value of a secret does not affect the result, so it is not sent. */
function changedFields(states: readonly SectionState[], input: AreaInput, changed: ReadonlySet<string>): AreaFields {
  const changes = states.flatMap((state): (readonly [SectionName, NonNullable<AreaFields[SectionName]>])[] => {
    const names = Object.keys(state.fields).filter((field) => changed.has(inputName(state.section, field)));
    const fields = toRequestFields(sectionInputOf(state, input), names);
    for (const [field, desired] of Object.entries(fields))
      if (desired && isSecret(fieldDefinition(state.section, field))) fields[field] = { ...desired, value: 'secret' };
    return names.length > 0 ? [[state.section, { fields }]] : [];
  });
  return Object.fromEntries(changes);
}

/**
 * The stores and the planned changes below that the changed fields would affect: undefined until loaded, and if there are too many
 * values to count.
 */
export function useImpact(states: readonly SectionState[], input: AreaInput, changed: readonly string[]) {
  const { place } = states[0]!;
  const [sections] = useDebouncedValue(changedFields(states, input, new Set(changed)), 300);
  const { data, error } = useQuery({
    ...impactQuery(place.id, sections),
    enabled: place.nodeType !== 'STORE' && Object.keys(sections).length > 0,
    placeholderData: (previous) => previous,
    meta: { quiet: true },
  });
  const isUncounted = changed.length > 0 && error instanceof ApiError && error.code === 'setting.tooManyValues';
  if (changed.length === 0 || isUncounted || !data) return { isUncounted };
  return {
    isUncounted,
    affectedStores: { ...data, apart: data.storesApart, reached: data.storeCount - data.storesApart },
  };
}
