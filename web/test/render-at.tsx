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
import { parseSearch, stringifySearch } from '../src/platform/api/url-query.ts';
import { NavigateProvider } from '../src/ui/page/link.tsx';
import { NotifyProvider } from '../src/ui/page/notify.tsx';
import { render } from './render.tsx';

const notificationLabels = { header: (kind: string) => kind, close: () => 'Close' };

/** Renders a screen at a URL with its own router and query cache; `address()` returns the current URL. */
export async function renderAt(url: string, screen: ReactElement) {
  const root = createRootRoute({
    component: () => (
      <NavigateProvider navigate={(href) => void router.navigate({ href })}>
        <Outlet />
      </NavigateProvider>
    ),
  });
  const catchAllRoute = createRoute({ getParentRoute: () => root, path: '$', component: () => screen });
  const router = createRouter({
    routeTree: root.addChildren([catchAllRoute]),
    history: createMemoryHistory({ initialEntries: [url] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const rendered = render(
    <QueryClientProvider client={client}>
      <NotifyProvider {...notificationLabels}>
        <RouterProvider router={router as never} />
      </NotifyProvider>
    </QueryClientProvider>,
  );
  return { ...rendered, currentUrl: () => router.state.location.href };
}
