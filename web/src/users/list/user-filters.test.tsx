import { users } from '@storeward/contract/users';
import { type AssignedRoleChoice, userChoices } from '@storeward/contract/users/user-lists';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockResponse, type RecordedRequest } from '../../../test/mock-server.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { displayTimeZone } from '../../platform/text/i18n.ts';
import { UserListScreen } from './user-list.tsx';
import { phrase } from '../../../test/phrase.ts';

const clerk = { id: '0199a000-0000-7000-8000-000000000700', name: 'Clerk' } as AssignedRoleChoice;
const lastQuery = (requests: RecordedRequest[]) =>
  Object.fromEntries(requests.findLast(({ path }) => path === '/user-management/users')?.query ?? []);

let requests: RecordedRequest[];

beforeEach(async () => {
  requests = await startPortal();
  mockResponse(users.list, { result: [], total: 0 });
  mockResponse(userChoices.roles, [clerk]);
});

test('applies all chosen filters at once and writes them to the URL', async () => {
  const { user, currentUrl: address } = await renderAt('/users?search=lee&page=3', <UserListScreen />);
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter users' }));
  await user.click(dialog.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Locked', hidden: true }));
  await user.click(dialog.getByRole('combobox', { name: 'Level' }));
  await user.click(await screen.findByRole('option', { name: 'Store', hidden: true }));
  expect(address()).toBe('/users?search=lee&page=3');
  await user.click(dialog.getByRole('button', { name: 'Show users' }));
  await waitFor(() => expect(address()).toBe('/users?search=lee&status=locked&level=STORE'));
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ search: 'lee', status: 'locked', level: 'STORE' }));
});

test('filters by invited users and by a day of inactivity, and refuses a day that does not exist', async () => {
  const { user, currentUrl: address } = await renderAt('/users', <UserListScreen />);
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter users' }));
  await user.click(dialog.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: phrase('users.status.invited'), hidden: true }));
  const day = dialog.getByRole('textbox', { name: 'Inactive since' });
  await user.type(day, '31/02/2026');
  await user.click(dialog.getByRole('button', { name: 'Show users' }));
  expect(await dialog.findByText(/DD\/MM\/YYYY/)).toBeTruthy();
  expect(address()).toBe('/users');
  await user.clear(day);
  await user.type(day, '01/09/2026');
  await user.click(dialog.getByRole('button', { name: 'Show users' }));
  await waitFor(() => expect(address()).toBe('/users?status=invited&inactiveSince=2026-09-01'));
  expect(await screen.findByText('1 Sept 2026')).toBeTruthy();
  await waitFor(() =>
    expect(lastQuery(requests)).toMatchObject({
      status: 'invited',
      inactiveSince: '2026-09-01',
      timeZone: displayTimeZone(),
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Clear filter: Inactive since' }));
  await waitFor(() => expect(address()).toBe('/users?status=invited'));
});

test('shows each filter with name and value, and clears each separately', async () => {
  const { user, currentUrl: address } = await renderAt(`/users?role=${clerk.id}&status=disabled`, <UserListScreen />);
  expect(await screen.findByText('Clerk')).toBeTruthy();
  expect(screen.getByText('Disabled')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filter: Role' }));
  await waitFor(() => expect(address()).toBe('/users?status=disabled'));
  await user.click(screen.getByRole('button', { name: 'Clear filter: Status' }));
  await waitFor(() => expect(address()).toBe('/users'));
});

test('names a role that no user has any longer, and offers to clear its filter alone', async () => {
  const gone = '0199a000-0000-7000-8000-000000000799';
  const { user, currentUrl: address } = await renderAt(`/users?role=${gone}&status=disabled`, <UserListScreen />);
  expect(await screen.findByRole('heading', { name: phrase('users.filter.unusedRoleTitle') })).toBeTruthy();
  expect(screen.getByText('Deleted or unused')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Clear filter: Role' }).at(-1)!);
  await waitFor(() => expect(address()).toBe('/users?status=disabled'));
});

test('offers to clear the filters when no user matches', async () => {
  const { user, currentUrl: address } = await renderAt('/users?search=lee&status=locked', <UserListScreen />);
  expect(await screen.findByRole('heading', { name: phrase('users.filter.nothing') })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(address()).toBe('/users'));
});

test('ignores an invalid filter value in the URL', async () => {
  await renderAt('/users?status=asleep&level=STORE', <UserListScreen />);
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ level: 'STORE' }));
  expect(lastQuery(requests)).not.toHaveProperty('status');
});
