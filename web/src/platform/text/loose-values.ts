// reads values whose kind only their definition knows

export const isUnset = (value: unknown) => value === null || value === undefined || value === '';

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The properties of an object; none of any other value. */
export const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
