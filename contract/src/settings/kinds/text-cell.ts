/** Cell keywords: `inherit` removes the node's own value, `none` stores null. */
export const cellKeywords = { inherit: 'inherit', none: 'none' } as const;

const isKeyword = (value: string) => (Object.values(cellKeywords) as string[]).includes(value.toLowerCase());

/** Formats a text as it is, and any other value as JSON. Text that would be parsed otherwise is quoted. */
export function textCell(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  // quotes text that would be parsed as a keyword, JSON, trimmed text or an empty cell
  return isKeyword(value) || /^["{]|^\s|\s$|^$/.test(value) ? JSON.stringify(value) : value;
}

/** Parses quoted text and JSON objects; other text stays as it is. */
export const parseTextCell = (cell: string): unknown => (/^["{]/.test(cell) ? parseJson(cell) : cell);

/** The value of a JSON text; the text itself if it is not JSON. */
export function parseJson(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
