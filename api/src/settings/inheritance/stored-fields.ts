import { fieldOf } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { ensure } from '../../platform/errors.ts';
import { fieldError } from '../field-errors.ts';
import { pathEntries } from '../path-entries.ts';
import type { DesiredFields } from '../policy.ts';
import type { Explanation } from '../queries.ts';
import { inheritanceOf } from './field-inheritance.ts';

/** Converts the fields of a request to the values to store at a node, by stored name. */
export function toStoredFields(
  section: SectionName,
  fields: DesiredFields,
  explanations: readonly Explanation[],
  nodeId: string,
): DesiredFields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, desired]) => {
      const field = fieldOf(sectionOf(section), name);
      ensure(field, 'setting.unknownField', { errors: [fieldError(name, 'setting.unknownField')] });
      return inheritanceOf(field).toStored(name, field, desired, pathEntries(name, explanations), nodeId);
    }),
  );
}
