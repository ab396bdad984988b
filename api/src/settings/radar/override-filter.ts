import { isSecret } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { ensure } from '../../platform/errors.ts';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';

/** Whether overrides of a field can be found by value. Not for secrets, which could be guessed that way. */
export const isFilterable = (field: SettingField): boolean =>
  !isSecret(field) && inheritanceOf(field).overridesBy === 'value';

/** A value as JSON that the database accepts: it cannot store null characters or unpaired surrogates. */
export function toStoredJson(value: unknown): string {
  const json = JSON.stringify(value);
  ensure(!/\\u(0000|d[89a-f])/i.test(json), 'input.invalid');
  return json;
}
