import type { NodeId } from '@storeward/contract/nodes';
import { type UserId, type UserRow, users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockResponse, type RecordedRequest, mockError } from '../../../test/mock-server.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { UserListScreen } from './user-list.tsx';
import { containing, phrase } from '../../../test/phrase.ts';

const idOf = (number: number) => `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}` as UserId;

const createRow = (number: number, overrides: Partial<UserRow> = {}): UserRow => ({
  id: idOf(number),
  userName: `user.${number}`,
  firstName: 'Amelia',
  lastName: `Hartley ${number}`,
  emailId: `user.${number}@kestrelsports.com`,
  profilePicture: null,
  roleName: 'Store manager',
  rootNode: { id: idOf(900) as unknown as NodeId, name: 'Leeds Headrow', nodeType: 'STORE', parentName: 'Yorkshire' },
  status: true,
  locked: false,
  lockedUntil: null,
  manualPassword: true,
  lastActive: null,
  version: 1,
  can: { view: true, edit: true, enable: false, delete: false, seeAs: false },
  ...overrides,
});

const createRows = (count: number) => Array.from({ length: count }, (_, index) => createRow(index + 1));
// Without layout in happy-dom the menu counts as hidden.
const hiddenOption = { hidden: true };
const lastQuery = (requests: RecordedRequest[]) =>
  Object.fromEntries(requests.findLast(({ path }) => path === '/user-management/users')?.query ?? []);

let requests: RecordedRequest[];

beforeEach(async () => {
  requests = await startPortal();
});

