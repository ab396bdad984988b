import type { NodeId } from '@storeward/contract/nodes';
import { type UserId, type UserRow, users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, type Heard, refuse } from '../../test/answer.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { UserListScreen } from './user-list.tsx';

const idOf = (number: number) => `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}` as UserId;

const aRow = (number: number, wishes: Partial<UserRow> = {}): UserRow => ({
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
  lastActive: null,
  version: 1,
  can: { view: true, edit: true, enable: false, delete: false, seeAs: false },
  ...wishes,
});

const rows = (count: number) => Array.from({ length: count }, (_, at) => aRow(at + 1));
// Without a layout the menu counts as out of sight.
const unseen = { hidden: true };
const lastAsked = (heard: Heard[]) =>
  Object.fromEntries(heard.findLast(({ path }) => path === '/user-management/users')?.query ?? []);

let heard: Heard[];

beforeEach(async () => {
  heard = await startPortal();
});

describe('the user list', () => {
  it('shows name, user name, e-mail, role, place, status and last activity of each user', async () => {
    answer(users.list, { result: [aRow(1), aRow(2, { status: false, rootNode: null, roleName: null })], total: 2 });
    await renderAt('/users', <UserListScreen />);

    expect(await screen.findByRole('heading', { level: 1, name: 'User List' })).toBeTruthy();
    const table = await screen.findByRole('table', { name: 'User List' });
    const [, first, second] = await within(table).findAllByRole('row');
    expect(first?.textContent).toContain('Amelia Hartley 1user.1user.1@kestrelsports.comStore manager');
    expect(first?.textContent).toContain('Leeds Headrow · YorkshireEnabledNever signed in');
    expect(within(first as HTMLElement).getByTitle('Leeds Headrow · Yorkshire')).toBeTruthy();
    expect(second?.textContent).toContain('No roleNo placeDisabled');
    expect(
      within(first as HTMLElement)
        .getByRole('link', { name: 'Amelia Hartley 1' })
        .getAttribute('href'),
    ).toBe(`/user/${idOf(1)}/view`);
    expect(screen.getByRole('status').textContent).toBe('2 users');
  });

  it('asks for ten rows by name unless the address says otherwise', async () => {
    answer(users.list, { result: rows(10), total: 60 });
    await renderAt('/users', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    expect(lastAsked(heard)).toEqual({ page: '0', size: '10', sort: 'name:asc' });
  });

  it('reads search, sort, page and size off the address', async () => {
    answer(users.list, { result: rows(3), total: 53 });
    await renderAt('/users?search=amelia&sort=lastActive:desc&page=2&size=25', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    expect(lastAsked(heard)).toEqual({ search: 'amelia', sort: 'lastActive:desc', page: '2', size: '25' });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'amelia');
    expect(screen.getByRole('columnheader', { name: /Last active/ }).getAttribute('aria-sort')).toBe('descending');
  });

  it('goes on by the cursor of the answer and back by page alone', async () => {
    answer(users.list, { result: rows(10), total: 60, next: 'after-ten' });
    const { user, address } = await renderAt('/users', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');

    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(address()).toBe('/users?page=1&cursor=after-ten'));
    await waitFor(() => expect(lastAsked(heard)).toMatchObject({ page: '1', cursor: 'after-ten' }));

    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(address()).toBe('/users'));
  });

  it('begins again at the first page when the search changes', async () => {
    answer(users.list, { result: rows(10), total: 60, next: 'on' });
    const { user, address } = await renderAt('/users?page=3&cursor=here', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    await user.type(screen.getByRole('searchbox'), 'lee{Enter}');
    await waitFor(() => expect(address()).toBe('/users?search=lee'));
  });

  it('sorts by the user name under the name, and says so at the head of both', async () => {
    answer(users.list, { result: rows(10), total: 60 });
    const { user, address } = await renderAt('/users', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'User name' }));
    await waitFor(() => expect(decodeURIComponent(address())).toBe('/users?sort=userName:asc'));
    expect(screen.getByRole('columnheader', { name: /User name/ }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'User name' }));
    await waitFor(() => expect(decodeURIComponent(address())).toBe('/users?sort=userName:desc'));
  });

  it('is of one place when the address says so, and of all again when that is cleared', async () => {
    const node = idOf(900);
    answer(users.list, { result: rows(3), total: 3 });
    const { user, address } = await renderAt(`/users?node=${node}&page=1`, <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    expect(lastAsked(heard)).toMatchObject({ node });
    await user.click(screen.getByRole('button', { name: 'Show the users of all places' }));
    await waitFor(() => expect(address()).toBe('/users'));
    await waitFor(() => expect(lastAsked(heard)).not.toHaveProperty('node'));
  });

  it('of a place outside the own area says so, and leads back to all', async () => {
    refuse(users.list, 'node.unknown');
    const { user, address } = await renderAt(`/users?node=${idOf(900)}`, <UserListScreen />);
    const alert = within(await screen.findByRole('alert'));
    answer(users.list, { result: rows(1), total: 1 });
    await user.click(alert.getByRole('button', { name: 'Show the users of all places' }));
    await waitFor(() => expect(address()).toBe('/users'));
    expect(await screen.findByText('Amelia Hartley 1')).toBeTruthy();
  });

  it('sorts by a column and begins again at the first page', async () => {
    answer(users.list, { result: rows(10), total: 60 });
    const { user, address } = await renderAt('/users?page=3', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'E-mail' }));
    await waitFor(() => expect(decodeURIComponent(address())).toBe('/users?sort=emailId:asc'));
  });

  it('remembers on this device how many rows somebody wants', async () => {
    answer(users.list, { result: rows(10), total: 60 });
    const first = await renderAt('/users', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    await first.user.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), '50');
    await waitFor(() => expect(lastAsked(heard)['size']).toBe('50'));
    first.unmount();

    await renderAt('/users', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    expect(lastAsked(heard)['size']).toBe('50');
  });

  it('says about how many there are when the server does not count them all', async () => {
    answer(users.list, { result: rows(10), total: 60_012, totalIsEstimate: true, next: 'on' });
    await renderAt('/users', <UserListScreen />);
    expect(await screen.findByText('1–10 of about 60,000')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('about 60,000 users');
  });

  it('knows the exact count on the last page of an estimated list', async () => {
    answer(users.list, { result: rows(4), total: 60_012, totalIsEstimate: true });
    await renderAt('/users?page=6001', <UserListScreen />);
    expect(await screen.findByText('60,011–60,014 of 60,014')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
  });

  it('keeps the rows of the last page while the next one is on its way', async () => {
    answer(users.list, { result: rows(10), total: 60 });
    const { user } = await renderAt('/users', <UserListScreen />);
    await screen.findByText('Amelia Hartley 1');
    let arrive = (): void => undefined;
    const arrival = new Promise<void>((done) => (arrive = done));
    answer(users.list, async () => {
      await arrival;
      return { result: [aRow(11)], total: 60 };
    });
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'));
    expect(screen.getByText('Amelia Hartley 1')).toBeTruthy();
    arrive();
    expect(await screen.findByText('Amelia Hartley 11')).toBeTruthy();
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false');
  });

  it('says that there is nobody yet, and for a search offers to clear it', async () => {
    answer(users.list, { result: [], total: 0 });
    const { user, address } = await renderAt('/users?search=nobody', <UserListScreen />);
    expect(await screen.findByRole('heading', { name: 'Nobody found for “nobody”' })).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1)!);
    expect(await screen.findByRole('heading', { name: 'No users yet' })).toBeTruthy();
    expect(address()).toBe('/users');
  });

  it('shows a failure by its name and tries again', async () => {
    refuse(users.list, 'service.unavailable');
    const { user } = await renderAt('/users', <UserListScreen />);
    expect((await screen.findByRole('alert')).textContent).toContain('The database does not answer just now');
    answer(users.list, { result: rows(1), total: 1 });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Amelia Hartley 1')).toBeTruthy();
  });

  it('leads back to the first page when a place in the list is no longer known', async () => {
    refuse(users.list, 'input.badCursor');
    const { user, address } = await renderAt('/users?page=4&cursor=old', <UserListScreen />);
    const again = await screen.findByRole('button', { name: 'Go to the first page' });
    answer(users.list, { result: rows(1), total: 1 });
    await user.click(again);
    expect(await screen.findByText('Amelia Hartley 1')).toBeTruthy();
    expect(address()).toBe('/users');
  });

  it('puts the focus back on the row’s button when a question asked from its menu is left', async () => {
    answer(users.list, {
      result: [aRow(1, { can: { view: true, edit: true, enable: true, delete: false, seeAs: false } })],
      total: 1,
    });
    const { user } = await renderAt('/users', <UserListScreen />);
    const button = await screen.findByRole('button', { name: 'Actions for Amelia Hartley 1' });
    await user.click(button);
    await user.click(await screen.findByRole('menuitem', { name: 'Disable', ...unseen }));
    await screen.findByRole('dialog', { name: 'Disable Amelia Hartley 1?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('offers to view and to edit only where the server allows it', async () => {
    const can = (view: boolean, edit: boolean) => ({ can: { view, edit, enable: false, delete: false, seeAs: false } });
    answer(users.list, { result: [aRow(1), aRow(2, can(true, false)), aRow(3, can(false, false))], total: 3 });
    const { user } = await renderAt('/users', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Amelia Hartley 1' }));
    const menu = await screen.findByRole('menu', unseen);
    expect(
      within(menu)
        .getAllByRole('menuitem', unseen)
        .map((item) => [item.textContent, item.getAttribute('href')]),
    ).toEqual([
      ['View', `/user/${idOf(1)}/view`],
      ['Edit', `/user/${idOf(1)}/edit`],
    ]);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Actions for Amelia Hartley 2' }));
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem', unseen).map((item) => item.textContent)).toEqual(['View']),
    );
    expect(screen.queryByRole('button', { name: 'Actions for Amelia Hartley 3' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Amelia Hartley 3' })).toBeNull();
  });
});
