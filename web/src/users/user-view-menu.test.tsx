import { type UserView, userViews } from '@storeward/contract/user-views';
import { users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, type Heard, refuse } from '../../test/answer.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { UserListScreen } from './user-list.tsx';

const night = {
  id: '0199a000-0000-7000-8000-000000000701',
  name: 'Night shift',
  shared: true,
  own: true,
  owner: 'Ada Lovelace',
  query: { status: 'disabled', sort: 'emailId:desc' },
  columns: ['role'],
  can: { change: true },
  createdDate: '2026-01-01T00:00:00Z',
  createdBy: null,
  updatedDate: '2026-01-01T00:00:00Z',
  updatedBy: null,
  version: 3,
} as unknown as UserView;
const unseen = { hidden: true };
const someone = {
  id: '0199a000-0000-7000-8000-000000000001',
  userName: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailId: 'ada@mail.example',
  profilePicture: null,
  roleName: 'Clerk',
  rootNode: null,
  status: true,
  locked: false,
  lockedUntil: null,
  lastActive: null,
  version: 1,
  can: { view: true, edit: false, enable: false },
} as never;

let heard: Heard[];
const sent = (method: string) => heard.findLast((one) => one.method === method)?.body;
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

beforeEach(async () => {
  heard = await startPortal();
  answer(users.list, { result: [someone], total: 1 });
  answer(userViews.list, { views: [night], columns: null });
});

describe('the views above the list', () => {
  it('show the list as one of them has it: filters, order and columns, all of it in the address', async () => {
    const { user, address } = await renderAt('/users?search=lee&level=STORE&page=2', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: /Night shift/, ...unseen }));
    await waitFor(() =>
      expect(decodeURIComponent(address())).toBe(
        `/users?status=disabled&sort=emailId:desc&columns=name,role&view=${night.id}`,
      ),
    );
    expect(await screen.findByRole('button', { name: 'Night shift' })).toBeTruthy();
    await waitFor(() => expect(heads()).toEqual(['NameUser name', 'Role', 'Actions']));
  });

  it('keep the list as it stands under a name', async () => {
    answer(userViews.create, { ...night, name: 'Locked' });
    const { user } = await renderAt('/users?status=locked', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save as a view', ...unseen }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as a view' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Locked');
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    await waitFor(() =>
      expect(sent('POST')).toMatchObject({
        name: 'Locked',
        shared: false,
        query: { status: 'locked' },
        columns: ['emailId', 'role', 'rootNode', 'status', 'lastActive'],
      }),
    );
  });

  it('say beside the name why one is not kept', async () => {
    refuse(userViews.create, 'userView.nameTaken');
    const { user } = await renderAt('/users', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save as a view', ...unseen }));
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    expect(await screen.findByText('You have a view of this name already.')).toBeTruthy();
  });

  it('offer to keep what has changed since, and only then', async () => {
    answer(userViews.update, night);
    const view = `view=${night.id}&columns=name,role`;
    const same = await renderAt(`/users?status=disabled&sort=emailId:desc&${view}`, <UserListScreen />);
    await same.user.click(await screen.findByRole('button', { name: 'Night shift' }));
    await screen.findByRole('menuitem', { name: 'Delete Night shift', ...unseen });
    expect(screen.queryByRole('menuitem', { name: 'Save changes to Night shift', ...unseen })).toBeNull();
    same.unmount();
    const { user } = await renderAt(`/users?status=enabled&${view}`, <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Night shift' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save changes to Night shift', ...unseen }));
    await waitFor(() =>
      expect(sent('PUT')).toMatchObject({ name: 'Night shift', shared: true, query: { status: 'enabled' } }),
    );
  });

  it('ask before one is deleted, and say who loses it', async () => {
    answer(userViews.remove, night);
    const { user, address } = await renderAt(`/users?status=disabled&view=${night.id}`, <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Night shift' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete Night shift', ...unseen }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the view Night shift?' }));
    expect(dialog.getByText(/those who use it lose it too/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Delete view' }));
    await waitFor(() => expect(address()).toBe('/users'));
  });
});

describe('the columns', () => {
  it('are those that the reader chose for good, wherever they did', async () => {
    answer(userViews.list, { views: [], columns: ['level', 'lastActive'] });
    await renderAt('/users', <UserListScreen />);
    await waitFor(() => expect(heads()).toEqual(['NameUser name', 'Level', 'Last active', 'Actions']));
  });

  it('are chosen in a dialog and kept', async () => {
    answer(userViews.setColumns, { columns: ['userName', 'role'] });
    const { user } = await renderAt('/users', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Choose columns', ...unseen }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose columns' }));
    for (const name of ['User name', 'E-mail', 'Place', 'Status', 'Last active'])
      await user.click(dialog.getByRole('checkbox', { name }));
    await user.click(dialog.getByRole('button', { name: 'Show columns' }));
    await waitFor(() => expect(sent('PUT')).toEqual({ columns: ['userName', 'role'] }));
    await waitFor(() => expect(heads()).toEqual(['Name', 'User name', 'Role', 'Actions']));
  });
});
