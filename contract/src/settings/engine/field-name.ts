/** The name under which the operation of a row is stored: like a field of its own. */
export const rowFieldName = (field: string, rowId: string): string => `${field}/${rowId}`;

/** The field and the row of a stored name; the row is undefined for a name without one. */
export function parseFieldName(name: string): { readonly field: string; readonly row: string | undefined } {
  const separator = name.indexOf('/');
  return separator < 0
    ? { field: name, row: undefined }
    : { field: name.slice(0, separator), row: name.slice(separator + 1) };
}
