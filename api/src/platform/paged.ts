import { type Page, pageSizes } from '@storeward/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from './errors.ts';

/** How many rows a list holds in all. */
export type Counted = { readonly total: number; readonly totalIsEstimate?: true };

/** Where a page ended: the value its last row is sorted by, and that row's id; and how many there are, where the next page is not to count them anew. */
export type Cursor = { readonly after: string; readonly id: string; readonly counted?: Counted };

/** Writes down where a page ended, together with the order it holds for. */
export const cursorFor = (order: string, { after, id, counted }: Cursor): string =>
  Buffer.from(JSON.stringify([order, after, id, counted?.total, counted?.totalIsEstimate])).toString('base64url');

/** Reads where the last page ended; refuses one made for another order, or by somebody else's hand. */
export function readCursor(text: string | undefined, order: string): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const [madeFor, after, id, total, estimated] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (madeFor === order && typeof after === 'string' && typeof id === 'string' && /^[\da-f-]{36}$/.test(id)) {
      if (!Number.isSafeInteger(total) || Number(total) < 0) return { after, id };
      return { after, id, counted: { total: Number(total), ...(estimated === true && { totalIsEstimate: true }) } };
    }
  } catch {
    // falls through to the refusal
  }
  throw new Refusal('input.badCursor');
}

/**
 * How many rows to ask for: one more than wanted. The usual sizes stand in the text, so that the one plan made for it
 * knows that only a few rows are wanted; any other comes as a value, so that nobody makes up endless texts.
 */
export const oneMoreThan = (limit: number): RawBuilder<unknown> =>
  pageSizes.some((size) => size === limit) ? sql.lit(limit + 1) : sql`${limit + 1}`;

/** Makes a page of rows of which one more than wanted was asked for: that one only tells that there is a next page. */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  counted: Counted,
  next: (last: R) => string,
  shape: (row: R) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    result: shown.map(shape),
    ...counted,
    ...(rows.length > limit && last !== undefined ? { next: next(last) } : {}),
  };
}

/** The pattern that finds a text anywhere within another; the signs that mean something in patterns are taken at their word. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
