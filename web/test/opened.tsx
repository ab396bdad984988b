import type { NodeType, Permission } from '@storeward/contract/access';
import { sessions } from '@storeward/contract/sessions';
import { type User, users } from '@storeward/contract/users';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { createPortalRouter } from '../src/app/router.tsx';
import { queryClient } from '../src/platform/query-client.ts';
import { drop, signIn } from '../src/platform/session.ts';
import { answer } from './answer.ts';
import { aPerson, someTokens } from './person.ts';
import { startPortal } from './portal.ts';
import { render } from './render.tsx';

const everything: Permission[] = [
  'OM_DASHBOARD',
  'LIST_USERS',
  'VIEW_USER',
  'EDIT_USER',
  'LIST_NODE_STRUCTURE',
  'VIEW_NODE',
];

/** Gets the whole portal ready to be opened, before a server that lets anybody in. */
export async function startAll(): Promise<void> {
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  await startPortal();
  answer(sessions.login, someTokens());
  answer(sessions.logout, { ended: true });
  answer(users.list, { result: [], total: 0 });
}

/** Leaves nothing of it behind. */
export function clearAll(): void {
  notifications.clean();
  sessionStorage.clear();
  drop();
  queryClient.clear();
}

type Wishes = { may?: Permission[]; rootNode?: NodeType | null; path?: User['path'] };

/** Opens the whole portal at an address, for somebody who is signed in. */
export async function openPortal(address: string, { may = everything, rootNode = 'COMPANY', path = [] }: Wishes = {}) {
  answer(users.get, aPerson({ may, rootNode, path }));
  await signIn('company.admin', 'secret');
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [address] }));
  const drawn = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('main');
  return { ...drawn, router };
}

/** The left menu. */
export const menu = () => within(screen.getByRole('navigation', { name: /^(Main menu|Menu principal)$/ }));

/** What stands in it. */
export const entries = () =>
  menu()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
