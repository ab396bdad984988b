import type { NodeType, Permission } from '@storeward/contract/access';
import { sessions } from '@storeward/contract/sessions';
import { type User, users } from '@storeward/contract/users';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { createPortalRouter } from '../src/app/router.tsx';
import { queryClient } from '../src/platform/api/query-client.ts';
import { resetSession, signIn } from '../src/platform/session/session.ts';
import { mockResponse } from './mock-server.ts';
import { createUser, createTokens } from './create-user.ts';
import { startPortal } from './start-portal.ts';
import { render } from './render.tsx';

const allPermissions: Permission[] = [
  'OM_DASHBOARD',
  'LIST_USERS',
  'VIEW_USER',
  'EDIT_USER',
  'LIST_NODE_STRUCTURE',
  'VIEW_NODE',
];

/** Mocks a server that accepts every sign-in. */
export async function setUpPortal(): Promise<void> {
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  await startPortal();
  mockResponse(sessions.login, createTokens());
  mockResponse(sessions.logout, { ended: true });
  mockResponse(users.list, { result: [], total: 0 });
}

export function tearDownPortal(): void {
  notifications.clean();
  sessionStorage.clear();
  resetSession();
  queryClient.clear();
}

type PortalOptions = {
  grantedPermissions?: Permission[];
  rootNode?: NodeType | null;
} & Partial<Pick<User, 'path' | 'dashboardAccess' | 'rootNodeId' | 'userRole'>>;

/** Signs in and renders the whole portal at a URL. */
export async function openPortal(
  url: string,
  { grantedPermissions = allPermissions, rootNode = 'COMPANY', path = [], ...overrides }: PortalOptions = {},
) {
  mockResponse(users.get, createUser({ grantedPermissions, rootNode, path, ...overrides }));
  await signIn('company.admin', 'secret');
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [url] }));
  const rendered = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('main');
  return { ...rendered, router };
}

export const mainMenu = () => within(screen.getByRole('navigation', { name: /^(Main menu|Menu principal)$/ }));

export const menuLinks = () =>
  mainMenu()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
