import { openSessions } from '@storeward/contract/sessions';
import { type User, type UserId, type UserRow, users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, type Heard, refuse, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { renderAt } from '../../test/render-at.tsx';
import { loadPortalPhrases } from '../platform/catalogues.ts';
import { learn } from '../platform/configuration.ts';
import { startSpeaking } from '../platform/i18n.ts';
import { drop, restore } from '../platform/session.ts';
import { keepTokens } from '../platform/tokens.ts';
import { UserListScreen } from './user-list.tsx';
import { UserPage } from './user-page.tsx';

const id = '0199a000-0000-7000-8000-000000000042' as UserId;
const mayAll = { view: true, edit: true, enable: true, delete: false, seeAs: false };
const mayNot = { view: true, edit: true, enable: false, delete: false, seeAs: false };
// Without a layout menus and dialogs count as out of sight.
const unseen = { hidden: true };

const row = (wishes: Partial<UserRow> = {}): UserRow => ({
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
  lastActive: null,
  version: 7,
  can: mayAll,
  ...wishes,
});

const amelia = (wishes: Partial<User> = {}): User =>
  aPerson({ id, firstName: 'Amelia', lastName: 'Hartley', can: mayAll, version: 7, ...wishes });

let heard: Heard[];
const sent = () =>
  heard
    .filter(({ method }) => method === 'PUT')
    .map(({ path, body, headers }) => [path, body, headers.get('if-match')]);

/** An answer that is on its way until it is let go. */
function later<T>() {
  const { promise: answered, resolve: arrive } = Promise.withResolvers<T>();
  return { answered, arrive };
}

beforeEach(async () => {
  window.happyDOM?.setViewport({ width: 1440 });
  heard = startServer();
  await startSpeaking(loadPortalPhrases);
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('the menu of a user in the list', () => {
  const list = async (shown: UserRow) => {
    answer(users.list, { result: [shown], total: 1 });
    const drawn = await renderAt('/users', <UserListScreen />);
    await drawn.user.click(await screen.findByRole('button', { name: 'Actions for Amelia Hartley' }));
    await screen.findByRole('menu', unseen);
    return drawn;
  };
  const offered = () => screen.getAllByRole('menuitem', unseen).map(({ textContent }) => textContent);
  const inRow = () => within(screen.getAllByRole('row')[1]!);

  it.each([
    ['an enabled user', {}, ['View', 'Edit', 'End sessions', 'Disable']],
    ['a locked user', { locked: true }, ['View', 'Edit', 'Unlock', 'End sessions', 'Disable']],
    ['a disabled user, locked or not', { status: false, locked: true }, ['View', 'Edit', 'Enable']],
    ['oneself, or for whoever may not', { can: mayNot, locked: true }, ['View', 'Edit']],
  ])('offers for %s what the server allows', async (_, wishes, items) => {
    await list(row(wishes));
    expect(offered()).toEqual(items);
  });

  it('says what disabling does, and does nothing unless it is confirmed', async () => {
    const { user } = await list(row());
    await user.click(screen.getByRole('menuitem', { ...unseen, name: 'Disable' }));
    const dialog = within(await screen.findByRole('dialog', { ...unseen, name: 'Disable Amelia Hartley?' }));
    expect(dialog.getByText(/^All open sessions end at once/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { ...unseen, name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', unseen)).toBeNull());
    expect([sent(), inRow().queryByText('Enabled') !== null]).toEqual([[], true]);
  });

  it('shows the new status before the answer is there, and names the version it starts from', async () => {
    const { user } = await list(row());
    const { answered, arrive } = later<User>();
    answer(users.setStatus, () => answered);
    await user.click(screen.getByRole('menuitem', { ...unseen, name: 'Disable' }));
    await user.click(await screen.findByRole('button', { ...unseen, name: 'Disable user' }));
    expect(await inRow().findByText('Disabled')).toBeTruthy();
    await waitFor(() => expect(sent()).toEqual([[`/user-management/users/${id}/status`, { status: false }, '"7"']]));
    answer(users.list, { result: [row({ status: false, version: 8 })], total: 1 });
    arrive(amelia({ status: false, version: 8 }));
    expect(await screen.findByText('Amelia Hartley is disabled, open sessions have ended')).toBeTruthy();
    expect(inRow().getByText('Disabled')).toBeTruthy();
  });

  it('puts the old status back when the server refuses', async () => {
    const { user } = await list(row());
    const { answered, arrive } = later<User>();
    answer(users.setStatus, () => answered);
    await user.click(screen.getByRole('menuitem', { ...unseen, name: 'Disable' }));
    await user.click(await screen.findByRole('button', { ...unseen, name: 'Disable user' }));
    expect(await inRow().findByText('Disabled')).toBeTruthy();
    // the way is cut after the first try, and the second one is refused
    refuse(users.setStatus, 'user.beyondYourOwn');
    arrive(Promise.reject(new Error('the way was cut')));
    expect(await inRow().findByText('Enabled')).toBeTruthy();
  });

  it.each([
    [0, 'Amelia Hartley had no open session'],
    [1, '1 session of Amelia Hartley has ended'],
    [3, '3 sessions of Amelia Hartley have ended'],
  ])('ends all sessions after saying what that does, and tells how many there were: %i', async (ended, words) => {
    const { user } = await list(row());
    answer(openSessions.endAllOf, { ended });
    await user.click(screen.getByRole('menuitem', { ...unseen, name: 'End sessions' }));
    expect(await screen.findByText(/unsaved work is lost and they have to sign in again/)).toBeTruthy();
    expect(heard.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await user.click(screen.getByRole('button', { ...unseen, name: 'End all sessions' }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(heard.findLast(({ method }) => method === 'DELETE')?.path).toBe(`/user-management/users/${id}/sessions`);
  });

  it('unlocks: the mark beside the status goes, the status stays', async () => {
    const { user } = await list(row({ locked: true }));
    expect(inRow().getByText('Locked')).toBeTruthy();
    answer(users.setStatus, amelia());
    answer(users.list, { result: [row()], total: 1 });
    await user.click(screen.getByRole('menuitem', { ...unseen, name: 'Unlock' }));
    expect(await screen.findByText(/^The wrong tries are forgotten/)).toBeTruthy();
    await user.click(screen.getByRole('button', { ...unseen, name: 'Unlock user' }));
    await waitFor(() => expect(inRow().queryByText('Locked')).toBeNull());
    expect([sent()[0]?.[1], inRow().queryByText('Enabled') !== null]).toEqual([{ status: true }, true]);
  });
});

describe('the page of a user', () => {
  const view = () => renderAt(`/user/${id}/view`, <UserPage id={id} mode="view" />);
  const offered = () =>
    screen
      .queryAllByRole('button', { name: /^(Enable|Disable|Unlock|End sessions)$/ })
      .map(({ textContent }) => textContent);

  it('enables after saying what that does, and shows it', async () => {
    let stored = amelia({ status: false });
    answer(users.get, () => stored);
    answer(users.setStatus, () => (stored = amelia({ version: 8 })));
    const { user } = await view();
    await user.click(await screen.findByRole('button', { name: 'Enable' }));
    await user.click(await screen.findByRole('button', { ...unseen, name: 'Enable user' }));
    expect(await screen.findByRole('button', { name: 'Disable' })).toBeTruthy();
    expect(sent()).toEqual([[`/user-management/users/${id}/status`, { status: true }, '"7"']]);
    expect(screen.getAllByText('Enabled')).toHaveLength(2);
  });

  it('tells of a lock how long it lasts, and offers to open it', async () => {
    answer(users.get, amelia({ locked: true, lockedUntil: '2026-11-20T14:02:00Z' }));
    const first = await view();
    expect(await screen.findByText(/^Too many wrong tries, until 20 Nov 2026/)).toBeTruthy();
    expect(offered()).toEqual(['Unlock', 'End sessions', 'Disable']);
    expect(screen.getAllByText('Locked')).toHaveLength(2);
    first.unmount();
    answer(users.get, amelia({ locked: true }));
    await view();
    expect(await screen.findByText('Too many wrong tries, until somebody unlocks')).toBeTruthy();
  });

  it('has no such button for oneself, for whoever may not, and while the user is being changed', async () => {
    answer(users.get, amelia({ can: mayNot, locked: true }));
    const first = await view();
    await screen.findByRole('heading', { level: 1, name: 'Amelia Hartley' });
    expect(offered()).toEqual([]);
    first.unmount();
    answer(users.get, amelia());
    await renderAt(`/user/${id}/edit`, <UserPage id={id} mode="edit" />);
    await screen.findByRole('textbox', { name: 'First name' });
    expect(offered()).toEqual([]);
  });

  it('shows what somebody else made of the user in the meantime', async () => {
    let stored = amelia();
    answer(users.get, () => stored);
    const { user } = await view();
    await user.click(await screen.findByRole('button', { name: 'Disable' }));
    stored = amelia({ firstName: 'Emilia', version: 9 });
    refuse(users.setStatus, 'record.stale', { current: stored });
    await user.click(await screen.findByRole('button', { ...unseen, name: 'Disable user' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Emilia Hartley' })).toBeTruthy();
    expect(screen.getAllByText('Enabled')).toHaveLength(2);
  });
});

it('modules are called as the reader’s own place calls them', async () => {
  const role = { id: 'r', name: 'Seller', modules: [{ shortName: 'ebasket', accessRights: [] }] };
  const reader = aPerson({ userRole: [role] });
  answer(users.get, reader);
  keepTokens(someTokens());
  await restore();
  learn(reader.id, {
    eBasketMgmtSettings: [{ displaySettings: { displayLogo: null, displayName: 'Kestrel Basket' } }],
  });
  await renderAt(`/user/${id}/view`, <UserPage id={id} mode="view" />);
  expect(await screen.findByText('Kestrel Basket · 0')).toBeTruthy();
  drop();
});
