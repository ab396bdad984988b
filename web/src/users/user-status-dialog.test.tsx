import { openSessions } from '@storeward/contract/sessions';
import { type User, type UserId, type UserRow, users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest, mockError, startMockServer } from '../../test/mock-server.ts';
import { createUser, createTokens } from '../../test/create-user.ts';
import { renderAt } from '../../test/render-at.tsx';
import { loadPortalPhrases } from '../platform/text/catalogues.ts';
import { updateConfiguration } from '../platform/configuration.ts';
import { initLanguage } from '../platform/text/i18n.ts';
import { resetSession, restoreSession } from '../platform/session/session.ts';
import { storeTokens } from '../platform/theme/tokens.ts';
import { UserListScreen } from './list/user-list.tsx';
import { UserPage } from './user-page.tsx';
import { containing, phrase } from '../../test/phrase.ts';

const id = '0199a000-0000-7000-8000-000000000042' as UserId;
const allPermissions = { view: true, edit: true, enable: true, delete: false, seeAs: false };
const noStatusPermission = { view: true, edit: true, enable: false, delete: false, seeAs: false };
// Without layout in happy-dom menus and dialogs count as hidden.
const hiddenOption = { hidden: true };

const createRow = (overrides: Partial<UserRow> = {}): UserRow => ({
  id,
  userName: 'amelia.hartley',
  firstName: 'Amelia',
  lastName: 'Hartley',
  emailId: 'amelia.hartley@kestrelsports.com',
  profilePicture: null,
  roleName: 'Store manager',
  rootNode: null,
  status: true,
  locked: false,
  lockedUntil: null,
  manualPassword: true,
  lastActive: null,
  version: 7,
  can: allPermissions,
  ...overrides,
});

const amelia = (overrides: Partial<User> = {}): User =>
  createUser({ id, firstName: 'Amelia', lastName: 'Hartley', can: allPermissions, version: 7, ...overrides });

let requests: RecordedRequest[];
const putRequests = () =>
  requests
    .filter(({ method }) => method === 'PUT')
    .map(({ path, body, headers }) => [path, body, headers.get('if-match')]);

/** A response that stays pending until resolved. */
function deferred<T>() {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { promise, resolve };
}

