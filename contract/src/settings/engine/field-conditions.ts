import { errorCodeOf } from '../kinds/registry.ts';
import { sameValue } from './same-value.ts';
import type { ErrorCode } from '../../errors.ts';
import {
  checkValues,
  type EffectiveValues,
  fieldOf,
  rowWiseLists,
  type Section,
  type SectionError,
  wholeFields,
} from './section.ts';

const valueOf = (section: Section, values: EffectiveValues, name: string): unknown =>
  values[name] ?? fieldOf(section, name)?.defaultValue;

/**
 * Whether a field is active with these effective values: the fields that its condition names are active themselves and
 * have one of the accepted values. The value of an inactive field stays stored and applies once the field is active
 * again.
 */
export const isActive = (section: Section, name: string, values: EffectiveValues): boolean =>
  Object.entries(fieldOf(section, name)?.when ?? {}).every(([other, accepted]) => {
    const value = valueOf(section, values, other);
    const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
    return (
      isActive(section, other, values) && chosen.some((one) => accepted.some((candidate) => sameValue(candidate, one)))
    );
  });

/** The values of the active fields. */
export const activeValues = (section: Section, values: EffectiveValues): EffectiveValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isActive(section, name, values)));

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const isMissing = (section: Section, values: EffectiveValues, name: string): boolean =>
  fieldOf(section, name)?.required === true &&
  isEmpty(valueOf(section, values, name)) &&
  isActive(section, name, values);

/** The code of a required field without a value. */
export const requiredCode = (section: Section, name: string): ErrorCode =>
  errorCodeOf(fieldOf(section, name) ?? {}, 'field.required');

/** The required fields that are active and have no effective value, except row-wise lists, which may begin empty. */
export const missingFields = (section: Section, values: EffectiveValues): readonly string[] =>
  wholeFields(section).flatMap(([name]) => (isMissing(section, values, name) ? [name] : []));

/** The errors of required row-wise lists that are active and have no rows after a change, though nothing was missing before. */
export const emptiedLists = (
  section: Section,
  { before, after }: { before: EffectiveValues; after: EffectiveValues },
): readonly SectionError[] =>
  rowWiseLists(section).flatMap(([field]) =>
    isMissing(section, after, field) && !isMissing(section, before, field)
      ? [{ field, code: requiredCode(section, field) }]
      : [],
  );

/** The errors of a node's effective values: required fields without a value, and the section's own checks. */
export const sectionErrorsOf = (section: Section, values: EffectiveValues): readonly SectionError[] => [
  ...missingFields(section, values).map((field) => ({ field, code: requiredCode(section, field) })),
  ...checkValues(section, activeValues(section, values)),
];

/** Whether values of the section can be inconsistent at all. */
export const hasConsistencyRules = ({ checks, fields }: Section): boolean =>
  checks !== undefined || Object.values(fields).some(({ required }) => required);
