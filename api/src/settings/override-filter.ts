import { isRowWise } from '@storeward/contract/settings/kinds/list';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/section';
import { ensure } from '../platform/errors.ts';

/** Whether overrides of a field can be found by their value. That of a secret must not be guessed. */
export const isFilterable = (field: SettingField): boolean => !isSecret(field) && !isRowWise(field);

/** A value as JSON that the database accepts: it stores neither null characters nor halves of surrogate pairs. */
export function toStoredJson(value: unknown): string {
  const json = JSON.stringify(value);
  ensure(!/\\u(0000|d[89a-f])/i.test(json), 'input.invalid');
  return json;
}