beforeEach(async () => {
  window.happyDOM?.setViewport({ width: 1440 });
  requests = startMockServer();
  await initLanguage(loadPortalPhrases);
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('the row menu of a user', () => {
  const openMenu = async (listedUser: UserRow) => {
    mockResponse(users.list, { result: [listedUser], total: 1 });
    const view = await renderAt('/users', <UserListScreen />);
    await view.user.click(await screen.findByRole('button', { name: 'Actions for Amelia Hartley' }));
    await screen.findByRole('menu', hiddenOption);
    return view;
  };
  const actionLabels = () => screen.getAllByRole('menuitem', hiddenOption).map(({ textContent }) => textContent);
  const inRow = () => within(screen.getAllByRole('row')[1]!);

  test.each([
    ['an enabled user', {}, ['View', 'Edit', 'Send reset link', 'End sessions', 'Disable']],
    ['a locked user', { locked: true }, ['View', 'Edit', 'Send reset link', 'Unlock', 'End sessions', 'Disable']],
    ['a disabled user, locked or not', { status: false, locked: true }, ['View', 'Edit', 'Enable']],
    ['a user without the permission', { can: noStatusPermission, locked: true }, ['View', 'Edit', 'Send reset link']],
  ])('offers the permitted actions for %s', async (_, overrides, items) => {
    await openMenu(createRow(overrides));
    expect(actionLabels()).toEqual(items);
  });

  test('explains disabling, and does nothing unless confirmed', async () => {
    const { user } = await openMenu(createRow());
    await user.click(screen.getByRole('menuitem', { ...hiddenOption, name: 'Disable' }));
    const dialog = within(await screen.findByRole('dialog', { ...hiddenOption, name: 'Disable Amelia Hartley?' }));
    expect(dialog.getByText(containing('users.status.disableText'))).toBeTruthy();
    await user.click(dialog.getByRole('button', { ...hiddenOption, name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog', hiddenOption)).toBeNull());
    expect([putRequests(), inRow().queryByText('Enabled') !== null]).toEqual([[], true]);
  });

  test('updates the status optimistically and sends If-Match', async () => {
    const { user } = await openMenu(createRow());
    const { promise, resolve } = deferred<User>();
    mockResponse(users.setStatus, () => promise);
    await user.click(screen.getByRole('menuitem', { ...hiddenOption, name: 'Disable' }));
    await user.click(await screen.findByRole('button', { ...hiddenOption, name: 'Yes' }));
    expect(await inRow().findByText('Disabled')).toBeTruthy();
    await waitFor(() =>
      expect(putRequests()).toEqual([[`/user-management/users/${id}/status`, { status: false }, '"7"']]),
    );
    mockResponse(users.list, { result: [createRow({ status: false, version: 8 })], total: 1 });
    resolve(amelia({ status: false, version: 8 }));
    expect(await screen.findByText(phrase('users.status.disableDone', { name: 'Amelia Hartley' }))).toBeTruthy();
    expect(inRow().getByText('Disabled')).toBeTruthy();
  });

  test('rolls back the status when the server refuses', async () => {
    const { user } = await openMenu(createRow());
    const { promise, resolve } = deferred<User>();
    mockResponse(users.setStatus, () => promise);
    await user.click(screen.getByRole('menuitem', { ...hiddenOption, name: 'Disable' }));
    await user.click(await screen.findByRole('button', { ...hiddenOption, name: 'Yes' }));
    expect(await inRow().findByText('Disabled')).toBeTruthy();
    // the first attempt fails with a network error, the retry is refused
    mockError(users.setStatus, 'user.beyondYourOwn');
    resolve(Promise.reject(new Error('the way was cut')));
    expect(await inRow().findByText('Enabled')).toBeTruthy();
  });

  test.each([
    [0, 'Amelia Hartley had no open session'],
    [1, '1 session of Amelia Hartley ended'],
    [3, '3 sessions of Amelia Hartley ended'],
  ])('ends all sessions after a confirmation, and shows their number: %i', async (ended, text) => {
    const { user } = await openMenu(createRow());
    mockResponse(openSessions.endAllOf, { ended });
    await user.click(screen.getByRole('menuitem', { ...hiddenOption, name: 'End sessions' }));
    expect(await screen.findByText(containing('users.status.endSessionsText'))).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await user.click(screen.getByRole('button', { ...hiddenOption, name: 'Yes' }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(requests.findLast(({ method }) => method === 'DELETE')?.path).toBe(`/user-management/users/${id}/sessions`);
  });

  test('removes the lock on unlock and keeps the status', async () => {
    const { user } = await openMenu(createRow({ locked: true }));
    expect(inRow().getByText('Locked')).toBeTruthy();
    mockResponse(users.setStatus, amelia());
    mockResponse(users.list, { result: [createRow()], total: 1 });
    await user.click(screen.getByRole('menuitem', { ...hiddenOption, name: 'Unlock' }));
    expect(await screen.findByText(phrase('users.status.unlockText'))).toBeTruthy();
    await user.click(screen.getByRole('button', { ...hiddenOption, name: 'Yes' }));
    await waitFor(() => expect(inRow().queryByText('Locked')).toBeNull());
    expect([putRequests()[0]?.[1], inRow().queryByText('Enabled') !== null]).toEqual([{ status: true }, true]);
  });
});

describe('the page of a user', () => {
  const view = () => renderAt(`/user/${id}/view`, <UserPage id={id} mode="view" />);
  const actionLabels = () =>
    screen
      .queryAllByRole('button', { name: /^(Enable|Disable|Unlock|End sessions)$/ })
      .map(({ textContent }) => textContent);

  test('enables a user after a confirmation', async () => {
    let stored = amelia({ status: false });
    mockResponse(users.get, () => stored);
    mockResponse(users.setStatus, () => (stored = amelia({ version: 8 })));
    const { user } = await view();
    await user.click(await screen.findByRole('button', { name: 'Enable' }));
    await user.click(await screen.findByRole('button', { ...hiddenOption, name: 'Yes' }));
    expect(await screen.findByRole('button', { name: 'Disable' })).toBeTruthy();
    expect(putRequests()).toEqual([[`/user-management/users/${id}/status`, { status: true }, '"7"']]);
    expect(screen.getAllByText('Enabled')).toHaveLength(2);
  });

  test('shows when a lock ends, and offers to unlock', async () => {
    mockResponse(users.get, amelia({ locked: true, lockedUntil: '2026-11-20T14:02:00Z' }));
    const first = await view();
    expect(await screen.findByText(/^Locked after too many failed attempts, until 20 Nov 2026/)).toBeTruthy();
    expect(actionLabels()).toEqual(['Unlock', 'End sessions', 'Disable']);
    expect(screen.getAllByText('Locked')).toHaveLength(2);
    first.unmount();
    mockResponse(users.get, amelia({ locked: true }));
    await view();
    expect(await screen.findByText(phrase('users.lock.untilUnlocked'))).toBeTruthy();
  });

  test('shows no status buttons for oneself, without the permission, and in edit mode', async () => {
    mockResponse(users.get, amelia({ can: noStatusPermission, locked: true }));
    const first = await view();
    await screen.findByRole('heading', { level: 1, name: 'Amelia Hartley' });
    expect(actionLabels()).toEqual([]);
    first.unmount();
    mockResponse(users.get, amelia());
    await renderAt(`/user/${id}/edit`, <UserPage id={id} mode="edit" />);
    await screen.findByRole('textbox', { name: 'First name' });
    expect(actionLabels()).toEqual([]);
  });

  test('shows the current version after an edit conflict', async () => {
    let stored = amelia();
    mockResponse(users.get, () => stored);
    const { user } = await view();
    await user.click(await screen.findByRole('button', { name: 'Disable' }));
    stored = amelia({ firstName: 'Emilia', version: 9 });
    mockError(users.setStatus, 'record.stale', { current: stored });
    await user.click(await screen.findByRole('button', { ...hiddenOption, name: 'Yes' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Emilia Hartley' })).toBeTruthy();
    expect(screen.getAllByText('Enabled')).toHaveLength(2);
  });
});

test('shows the module names configured for the own node', async () => {
  const role = { id: 'r', name: 'Seller', modules: [{ shortName: 'ebasket', accessRights: [] }] };
  const currentUser = createUser({ userRole: [role] });
  mockResponse(users.get, currentUser);
  storeTokens(createTokens());
  await restoreSession();
  updateConfiguration(currentUser.id, {
    eBasketMgmtSettings: [{ displaySettings: { displayLogo: null, displayName: 'Kestrel Basket' } }],
  });
  await renderAt(`/user/${id}/view`, <UserPage id={id} mode="view" />);
  expect(await screen.findByText('Kestrel Basket · 0')).toBeTruthy();
  resetSession();
});
