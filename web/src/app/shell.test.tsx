import type { NodeType, Permission } from '@storeward/contract/access';
import { sessions } from '@storeward/contract/sessions';
import { defaultTheme } from '@storeward/contract/themes';
import { users } from '@storeward/contract/users';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { render } from '../../test/render.tsx';
import { appSettings, rememberSettings } from '../platform/app-settings.ts';
import { loadPortalPhrases } from '../platform/catalogues.ts';
import { startSpeaking } from '../platform/i18n.ts';
import { queryClient } from '../platform/query-client.ts';
import { drop, signIn } from '../platform/session.ts';
import { createPortalRouter } from './router.tsx';

let router: ReturnType<typeof createPortalRouter>;

const everything: Permission[] = [
  'OM_DASHBOARD',
  'LIST_USERS',
  'VIEW_USER',
  'EDIT_USER',
  'LIST_NODE_STRUCTURE',
  'VIEW_NODE',
];

beforeEach(async () => {
  window.happyDOM?.setViewport({ width: 1440 });
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  startServer();
  answer(sessions.login, someTokens());
  answer(sessions.logout, { ended: true });
  answer(users.list, { result: [], total: 0 });
  await startSpeaking(loadPortalPhrases);
});

afterEach(() => {
  drop();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(
  address: string,
  { may = everything, rootNode = 'COMPANY' }: { may?: Permission[]; rootNode?: NodeType | null } = {},
) {
  answer(users.get, aPerson({ may, rootNode }));
  await signIn('company.admin', 'secret');
  router = createPortalRouter(createMemoryHistory({ initialEntries: [address] }));
  const drawn = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('main');
  return drawn;
}

const menu = () => within(screen.getByRole('navigation', { name: /^(Main menu|Menu principal)$/ }));
const entries = () =>
  menu()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the menu', () => {
  test('shows what somebody may open, under the name of their level', async () => {
    await open('/dashboard');
    expect(entries()).toEqual(['Dashboard', 'User List', 'Hierarchy']);
    expect(menu().getByText('Company')).toBeDefined();
    expect(menu().getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
  });

  test.each<[string, { may?: Permission[]; rootNode?: NodeType | null }, string[]]>([
    ['without the permission for users', { may: ['OM_DASHBOARD', 'LIST_NODE_STRUCTURE'] }, ['Dashboard', 'Hierarchy']],
    ['on the global level', { rootNode: 'GLOBAL' }, ['Dashboard', 'User List']],
    ['of somebody without a place', { rootNode: null }, ['Dashboard', 'User List', 'Hierarchy']],
  ])('%s leaves out what cannot be opened', async (_who, wishes, expected) => {
    await open('/dashboard', wishes);
    expect(entries()).toEqual(expected);
  });

  test('folds a group, and remembers it on this device', async () => {
    const { user, unmount } = await open('/dashboard');
    const group = menu().getByRole('button', { name: 'Administrators' });
    expect(group.getAttribute('aria-expanded')).toBe('true');
    await user.click(group);
    expect(entries()).toEqual(['Dashboard', 'Hierarchy']);
    unmount();
    await open('/dashboard');
    expect(entries()).toEqual(['Dashboard', 'Hierarchy']);
  });

  test('shrinks to pictograms by key and by button', async () => {
    const { user } = await open('/dashboard');
    await user.keyboard('[[');
    expect(menu().getByRole('link', { name: 'User List' }).textContent).toBe('');
    expect(appSettings().navigationCollapsed).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Expand menu' }));
    expect(entries()).toContain('User List');
  });

  test('is a drawer on a small window', async () => {
    window.happyDOM?.setViewport({ width: 800 });
    const { user } = await open('/dashboard');
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    await user.click(await screen.findByRole('link', { name: 'User List' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  });
});

describe('the addresses', () => {
  test.each(['/', '/om', '/ross'])('%s leads to the dashboard', async (address) => {
    await open(address);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await screen.findByRole('heading', { name: 'Company dashboard', level: 1 })).toBeDefined();
    expect(document.title).toBe('Dashboard');
  });

  test('an unknown one is not found, with a way out', async () => {
    const { user } = await open('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Not found' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'To the dashboard' }));
    expect(await screen.findByText('Dashboard is coming soon....')).toBeDefined();
  });

  test('one without the permission is denied by its name, and nobody is signed out', async () => {
    await open('/users', { may: ['OM_DASHBOARD'] });
    expect(await screen.findByText(/LIST_USERS/)).toBeDefined();
    expect(document.title).toBe('Access denied');
    expect(location.replace).not.toHaveBeenCalled();
  });

  test('one that is not for somebody’s level is denied', async () => {
    await open('/structure/hierarchy', { rootNode: 'GLOBAL' });
    expect(await screen.findByText('This screen is not meant for your level.')).toBeDefined();
  });

  test('somebody without the dashboard is shown the way to what is open to them', async () => {
    await open('/dashboard', { may: ['LIST_USERS'] });
    expect(await screen.findByRole('button', { name: 'User List' })).toBeDefined();
  });

  test('can be reached by keys', async () => {
    const { user } = await open('/dashboard');
    await user.keyboard('gu');
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
    await waitFor(() => expect(document.title).toBe('User List'));
  });
});

describe('the header', () => {
  test('says whose portal this is, and who is signed in', async () => {
    const { user } = await open('/dashboard');
    expect(screen.getByRole('link', { name: 'Kestrel Sports' }).getAttribute('href')).toBe('/dashboard');
    await user.click(screen.getByRole('button', { name: 'Your menu' }));
    const sheet = within(await screen.findByRole('dialog'));
    expect(
      ['Welcome', 'Priya Raman', 'Company administrator'].map((words) => sheet.getByText(words).textContent),
    ).toHaveLength(3);
    await user.click(sheet.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/login'));
  });

  test('wears the organisation’s logo in place of its name, and is still called by it', async () => {
    rememberSettings({ theme: { ...defaultTheme, logoURL: '/files/logo.svg' } });
    await open('/dashboard');
    const home = screen.getByRole('link', { name: 'Kestrel Sports' });
    expect(within(home).getByRole('img').getAttribute('src')).toBe('/files/logo.svg');
    expect(home.textContent).toBe('');
  });

  test('changes the language of menu, page and title at once', async () => {
    const { user } = await open('/users');
    await user.selectOptions(screen.getByLabelText('Language'), 'Français');
    await waitFor(() => expect(document.title).toBe('Liste des utilisateurs'));
    expect(entries()).toEqual(['Tableau de bord', 'Liste des utilisateurs', 'Hiérarchie']);
  });
});