describe('the user list', () => {
  test('shows name, user name, e-mail, role, node, status and last activity of each user', async () => {
    mockResponse(users.list, {
      result: [createRow(1), createRow(2, { status: false, rootNode: null, roleName: null })],
      total: 2,
    });
    await renderAt('/users', <UserListScreen />);

    expect(await screen.findByRole('heading', { level: 1, name: 'User List' })).toBeTruthy();
    const table = await screen.findByRole('table', { name: 'User List' });
    const [, first, second] = await within(table).findAllByRole('row');
    expect(first?.textContent).toContain('Amelia Hartley 1user.1user.1@kestrelsports.comStore manager');
    expect(first?.textContent).toContain('Leeds Headrow · YorkshireEnabledNever signed in');
    expect(within(first as HTMLElement).getByTitle('Leeds Headrow · Yorkshire')).toBeTruthy();
    expect(second?.textContent).toContain('No roleNo locationDisabled');
    expect(
      within(first as HTMLElement)
        .getByRole('link', { name: 'Amelia Hartley 1' })
        .getAttribute('href'),
    ).toBe(`/user/${idOf(1)}/view`);
    expect(screen.getByRole('status').textContent).toBe('2 users');
  });

  test('requests ten rows sorted by name unless the URL says otherwise', async () => {
    mockResponse(users.list, { result: createRows(10), total: 60 });
    await renderAt('/users', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    expect(lastQuery(requests)).toEqual({ page: '0', size: '10', sort: 'name:asc' });
  });

  test('reads search, sort, page and size from the URL', async () => {
    mockResponse(users.list, { result: createRows(3), total: 53 });
    await renderAt('/users?search=amelia&sort=lastActive:desc&page=2&size=25', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    expect(lastQuery(requests)).toEqual({ search: 'amelia', sort: 'lastActive:desc', page: '2', size: '25' });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'amelia');
    expect(screen.getByRole('columnheader', { name: /Last active/ }).getAttribute('aria-sort')).toBe('descending');
  });

  test("uses the response's cursor for the next page and only the page number for the previous one", async () => {
    mockResponse(users.list, { result: createRows(10), total: 60, next: 'after-ten' });
    const { user, currentUrl: address } = await renderAt('/users', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');

    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(address()).toBe('/users?page=1&cursor=after-ten'));
    await waitFor(() => expect(lastQuery(requests)).toMatchObject({ page: '1', cursor: 'after-ten' }));

    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(address()).toBe('/users'));
  });

  test('returns to the first page when the search changes', async () => {
    mockResponse(users.list, { result: createRows(10), total: 60, next: 'on' });
    const { user, currentUrl: address } = await renderAt('/users?page=3&cursor=here', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    await user.type(screen.getByRole('searchbox'), 'lee{Enter}');
    await waitFor(() => expect(address()).toBe('/users?search=lee'));
  });

  test('sorts by user name within the name column and sets aria-sort', async () => {
    mockResponse(users.list, { result: createRows(10), total: 60 });
    const { user, currentUrl: address } = await renderAt('/users', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Username' }));
    await waitFor(() => expect(decodeURIComponent(address())).toBe('/users?sort=userName:asc'));
    expect(screen.getByRole('columnheader', { name: /Username/ }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Username' }));
    await waitFor(() => expect(decodeURIComponent(address())).toBe('/users?sort=userName:desc'));
  });

  test('filters by the node in the URL, and shows all users when the filter is cleared', async () => {
    const node = idOf(900);
    mockResponse(users.list, { result: createRows(3), total: 3 });
    const { user, currentUrl: address } = await renderAt(`/users?node=${node}&page=1`, <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    expect(lastQuery(requests)).toMatchObject({ node });
    await user.click(screen.getByRole('button', { name: phrase('users.list.allNodes') }));
    await waitFor(() => expect(address()).toBe('/users'));
    await waitFor(() => expect(lastQuery(requests)).not.toHaveProperty('node'));
  });

  test('shows an error for a node out of scope, and leads back to all users', async () => {
    mockError(users.list, 'node.unknown');
    const { user, currentUrl: address } = await renderAt(`/users?node=${idOf(900)}`, <UserListScreen />);
    const alert = within(await screen.findByRole('alert'));
    mockResponse(users.list, { result: createRows(1), total: 1 });
    await user.click(alert.getByRole('button', { name: phrase('users.list.allNodes') }));
    await waitFor(() => expect(address()).toBe('/users'));
    expect(await screen.findByText('Amelia Hartley 1')).toBeTruthy();
  });

  test('sorts by a column and returns to the first page', async () => {
    mockResponse(users.list, { result: createRows(10), total: 60 });
    const { user, currentUrl: address } = await renderAt('/users?page=3', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Email' }));
    await waitFor(() => expect(decodeURIComponent(address())).toBe('/users?sort=emailId:asc'));
  });

  test('remembers the page size on this device', async () => {
    mockResponse(users.list, { result: createRows(10), total: 60 });
    const first = await renderAt('/users', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    await first.user.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), '50');
    await waitFor(() => expect(lastQuery(requests)['size']).toBe('50'));
    first.unmount();

    await renderAt('/users', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    expect(lastQuery(requests)['size']).toBe('50');
  });

  test('shows an estimated total as such', async () => {
    mockResponse(users.list, { result: createRows(10), total: 60_012, totalIsEstimate: true, next: 'on' });
    await renderAt('/users', <UserListScreen />);
    expect(await screen.findByText('1–10 of about 60,000')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('about 60,000 users');
  });

  test('shows the exact total on the last page of an estimated list', async () => {
    mockResponse(users.list, { result: createRows(4), total: 60_012, totalIsEstimate: true });
    await renderAt('/users?page=6001', <UserListScreen />);
    expect(await screen.findByText('60,011–60,014 of 60,014')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
  });

  test('keeps the rows while the next page loads', async () => {
    mockResponse(users.list, { result: createRows(10), total: 60 });
    const { user } = await renderAt('/users', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    mockResponse(users.list, async () => {
      await released;
      return { result: [createRow(11)], total: 60 };
    });
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'));
    expect(screen.getByText('Amelia Hartley 1')).toBeTruthy();
    release();
    expect(await screen.findByText('Amelia Hartley 11')).toBeTruthy();
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false');
  });

  test('shows an empty state, and offers to clear a search without results', async () => {
    mockResponse(users.list, { result: [], total: 0 });
    const { user, currentUrl: address } = await renderAt('/users?search=nobody', <UserListScreen />);
    expect(
      await screen.findByRole('heading', { name: phrase('users.list.nothingFound', { search: 'nobody' }) }),
    ).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1)!);
    expect(await screen.findByRole('heading', { name: 'No users yet' })).toBeTruthy();
    expect(address()).toBe('/users');
  });

  test('shows the error of a failed request and retries', async () => {
    mockError(users.list, 'service.unavailable');
    const { user } = await renderAt('/users', <UserListScreen />);
    expect((await screen.findByRole('alert')).textContent).toMatch(containing('errors.service.unavailable'));
    mockResponse(users.list, { result: createRows(1), total: 1 });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Amelia Hartley 1')).toBeTruthy();
  });

  test('leads back to the first page when the cursor is invalid', async () => {
    mockError(users.list, 'input.badCursor');
    const { user, currentUrl: address } = await renderAt('/users?page=4&cursor=old', <UserListScreen />);
    const firstPageButton = await screen.findByRole('button', { name: phrase('ui.list.firstPage') });
    mockResponse(users.list, { result: createRows(1), total: 1 });
    await user.click(firstPageButton);
    expect(await screen.findByText('Amelia Hartley 1')).toBeTruthy();
    expect(address()).toBe('/users');
  });

  test('restores the focus to the row’s menu button when a dialog opened from it is closed', async () => {
    mockResponse(users.list, {
      result: [createRow(1, { can: { view: true, edit: true, enable: true, delete: false, seeAs: false } })],
      total: 1,
    });
    const { user } = await renderAt('/users', <UserListScreen />);
    const button = await screen.findByRole('button', { name: 'Actions for Amelia Hartley 1' });
    await user.click(button);
    await user.click(await screen.findByRole('menuitem', { name: 'Disable', ...hiddenOption }));
    await screen.findByRole('dialog', { name: 'Disable Amelia Hartley 1?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('offers view and edit only where the server permits it', async () => {
    const permissions = (view: boolean, edit: boolean) => ({
      can: { view, edit, enable: false, delete: false, seeAs: false },
    });
    mockResponse(users.list, {
      result: [createRow(1), createRow(2, permissions(true, false)), createRow(3, permissions(false, false))],
      total: 3,
    });
    const { user } = await renderAt('/users', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Amelia Hartley 1' }));
    const menu = await screen.findByRole('menu', hiddenOption);
    expect(
      within(menu)
        .getAllByRole('menuitem', hiddenOption)
        .map((item) => [item.textContent, item.getAttribute('href')]),
    ).toEqual([
      ['View', `/user/${idOf(1)}/view`],
      ['Edit', `/user/${idOf(1)}/edit`],
      ['Send reset link', null],
    ]);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Actions for Amelia Hartley 2' }));
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem', hiddenOption).map((item) => item.textContent)).toEqual(['View']),
    );
    expect(screen.queryByRole('button', { name: 'Actions for Amelia Hartley 3' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Amelia Hartley 3' })).toBeNull();
  });
});
