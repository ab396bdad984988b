import type { NodeType, Permission } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import { defaultRuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import { users } from '@storeward/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mockRawResponse, mockError } from '../../../test/mock-server.ts';
import { tearDownPortal, menuLinks, mainMenu, openPortal, setUpPortal } from '../../../test/open-portal.tsx';
import { appSettings } from '../../platform/app-settings.ts';
import { resetRuntimeConfiguration } from '../../platform/runtime-configuration.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { currentSession } from '../../platform/session/session.ts';
import { createNotify } from '../../ui/page/notify.tsx';
import { notificationLabels } from './notification-labels.ts';
import type { createPortalRouter } from '../router.tsx';
import { containing, phrase } from '../../../test/phrase.ts';

const nodeId = '0199b000-0000-7000-8000-000000000002' as NodeId;

let router: ReturnType<typeof createPortalRouter>;

beforeEach(setUpPortal);
afterEach(tearDownPortal);

async function open(address: string, options?: Parameters<typeof openPortal>[1]) {
  const portal = await openPortal(address, options);
  router = portal.router;
  return portal;
}

describe('the left menu', () => {
  test('shows the permitted screens in the menu under the heading of the user’s level', async () => {
    await open('/dashboard');
    expect(menuLinks()).toEqual([
      'Dashboard',
      'User List',
      'API Keys',
      'Hierarchy',
      'Compare',
      'Change Calendar',
      'Audit',
    ]);
    expect(mainMenu().getByText('Company')).toBeDefined();
    expect(mainMenu().getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
  });

  test.each<[string, { grantedPermissions?: Permission[]; rootNode?: NodeType | null }, string[]]>([
    [
      'without the permission for users',
      { grantedPermissions: ['OM_DASHBOARD', 'LIST_NODE_STRUCTURE'] },
      ['Dashboard', 'Hierarchy'],
    ],
    ['on the global level', { rootNode: 'GLOBAL' }, ['Dashboard', 'User List', 'Audit']],
    [
      'of a user without a node',
      { rootNode: null },
      ['Dashboard', 'User List', 'API Keys', 'Hierarchy', 'Compare', 'Change Calendar', 'Audit'],
    ],
  ])('the menu %s leaves out screens that cannot be opened', async (_who, options, expected) => {
    await open('/dashboard', options);
    expect(menuLinks()).toEqual(expected);
  });

  test('collapses a group of the menu, and stores that on the device', async () => {
    const { user, unmount } = await open('/dashboard');
    const group = mainMenu().getByRole('button', { name: 'Administrators' });
    expect(group.getAttribute('aria-expanded')).toBe('true');
    await user.click(group);
    expect(menuLinks()).toEqual(['Dashboard', 'Hierarchy', 'Compare', 'Change Calendar', 'Audit']);
    unmount();
    await open('/dashboard');
    expect(menuLinks()).toEqual(['Dashboard', 'Hierarchy', 'Compare', 'Change Calendar', 'Audit']);
  });

  test('collapses the menu to icons by keyboard shortcut and by button', async () => {
    const { user } = await open('/dashboard');
    await user.keyboard('[[');
    expect(mainMenu().getByRole('link', { name: 'User List' }).textContent).toBe('');
    expect(appSettings().navigationCollapsed).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Expand menu' }));
    expect(menuLinks()).toContain('User List');
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

describe('the URLs', () => {
  test.each(['/', '/om', '/ross'])('%s redirects to the dashboard', async (address) => {
    await open(address);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await screen.findByRole('heading', { name: 'Company dashboard', level: 1 })).toBeDefined();
    expect(document.title).toBe('Dashboard');
  });

  test('an unknown URL shows the not-found screen with a button to the dashboard', async () => {
    const { user } = await open('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Not found' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Go to dashboard' }));
    expect(await screen.findByText('Dashboard is coming soon....')).toBeDefined();
  });

  test('a URL without permission names the missing permission and the node, and keeps the session', async () => {
    await open('/users', {
      grantedPermissions: ['OM_DASHBOARD'],
      path: [{ id: nodeId, name: 'Kestrel UK', nodeType: 'COMPANY' }],
    });
    const sentence = /“See the user list” at Kestrel UK\. Ask the person who manages the roles of Kestrel Sports/;
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.getByText('LIST_USERS').tagName).toBe('CODE');
    expect(document.title).toBe('Access denied');
    expect(location.replace).not.toHaveBeenCalled();
  });

  test('a URL that is not for the user’s level is denied', async () => {
    await open('/structure/hierarchy', { rootNode: 'GLOBAL' });
    expect(await screen.findByText(phrase('app.denied.level'))).toBeDefined();
  });

  test('a user without permission for the dashboard is offered a button to the first permitted screen', async () => {
    await open('/dashboard', { grantedPermissions: ['LIST_USERS'] });
    expect(await screen.findByRole('button', { name: 'User List' })).toBeDefined();
  });

  test('screens can be opened by keyboard shortcuts', async () => {
    const { user } = await open('/dashboard');
    await user.keyboard('gu');
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
    await waitFor(() => expect(document.title).toBe('User List'));
  });
});

describe('a failed request', () => {
  test('shows a failed request once, in the current language, with its error code to copy', async () => {
    mockError(users.list, 'service.unavailable');
    await open('/users');
    const copyButton = await screen.findByRole('button', { name: 'Copy service.unavailable' });
    expect(copyButton.closest('[role="alert"]')?.textContent).toMatch(
      /^ErrorThe list could not be loadedThe database is not responding/,
    );
    expect(screen.getAllByRole('button', { name: /^Copy service/ })).toHaveLength(1);
  });

  test('shows a failed request as a notification while earlier data stays on screen', async () => {
    await open('/users');
    expect(await screen.findByRole('heading', { name: 'No users yet' })).toBeDefined();
    mockError(users.list, 'service.unavailable');
    await queryClient.invalidateQueries();
    const copyButton = await screen.findByRole('button', { name: 'Copy service.unavailable' });
    expect(copyButton.closest('[role="alert"]')?.textContent).toMatch(/^ErrorThe database is not responding/);
    expect(screen.getByRole('heading', { name: 'No users yet' })).toBeDefined();
  });

  test('shows the server’s text for an unknown error code', async () => {
    mockRawResponse(users.list, 418, { message: 'Tea only', messageCode: 'kettle.busy' });
    await open('/users');
    expect(await screen.findByText('Tea only')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy kettle.busy' })).toBeDefined();
  });

  test('shows a lost session on the sign-in page only', async () => {
    mockError(users.list, 'session.expired');
    await open('/users');
    await waitFor(() => expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login'));
    expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull();
  });

  test('opens the password page if a password change is required', async () => {
    mockError(users.list, 'password.mustChange');
    await open('/users');
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/reset-password'));
    expect(currentSession()).toMatchObject({ mustChange: true, permissions: [] });
  });
});

describe('a notification', () => {
  test('removes a success notification with its screen, but keeps an error', async () => {
    await open('/dashboard');
    const notify = createNotify(notificationLabels);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      act(() => {
        notify.success('The name was saved');
        notify.error('The name is taken');
      });
      vi.setSystemTime(Date.now() + 2_000);
      act(() => notify.info('The place was deleted'));
      await act(() => router.navigate({ href: '/users' }));
      await waitFor(() => expect(screen.queryByText('The name was saved')).toBeNull());
      expect(screen.getByText('The name is taken')).toBeDefined();
      expect(screen.getByText('The place was deleted')).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the environment banner', () => {
  const setBanner = (banner: string, demoWarning = false) => {
    document.querySelector('meta[name="portal"]')?.remove();
    const meta = document.createElement('meta');
    meta.name = 'portal';
    meta.content = JSON.stringify({ ...defaultRuntimeConfiguration, banner, demoWarning });
    document.head.append(meta);
    resetRuntimeConfiguration();
  };

  afterEach(() => {
    document.querySelector('meta[name="portal"]')?.remove();
    resetRuntimeConfiguration();
  });

  test('shows the name of the installation in a banner if configured, and no banner otherwise', async () => {
    setBanner('Pre-production');
    const { unmount } = await open('/dashboard');
    expect(screen.getByText('Pre-production')).toBeDefined();
    unmount();
    setBanner('');
    await open('/dashboard');
    expect(screen.queryByText('Pre-production')).toBeNull();
    expect(screen.queryByText(/^Demo data:/)).toBeNull();
  });

  test('warns on every screen of a production installation that serves demo accounts', async () => {
    setBanner('', true);
    await open('/dashboard');
    expect(screen.getByText(containing('app.shell.demoWarning'))).toBeDefined();
  });
});

test('the panel reserved for overlays exists, hidden and empty, and no header button opens it', async () => {
  const { user } = await open('/dashboard');
  const panel = document.querySelector<HTMLElement>('aside')!;
  for (const button of within(screen.getAllByRole('banner')[0]!).getAllByRole('button')) await user.click(button);
  expect([panel.hidden, panel.childNodes.length, document.querySelectorAll('aside').length]).toEqual([true, 0, 1]);
});
