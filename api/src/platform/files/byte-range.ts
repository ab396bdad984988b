/** A part of a file, by the positions of its first and last byte. */
export type ByteRange = { readonly start: number; readonly end: number };

/** A single range of a request: from a byte to another or the end, or only the last bytes. */
export type RangeRequest = { readonly start: number; readonly end?: number } | { readonly last: number };

/**
 * Reads a `Range` header (RFC 9110, 14.2). Several ranges, another unit and invalid headers are ignored, as the RFC
 * allows: the whole file is then sent.
 */
export function parseRange(header: string | undefined): RangeRequest | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? undefined : { last: Number(last) };
  if (last === '') return { start: Number(first) };
  return Number(last) < Number(first) ? undefined : { start: Number(first), end: Number(last) };
}

/** The requested part of a file; undefined for the whole file. */
export function rangeOf(range: RangeRequest | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  if (!range) return undefined;
  const start = 'last' in range ? Math.max(0, size - range.last) : range.start;
  const end = Math.min('last' in range ? size - 1 : (range.end ?? size - 1), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}

/** The header that requests a range. */
export const rangeHeader = (range: RangeRequest): string =>
  `bytes=${'last' in range ? `-${range.last}` : `${range.start}-${range.end ?? ''}`}`;
