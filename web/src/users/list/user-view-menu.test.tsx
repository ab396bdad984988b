import { type UserView, userViews } from '@storeward/contract/users/user-views';
import { users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockResponse, type RecordedRequest, mockError } from '../../../test/mock-server.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { UserListScreen } from './user-list.tsx';
import { containing, phrase } from '../../../test/phrase.ts';

const nightShiftView = {
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
const hiddenOption = { hidden: true };
const listedUser = {
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
  manualPassword: true,
  lastActive: null,
  version: 1,
  can: { view: true, edit: false, enable: false },
} as never;

let requests: RecordedRequest[];
const lastBody = (method: string) => requests.findLast((request) => request.method === method)?.body;
const columnHeaders = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

beforeEach(async () => {
  requests = await startPortal();
  mockResponse(users.list, { result: [listedUser], total: 1 });
  mockResponse(userViews.list, { views: [nightShiftView], columns: null });
});

describe('saved views of the user list', () => {
  test('applies filters, order and columns of a view and writes them to the URL', async () => {
    const { user, currentUrl: address } = await renderAt('/users?search=lee&level=STORE&page=2', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: /Night shift/, ...hiddenOption }));
    await waitFor(() =>
      expect(decodeURIComponent(address())).toBe(
        `/users?status=disabled&sort=emailId:desc&columns=name,role&view=${nightShiftView.id}`,
      ),
    );
    expect(await screen.findByRole('button', { name: 'Night shift' })).toBeTruthy();
    await waitFor(() => expect(columnHeaders()).toEqual(['NameUsername', 'Role', 'Actions']));
  });

  test('saves the current list as a view', async () => {
    mockResponse(userViews.create, { ...nightShiftView, name: 'Locked' });
    const { user } = await renderAt('/users?status=locked', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save as view', ...hiddenOption }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as view' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Locked');
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    await waitFor(() =>
      expect(lastBody('POST')).toMatchObject({
        name: 'Locked',
        shared: false,
        query: { status: 'locked' },
        columns: ['emailId', 'role', 'rootNode', 'status', 'lastActive'],
      }),
    );
  });

  test('shows at the name why a view was not saved', async () => {
    mockError(userViews.create, 'userView.nameTaken');
    const { user } = await renderAt('/users', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save as view', ...hiddenOption }));
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    expect(await screen.findByText(phrase('errors.userView.nameTaken'))).toBeTruthy();
  });

  test('offers to save changes to a view only if there are any', async () => {
    mockResponse(userViews.update, nightShiftView);
    const view = `view=${nightShiftView.id}&columns=name,role`;
    const unchanged = await renderAt(`/users?status=disabled&sort=emailId:desc&${view}`, <UserListScreen />);
    await unchanged.user.click(await screen.findByRole('button', { name: 'Night shift' }));
    await screen.findByRole('menuitem', { name: 'Delete Night shift', ...hiddenOption });
    expect(
      screen.queryByRole('menuitem', {
        name: phrase('records.views.saveChanges', { name: 'Night shift' }),
        ...hiddenOption,
      }),
    ).toBeNull();
    unchanged.unmount();
    const { user } = await renderAt(`/users?status=enabled&${view}`, <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Night shift' }));
    await user.click(
      await screen.findByRole('menuitem', {
        name: phrase('records.views.saveChanges', { name: 'Night shift' }),
        ...hiddenOption,
      }),
    );
    await waitFor(() =>
      expect(lastBody('PUT')).toMatchObject({ name: 'Night shift', shared: true, query: { status: 'enabled' } }),
    );
  });

  test('asks before deleting a view, and warns that it is shared', async () => {
    mockResponse(userViews.remove, nightShiftView);
    const { user, currentUrl: address } = await renderAt(
      `/users?status=disabled&view=${nightShiftView.id}`,
      <UserListScreen />,
    );
    await user.click(await screen.findByRole('button', { name: 'Night shift' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete Night shift', ...hiddenOption }));
    const dialog = within(
      await screen.findByRole('dialog', { name: phrase('records.views.removeTitle', { name: 'Night shift' }) }),
    );
    expect(dialog.getByText(containing('records.views.removeShared'))).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(address()).toBe('/users'));
  });
});

describe('the columns of the user list', () => {
  test('are those stored for the user on the server', async () => {
    mockResponse(userViews.list, { views: [], columns: ['level', 'lastActive'] });
    await renderAt('/users', <UserListScreen />);
    await waitFor(() => expect(columnHeaders()).toEqual(['NameUsername', 'Level', 'Last active', 'Actions']));
  });

  test('are selected in a dialog and saved', async () => {
    mockResponse(userViews.setColumns, { columns: ['userName', 'role'] });
    const { user } = await renderAt('/users', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Choose columns', ...hiddenOption }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose columns' }));
    for (const name of ['Username', 'Email', 'Location', 'Status', 'Last active'])
      await user.click(dialog.getByRole('checkbox', { name }));
    await user.click(dialog.getByRole('button', { name: 'Show columns' }));
    await waitFor(() => expect(lastBody('PUT')).toEqual({ columns: ['userName', 'role'] }));
    await waitFor(() => expect(columnHeaders()).toEqual(['Name', 'Username', 'Role', 'Actions']));
  });
});
