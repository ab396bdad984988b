import { type Page, pageSizes } from '@storeward/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../errors.ts';

/** The number of rows of all pages; an estimate above `exactCountLimit`. */
export type TotalCount = { readonly total: number; readonly totalIsEstimate?: true };

/**
 * Cursor pagination (by keyset): the end of a page, as sort value and id of its last row, and the total count, so that the
 * next page need not count again.
 */
export type Cursor = { readonly after: string; readonly id: string; readonly totalCount?: TotalCount };

/** Encodes a cursor together with the sort order that it is valid for. */
export const encodeCursor = (order: string, { after, id, totalCount }: Cursor): string =>
  Buffer.from(JSON.stringify([order, after, id, totalCount?.total, totalCount?.totalIsEstimate])).toString('base64url');

/** Throws `input.badCursor` for a malformed cursor or one of another sort order. */
export function decodeCursor(text: string | undefined, order: string): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const [cursorOrder, after, id, total, estimated] = JSON.parse(
      Buffer.from(text, 'base64url').toString(),
    ) as unknown[];
    if (cursorOrder === order && typeof after === 'string' && typeof id === 'string' && /^[\da-f-]{36}$/.test(id)) {
      if (!Number.isSafeInteger(total) || Number(total) < 0) return { after, id };
      return { after, id, totalCount: { total: Number(total), ...(estimated === true && { totalIsEstimate: true }) } };
    }
  } catch {
    // falls through to the error
  }
  throw new ApiError('input.badCursor');
}

/**
 * The SQL LIMIT of a page: one row more than its size, to detect a next page. The standard sizes are literals, so that the
 * generic plan knows that few rows are needed; others are parameters, which limits the number of prepared statements.
 */
export const limitPlusOne = (limit: number): RawBuilder<unknown> =>
  pageSizes.some((size) => size === limit) ? sql.lit(limit + 1) : sql`${limit + 1}`;

/** Creates a page from rows that were selected with `limitPlusOne`. */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  totalCount: TotalCount,
  next: (last: R) => string,
  toResult: (row: R) => T,
): Page<T> {
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    result: pageRows.map(toResult),
    ...totalCount,
    ...(rows.length > limit && last !== undefined ? { next: next(last) } : {}),
  };
}

/** The LIKE pattern for a text anywhere within another, with wildcards escaped. */
export const containsPattern = (text: string): string =>
  `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
