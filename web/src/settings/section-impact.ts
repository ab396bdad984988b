import { useDebouncedValue } from '@mantine/hooks';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import type { SectionState } from '@storeward/contract/settings/section-state';
import { useQuery } from '@tanstack/react-query';
import { impactQuery } from './queries.ts';
import { type SectionInput, toRequestFields } from './section-edit.ts';
import { fieldDefinition } from './section-labels.ts';

/** The stores that the changed fields would reach, and those that would keep other values; undefined until known. */
export function useImpact({ place, section }: SectionState, input: SectionInput, changed: readonly string[]) {
  const fields = Object.fromEntries(
    Object.entries(toRequestFields(input, changed)).map(([field, desired]) => [
      field,
      // what a secret is makes no difference, so it is not sent
      desired && isSecret(fieldDefinition(section, field)) ? { ...desired, value: 'secret' } : desired,
    ]),
  );
  const [debouncedFields] = useDebouncedValue(fields, 300);
  const { data } = useQuery({
    ...impactQuery(place.id, section, debouncedFields),
    enabled: place.nodeType !== 'STORE' && Object.keys(debouncedFields).length > 0,
    placeholderData: (previous) => previous,
    meta: { quiet: true },
  });
  return changed.length > 0 && data
    ? { apart: data.storesApart, reached: data.storeCount - data.storesApart }
    : undefined;
}
