const hanOrKana = /^[\u3005\u3006\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+$/;
const katakana = /^[\u30a0-\u30ff]+$/;

/**
 * The name of a person in the order of its own script, whatever the language of the reader: names in Chinese and Japanese
 * characters begin with the family name, all others, and foreign names in katakana, with the first name. Empty if both parts
 * are. The database function `full_name` follows the same rule.
 */
export function fullNameOf({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  const name = firstName + lastName;
  const isFamilyFirst = hanOrKana.test(name) && !katakana.test(name);
  return (isFamilyFirst ? `${lastName} ${firstName}` : `${firstName} ${lastName}`).trim();
}
