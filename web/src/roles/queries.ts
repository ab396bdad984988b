import type { NodeType } from '@storeward/contract/access';
import { roles } from '@storeward/contract/roles';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, keyOf } from '../platform/api.ts';

const choicesAtOnce = 25;

/** The roles that can be given to somebody at a place of this kind, page after page. */
export const rolesToGive = (asked: { givableAt: NodeType; search: string | undefined; orgId?: string | undefined }) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(roles.choices), asked],
    queryFn: ({ pageParam: page, signal }) =>
      call(roles.choices, { query: { ...asked, page, size: choicesAtOnce } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * choicesAtOnce < total ? pages.length : undefined),
    staleTime: 60_000,
  });
