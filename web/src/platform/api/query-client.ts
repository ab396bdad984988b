import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

type Listener = (error: Error) => void;

let listener: Listener | undefined;

/**
 * Sets the handler of failed queries and mutations. Those with `meta: { quiet: true }` are skipped, and so are those
 * with `meta: { errorShownByScreen: true }` as long as they have no data.
 */
export function onFailure(callback: Listener): void {
  listener = callback;
}

export const queryClient = new QueryClient({
  // `call` already retries once where a retry makes sense. Without a network a request fails and says so: by default
  // the library would hold it back in silence, and save much later.
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      const isShownByScreen =
        query.state.data === undefined && query.observers.some(({ options }) => options.meta?.['errorShownByScreen']);
      if (!query.meta?.['quiet'] && !isShownByScreen) listener?.(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.['quiet']) listener?.(error);
    },
  }),
});
