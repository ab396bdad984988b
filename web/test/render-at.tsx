import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  Outlet,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { parseSearch, stringifySearch } from '../src/platform/url-query.ts';
import { NavigateProvider } from '../src/ui/link.tsx';
import { NotifyProvider } from '../src/ui/notify.tsx';
import { render } from './render.tsx';

const words = { header: (kind: string) => kind, close: () => 'Close' };

/** Draws a screen at an address, with a router and a cache of its own; `address()` tells where it has got to. */
export async function renderAt(address: string, screen: ReactElement) {
  const root = createRootRoute({
    component: () => (
      <NavigateProvider navigate={(href) => void router.navigate({ href })}>
        <Outlet />
      </NavigateProvider>
    ),
  });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => screen });
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const drawn = render(
    <QueryClientProvider client={client}>
      <NotifyProvider {...words}>
        <RouterProvider router={router as never} />
      </NotifyProvider>
    </QueryClientProvider>,
  );
  return { ...drawn, address: () => router.state.location.href };
}
