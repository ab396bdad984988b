import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { queryClient } from '../src/platform/api/query-client.ts';
import { NotifyProvider } from '../src/ui/page/notify.tsx';
import { render } from './render.tsx';

/** Renders a part of a screen with what all screens have: theme, query cache and router. */
export function renderScreen(element: ReactElement) {
  const rootRoute = createRootRoute({ component: () => element });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  return render(
    <QueryClientProvider client={queryClient}>
      <NotifyProvider header={(kind) => kind} close={() => 'Close'} copyCode={(code) => code}>
        <RouterProvider router={router} />
      </NotifyProvider>
    </QueryClientProvider>,
  );
}
