import type { Permission } from '@storeward/contract/access';
import { userBulk } from '@storeward/contract/users/user-bulk';
import { users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { tearDownPortal, openPortal, setUpPortal } from '../../../test/open-portal.tsx';
import { phrase } from '../../../test/phrase.ts';

const hiddenOption = { hidden: true };
const idOf = (number: number) => `0199a000-0000-7000-8000-00000000000${number}`;
const createRow = (number: number) =>
  ({
    id: idOf(number),
    userName: `user.${number}`,
    firstName: 'Amelia',
    lastName: `Hartley ${number}`,
    emailId: `user.${number}@mail.example`,
    profilePicture: null,
    roleName: 'Clerk',
    rootNode: null,
    status: true,
    locked: false,
    lockedUntil: null,
    manualPassword: true,
    lastActive: null,
    version: 1,
    can: { view: false, edit: false, enable: false, delete: false, seeAs: false },
  }) as never;

beforeEach(async () => {
  await setUpPortal();
  mockResponse(users.list, { result: [createRow(1), createRow(2)], total: 60 });
});
afterEach(tearDownPortal);

const openList = (...may: Permission[]) => openPortal('/users', { grantedPermissions: ['LIST_USERS', ...may] });
const openActions = async (user: Awaited<ReturnType<typeof openList>>['user']) => {
  await user.click(await screen.findByRole('checkbox', { name: 'Select Amelia Hartley 1' }));
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  await screen.findByRole('menu', hiddenOption);
  return screen.getAllByRole('menuitem', hiddenOption).map(({ textContent }) => textContent);
};

describe('bulk actions of the user list', () => {
  test.for([
    [['ENABLED_USER'], ['Enable', 'Disable']],
    [['EDIT_USER'], ['Send reset link', 'Change role']],
    [
      ['EDIT_USER', 'ENABLED_USER', 'LIST_NODE_STRUCTURE'],
      ['Enable', 'Disable', 'Send reset link', 'Change role', 'Move'],
    ],
  ] as [Permission[], string[]][])('offers only the actions permitted for single users', async ([rights, labels]) => {
    const { user } = await openList(...rights);
    expect(await openActions(user)).toEqual(labels);
  });

  test('shows no checkboxes without permission to change users', async () => {
    await openList('VIEW_USER');
    expect(await screen.findByText('Amelia Hartley 1')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Previous changes' })).toBeNull();
  });

  test('counts the selection, selects the page or all matching users, and clears it', async () => {
    const { user } = await openList('ENABLED_USER');
    await user.click(await screen.findByRole('checkbox', { name: phrase('users.bulk.page') }));
    expect(await screen.findByText('2 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select all 60 that match' }));
    expect(screen.getByText(phrase('users.bulk.allSelected'))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(phrase('users.bulk.allSelected'))).toBeNull();
  });

  test('previews the numbers of changed, unchanged and refused users before the change starts', async () => {
    let previewBody: unknown;
    mockResponse(userBulk.preview, ({ body }) => {
      previewBody = body;
      return {
        userCount: 60,
        gone: 3,
        changes: 57,
        unchanged: 1,
        refused: 2,
        faults: [{ messageCode: 'user.beyondYourOwn', count: 2 }],
        first: ['Amelia Hartley', 'Ben Marsh'].map((name) => ({ name, before: true, after: false })),
      };
    });
    const { user } = await openList('ENABLED_USER');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Amelia Hartley 2' }));
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disable', ...hiddenOption }));
    const dialog = await screen.findByRole('dialog', { name: 'Disable 57 users?' });
    expect(previewBody).toEqual({ action: 'disable', ids: [idOf(2)] });
    expect(dialog.textContent).toContain(
      '60 users selected. 3 are skipped: deleted or no longer in your area. 1 stays the same. 2 are not allowed:2 · ',
    );
    const named = within(dialog).getByRole('list', { name: 'First changes' });
    expect(
      within(named)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Amelia HartleyEnabled → Disabled', 'Ben MarshEnabled → Disabled', 'and 55 more']);
    await user.click(screen.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
