import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

type Listener = (fault: Error) => void;

let listener: Listener | undefined;

/** Says who tells the reader of a call that failed; those with `meta: { quiet: true }` deal with it themselves, and those with `meta: { drawn: true }` are drawn by their screen as long as it has nothing else to show. */
export function onFailure(tell: Listener): void {
  listener = tell;
}

/** What the portal has read and may show again at once. */
export const queryClient = new QueryClient({
  // The one repetition that makes sense is already made by the call itself.
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({
    onError: (fault, query) => {
      const drawn = query.state.data === undefined && query.observers.some(({ options }) => options.meta?.['drawn']);
      if (!query.meta?.['quiet'] && !drawn) listener?.(fault);
    },
  }),
  mutationCache: new MutationCache({
    onError: (fault, _variables, _result, mutation) => {
      if (!mutation.meta?.['quiet']) listener?.(fault);
    },
  }),
});
