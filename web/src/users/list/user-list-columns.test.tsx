import { users } from '@storeward/contract/users';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createUser } from '../../../test/create-user.ts';
import { mockResponse } from '../../../test/mock-server.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { UserListScreen } from './user-list.tsx';
import { phrase } from '../../../test/phrase.ts';

beforeEach(async () => {
  await startPortal();
  mockResponse(users.list, { result: [{ ...createUser(), roleName: null, rootNode: null }], total: 1 });
});

test.each([
  [1366, true],
  [1440, false],
])('a list of %i pixels in width names the columns that it hides: %s', async (width, hides) => {
  window.happyDOM?.setViewport({ width });
  await renderAt('/users', <UserListScreen />);
  await screen.findByRole('table', { name: 'User List' });
  await screen.findByRole('button', { name: /^Actions for/ }).catch(() => undefined);
  expect(screen.queryByText(phrase('ui.list.hiddenColumns', { columns: 'Last active' })) !== null).toBe(hides);
});
