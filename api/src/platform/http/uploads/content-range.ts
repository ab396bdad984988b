import type { FastifyRequest } from 'fastify';
import { ensure } from '../../errors.ts';

/** The part of a file that a request sends; without `first` it sends none and queries how much has been received. */
export type SentRange = { readonly first?: number; readonly last: number; readonly total: number };

/** Reads the header `Content-Range` of a request (RFC 9110, 14.5); undefined without one. */
export function sentRange({ headers }: FastifyRequest): SentRange | undefined {
  const header = headers['content-range'];
  if (header === undefined) return undefined;
  const [, , first, last, size] = /^bytes (\*|(\d{1,15})-(\d{1,15}))\/(\d{1,15})$/.exec(header) ?? [];
  const total = Number(size);
  ensure(total > 0, 'input.malformed');
  if (first === undefined) return { last: total - 1, total };
  const range = { first: Number(first), last: Number(last), total };
  ensure(range.first <= range.last && range.last < total, 'input.malformed');
  return range;
}
