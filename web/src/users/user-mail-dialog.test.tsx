import { passwords } from '@storeward/contract/passwords';
import { type User, type UserId, type UserRow, users } from '@storeward/contract/users';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '../../test/create-user.ts';
import { mockError, mockResponse, type RecordedRequest } from '../../test/mock-server.ts';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { UserListScreen } from './list/user-list.tsx';
import { UserPage } from './user-page.tsx';
import { phrase } from '../../test/phrase.ts';

const id = '0199a000-0000-7000-8000-000000000042' as UserId;
const hiddenOption = { hidden: true };
const can = { view: true, edit: true, enable: false, delete: false, seeAs: false };
const amelia = (overrides: Partial<User> = {}) =>
  createUser({ id, firstName: 'Amelia', lastName: 'Hartley', emailId: 'amelia@mail.example', can, ...overrides });
const row = (overrides: Partial<User>) =>
  ({ ...amelia(overrides), roleName: null, rootNode: null }) as unknown as UserRow;

let requests: RecordedRequest[];
const sent = () => requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

beforeEach(async () => {
  window.happyDOM?.setViewport({ width: 1440 });
  requests = await startPortal();
});

const openPage = async (overrides: Partial<User>) => {
  mockResponse(users.get, amelia(overrides));
  const view = await renderAt(`/user/${id}/view`, <UserPage id={id} mode="view" />);
  await screen.findByRole('heading', { level: 1, name: 'Amelia Hartley' });
  return view;
};
const choose = async ({ user }: Awaited<ReturnType<typeof openPage>>, item: string, title: string) => {
  await user.click(await screen.findByRole('button', { name: 'Password' }));
  await user.click(await screen.findByRole('menuitem', { ...hiddenOption, name: item }));
  return within(await screen.findByRole('dialog', { ...hiddenOption, name: title }));
};

describe('mails to one user', () => {
  test('sends a reset link from the page after a confirmation that names the address', async () => {
    const view = await openPage({ manualPassword: true });
    mockResponse(passwords.sendLink, { sent: true, expiresAt: '2026-11-24T00:00:00Z' });
    const dialog = await choose(
      view,
      'Send reset link',
      phrase('users.mail.sendResetTitle', { name: 'Amelia Hartley' }),
    );
    expect(dialog.getByText(/receives a link/)).toBeTruthy();
    expect(sent()).toEqual([]);
    await view.user.click(dialog.getByRole('button', { ...hiddenOption, name: 'Yes' }));
    expect(await screen.findByText(phrase('users.mail.sendResetDone', { name: 'Amelia Hartley' }))).toBeTruthy();
    expect(sent()).toEqual([`/user-management/resetLink/${id}`]);
  });

  test('sends a new first password to a user who has not chosen one', async () => {
    const view = await openPage({ manualPassword: false });
    mockResponse(users.sendFirstPassword, { sent: true, expiresAt: '2026-12-01T00:00:00Z' });
    const dialog = await choose(
      view,
      phrase('users.action.sendFirstPassword'),
      phrase('users.mail.sendFirstPasswordTitle', { name: 'Amelia Hartley' }),
    );
    await view.user.click(dialog.getByRole('button', { ...hiddenOption, name: 'Yes' }));
    expect(
      await screen.findByText(phrase('users.mail.sendFirstPasswordDone', { name: 'Amelia Hartley' })),
    ).toBeTruthy();
    expect(sent()).toEqual([`/user-management/users/${id}/first-password`]);
  });

  test('says why the server refuses, and says when nothing was sent', async () => {
    const view = await openPage({ manualPassword: false });
    mockError(users.sendFirstPassword, 'recovery.tooManyMails');
    const first = await choose(
      view,
      phrase('users.action.sendFirstPassword'),
      phrase('users.mail.sendFirstPasswordTitle', { name: 'Amelia Hartley' }),
    );
    await view.user.click(first.getByRole('button', { ...hiddenOption, name: 'Yes' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    mockResponse(passwords.sendLink, { sent: false, expiresAt: null });
    const second = await choose(
      view,
      'Send reset link',
      phrase('users.mail.sendResetTitle', { name: 'Amelia Hartley' }),
    );
    await view.user.click(second.getByRole('button', { ...hiddenOption, name: 'Yes' }));
    expect(await screen.findByText(phrase('users.mail.notSent', { name: 'Amelia Hartley' }))).toBeTruthy();
  });

  test('is not offered for a disabled user, nor without the permission', async () => {
    const disabled = await openPage({ status: false });
    expect(screen.queryByRole('button', { name: 'Password' })).toBeNull();
    disabled.unmount();
    await openPage({ can: { ...can, edit: false } });
    expect(screen.queryByRole('button', { name: 'Password' })).toBeNull();
  });

  test.each([
    ['chosen', true, ['View', 'Edit', 'Send reset link']],
    ['not chosen', false, ['View', 'Edit', phrase('users.action.sendFirstPassword'), 'Send reset link']],
  ] as const)('is offered in the row menu of a user who has %s a password', async (_, manualPassword, labels) => {
    mockResponse(users.list, { result: [row({ manualPassword })], total: 1 });
    const { user } = await renderAt('/users', <UserListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Amelia Hartley' }));
    await screen.findByRole('menu', hiddenOption);
    expect(screen.getAllByRole('menuitem', hiddenOption).map(({ textContent }) => textContent)).toEqual(labels);
    await user.click(screen.getByRole('menuitem', { ...hiddenOption, name: 'Send reset link' }));
    expect(
      await screen.findByRole('dialog', {
        ...hiddenOption,
        name: phrase('users.mail.sendResetTitle', { name: 'Amelia Hartley' }),
      }),
    ).toBeTruthy();
  });
});
