import { users } from '@storeward/contract/users';
import { type HeldRoleChoice, userChoices } from '@storeward/contract/user-lists';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, type Heard } from '../../test/answer.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { UserListScreen } from './user-list.tsx';

const clerk = { id: '0199a000-0000-7000-8000-000000000700', name: 'Clerk' } as HeldRoleChoice;
const lastAsked = (heard: Heard[]) =>
  Object.fromEntries(heard.findLast(({ path }) => path === '/user-management/users')?.query ?? []);

let heard: Heard[];

beforeEach(async () => {
  heard = await startPortal();
  answer(users.list, { result: [], total: 0 });
  answer(userChoices.roles, [clerk]);
});

it('narrows the list by what is chosen, in one step, and says so in the address', async () => {
  const { user, address } = await renderAt('/users?search=lee&page=3', <UserListScreen />);
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter users' }));
  await user.click(dialog.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Locked', hidden: true }));
  await user.click(dialog.getByRole('combobox', { name: 'Level' }));
  await user.click(await screen.findByRole('option', { name: 'Store', hidden: true }));
  expect(address()).toBe('/users?search=lee&page=3');
  await user.click(dialog.getByRole('button', { name: 'Show users' }));
  await waitFor(() => expect(address()).toBe('/users?search=lee&status=locked&level=STORE'));
  await waitFor(() => expect(lastAsked(heard)).toMatchObject({ search: 'lee', status: 'locked', level: 'STORE' }));
});

it('tells each filter by name and value, and takes each away by itself', async () => {
  const { user, address } = await renderAt(`/users?role=${clerk.id}&status=disabled`, <UserListScreen />);
  expect(await screen.findByText('Clerk')).toBeTruthy();
  expect(screen.getByText('Disabled')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filter: Role' }));
  await waitFor(() => expect(address()).toBe('/users?status=disabled'));
  await user.click(screen.getByRole('button', { name: 'Clear filter: Status' }));
  await waitFor(() => expect(address()).toBe('/users'));
});

it('where nobody matches, says so and leads back to everybody', async () => {
  const { user, address } = await renderAt('/users?search=lee&status=locked', <UserListScreen />);
  expect(await screen.findByRole('heading', { name: 'Nobody matches these filters' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(address()).toBe('/users'));
});

it('passes over a filter in the address that there is none of', async () => {
  await renderAt('/users?status=asleep&level=STORE', <UserListScreen />);
  await waitFor(() => expect(lastAsked(heard)).toMatchObject({ level: 'STORE' }));
  expect(lastAsked(heard)).not.toHaveProperty('status');
});
