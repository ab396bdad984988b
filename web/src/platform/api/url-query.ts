import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type * as z from 'zod/mini';

type RawQuery = Record<string, unknown>;
type Issue = { readonly path: readonly PropertyKey[]; readonly keys?: readonly string[] };

/**
 * The URL's query validated by a schema of the contract, and a setter that merges changes into the URL. Invalid
 * parameters count as absent.
 */
export function useUrlQuery<S extends z.ZodMiniObject>(
  schema: S,
): [z.output<S>, (change: Partial<z.input<S>>, options?: { replace?: boolean }) => void] {
  const rawQuery: RawQuery = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useMemo(() => parseQuery(schema, rawQuery), [schema, rawQuery]);
  const change = useCallback(
    (parameters: Partial<z.input<S>>, { replace = false } = {}) => {
      const search = (before: RawQuery) => withoutEmpty({ ...before, ...parameters });
      void navigate({ to: '.', search, replace });
    },
    [navigate],
  );
  return [query, change];
}

/** Parses query parameters and drops those that the schema rejects. */
export function parseQuery<S extends z.ZodMiniObject>(schema: S, rawQuery: RawQuery): z.output<S> {
  const parsed = schema.safeParse(rawQuery);
  if (parsed.success) return parsed.data;
  const invalid = new Set(parsed.error.issues.flatMap((issue) => parameterNames(issue as Issue)));
  const rest = Object.entries(rawQuery).filter(([name]) => !invalid.has(name));
  return schema.parse(rest.length === Object.keys(rawQuery).length ? {} : Object.fromEntries(rest));
}

const parameterNames = ({ path, keys }: Issue): string[] => (path.length > 0 ? [String(path[0])] : [...(keys ?? [])]);

const withoutEmpty = (query: RawQuery): RawQuery =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));

/** Parses a query string to plain strings, one per name. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** The query as text with its question mark; empty without parameters. */
export function stringifySearch(query: RawQuery): '' | `?${string}` {
  const entries = Object.entries(withoutEmpty(query)).map(([name, value]) => [name, String(value)]);
  const text = new URLSearchParams(entries).toString();
  return text ? `?${text}` : '';
}
