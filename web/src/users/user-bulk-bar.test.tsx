import type { Permission } from '@storeward/contract/access';
import { userBulk } from '@storeward/contract/user-bulk';
import { users } from '@storeward/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../test/answer.ts';
import { clearAll, openPortal, startAll } from '../../test/opened.tsx';

const unseen = { hidden: true };
const idOf = (number: number) => `0199a000-0000-7000-8000-00000000000${number}`;
const aRow = (number: number) =>
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
    lastActive: null,
    version: 1,
    can: { view: false, edit: false, enable: false, delete: false, seeAs: false },
  }) as never;

beforeEach(async () => {
  await startAll();
  answer(users.list, { result: [aRow(1), aRow(2)], total: 60 });
});
afterEach(clearAll);

const list = (...may: Permission[]) => openPortal('/users', { may: ['LIST_USERS', ...may] });
const offered = async (user: Awaited<ReturnType<typeof list>>['user']) => {
  await user.click(await screen.findByRole('checkbox', { name: 'Select Amelia Hartley 1' }));
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  await screen.findByRole('menu', unseen);
  return screen.getAllByRole('menuitem', unseen).map(({ textContent }) => textContent);
};

describe('users picked out of the list', () => {
  it.for([
    [['ENABLED_USER'], ['Enable', 'Disable']],
    [['EDIT_USER'], ['Send a reset link', 'Change role']],
    [
      ['EDIT_USER', 'ENABLED_USER', 'LIST_NODE_STRUCTURE'],
      ['Enable', 'Disable', 'Send a reset link', 'Change role', 'Move'],
    ],
  ] as [Permission[], string[]][])(
    'can be changed only in the ways in which the reader may change one',
    async ([rights, words]) => {
      const { user } = await list(...rights);
      expect(await offered(user)).toEqual(words);
    },
  );

  it('are not offered to whoever may change nobody', async () => {
    await list('VIEW_USER');
    expect(await screen.findByText('Amelia Hartley 1')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Earlier changes' })).toBeNull();
  });

  it('are counted, all on the page at once or everybody who matches, and let go', async () => {
    const { user } = await list('ENABLED_USER');
    await user.click(await screen.findByRole('checkbox', { name: 'Select everybody on this page' }));
    expect(await screen.findByText('2 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select all 60 that match' }));
    expect(screen.getByText('Everybody who matches is selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText('Everybody who matches is selected')).toBeNull();
  });

  it('are told in numbers what it would be, with why some are not touched, before anything is asked of the server', async () => {
    let asked: unknown;
    answer(userBulk.preview, ({ body }) => {
      asked = body;
      return {
        userCount: 60,
        gone: 3,
        changes: 57,
        unchanged: 1,
        refused: 2,
        faults: [{ messageCode: 'user.beyondYourOwn', count: 2 }],
      };
    });
    const { user } = await list('ENABLED_USER');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Amelia Hartley 2' }));
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disable', ...unseen }));
    const dialog = await screen.findByRole('dialog', { name: 'Disable 57 users?' });
    expect(asked).toEqual({ action: 'disable', ids: [idOf(2)] });
    expect(dialog.textContent).toContain(
      'It is about 60 users. 3 are left out: no longer there, or no longer in your area. 1 stays the same. 2 are not allowed:2 · ',
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
