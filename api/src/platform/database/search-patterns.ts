import { normalised } from '@storeward/contract/fields';
import { searchWords } from '@storeward/contract/search';
import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from './cursor-pagination.ts';

/** The separators of the alternatives of one pattern, and of the patterns of one text; no pattern contains either. */
const or = '\t';
const and = '\n';

/**
 * One LIKE pattern per word of a search. Until all search texts have the current normalisation, a word that the earlier
 * one normalises differently has both forms as alternatives.
 */
export function searchPatterns(search: string): string[] {
  const words = search.split(/\s+/u).flatMap((word) => {
    const [present] = searchWords(word);
    return present === undefined ? [] : [[...new Set([present, normalised(word)])].map(containsPattern).join(or)];
  });
  // a search of punctuation only matches no text
  return words.length > 0 ? [...new Set(words)] : [containsPattern(normalised(search))];
}

/** The same as one text, for database functions that take a pattern; null without a search. */
export const searchPattern = (search: string): string | null => (search ? searchPatterns(search).join(and) : null);

/** SQL condition: the search text contains all words of the search. */
export const isFound = (text: RawBuilder<unknown>, search: string): RawBuilder<unknown> =>
  search === ''
    ? sql`true`
    : sql.join(
        searchPatterns(search).map(
          (pattern) =>
            sql`(${sql.join(
              pattern.split(or).map((one) => sql`${text} like ${one}`),
              sql` or `,
            )})`,
        ),
        sql` and `,
      );

/** The beginning of an SQL order: rows come first that have exactly the searched text in one of these normalised columns. */
export const exactFirst = (search: string, ...columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  search === ''
    ? sql``
    : sql`(${sql.join(
        columns.map((column) => sql`${column} = ${normalised(search)}`),
        sql` or `,
      )}) desc, `;
