import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type * as z from 'zod/mini';

type Written = Record<string, unknown>;
type Issue = { readonly path: readonly PropertyKey[]; readonly keys?: readonly string[] };

/** Reads a list's query off the address by the contract's own schema, and writes changes back to it; what is not valid there counts as absent. */
export function useUrlQuery<S extends z.ZodMiniObject>(
  schema: S,
): [z.output<S>, (change: Partial<z.input<S>>, options?: { replace?: boolean }) => void] {
  const written: Written = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useMemo(() => understood(schema, written), [schema, written]);
  const change = useCallback(
    (part: Partial<z.input<S>>, { replace = false } = {}) => {
      const search = (before: Written) => withoutNothing({ ...before, ...part });
      void navigate({ to: '.', search, replace });
    },
    [navigate],
  );
  return [query, change];
}

/** What a schema makes of the words in an address, without those that it refuses. */
export function understood<S extends z.ZodMiniObject>(schema: S, written: Written): z.output<S> {
  const parsed = schema.safeParse(written);
  if (parsed.success) return parsed.data;
  const faulty = new Set(parsed.error.issues.flatMap((issue) => namesOf(issue as Issue)));
  const rest = Object.entries(written).filter(([name]) => !faulty.has(name));
  return schema.parse(rest.length === Object.keys(written).length ? {} : Object.fromEntries(rest));
}

const namesOf = ({ path, keys }: Issue): string[] => (path.length > 0 ? [String(path[0])] : [...(keys ?? [])]);

const withoutNothing = (query: Written): Written =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));

/** Reads an address's query as plain words, one each. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** Writes plain words as an address's query. */
export function stringifySearch(query: Written): string {
  const words = Object.entries(withoutNothing(query)).map(([name, value]) => [name, String(value)]);
  const text = new URLSearchParams(words).toString();
  return text ? `?${text}` : '';
}
