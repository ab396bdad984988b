import type { NodeType, Permission } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import { usualFacts } from '@storeward/contract/portal';
import { users } from '@storeward/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerRaw, refuse } from '../../test/answer.ts';
import { clearAll, entries, menu, openPortal, startAll } from '../../test/opened.tsx';
import { appSettings } from '../platform/app-settings.ts';
import { forgetFacts } from '../platform/portal-facts.ts';
import { queryClient } from '../platform/query-client.ts';
import { currentSession } from '../platform/session.ts';
import { createNotify } from '../ui/notify.tsx';
import { notifyWords } from './notify-words.ts';
import type { createPortalRouter } from './router.tsx';

const idOfBritain = '0199b000-0000-7000-8000-000000000002' as NodeId;

let router: ReturnType<typeof createPortalRouter>;

beforeEach(startAll);
afterEach(clearAll);

async function open(address: string, wishes?: Parameters<typeof openPortal>[1]) {
  const opened = await openPortal(address, wishes);
  router = opened.router;
  return opened;
}

describe('the menu', () => {
  test('shows what somebody may open, under the name of their level', async () => {
    await open('/dashboard');
    expect(entries()).toEqual(['Dashboard', 'User List', 'Hierarchy', 'Audit']);
    expect(menu().getByText('Company')).toBeDefined();
    expect(menu().getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
  });

  test.each<[string, { may?: Permission[]; rootNode?: NodeType | null }, string[]]>([
    ['without the permission for users', { may: ['OM_DASHBOARD', 'LIST_NODE_STRUCTURE'] }, ['Dashboard', 'Hierarchy']],
    ['on the global level', { rootNode: 'GLOBAL' }, ['Dashboard', 'User List', 'Audit']],
    ['of somebody without a place', { rootNode: null }, ['Dashboard', 'User List', 'Hierarchy', 'Audit']],
  ])('%s leaves out what cannot be opened', async (_who, wishes, expected) => {
    await open('/dashboard', wishes);
    expect(entries()).toEqual(expected);
  });

  test('folds a group, and remembers it on this device', async () => {
    const { user, unmount } = await open('/dashboard');
    const group = menu().getByRole('button', { name: 'Administrators' });
    expect(group.getAttribute('aria-expanded')).toBe('true');
    await user.click(group);
    expect(entries()).toEqual(['Dashboard', 'Hierarchy', 'Audit']);
    unmount();
    await open('/dashboard');
    expect(entries()).toEqual(['Dashboard', 'Hierarchy', 'Audit']);
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

  test('one without the permission is denied by name and place, and nobody is signed out', async () => {
    await open('/users', {
      may: ['OM_DASHBOARD'],
      path: [{ id: idOfBritain, name: 'Kestrel UK', nodeType: 'COMPANY' }],
    });
    const sentence = /“See the user list” at Kestrel UK\. Whoever manages the roles of Kestrel Sports can grant it/;
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.getByText('LIST_USERS').tagName).toBe('CODE');
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

describe('a call that fails', () => {
  test('is told once, in the reader’s language, with its name to copy', async () => {
    refuse(users.list, 'service.unavailable');
    await open('/users');
    const told = await screen.findByRole('button', { name: 'Copy service.unavailable' });
    expect(told.closest('[role="alert"]')?.textContent).toMatch(
      /^ErrorThe list could not be loadedThe database does not answer just now/,
    );
    expect(screen.getAllByRole('button', { name: /^Copy service/ })).toHaveLength(1);
  });

  test('while there is something to be seen is told in a notification, and what is there stays', async () => {
    await open('/users');
    expect(await screen.findByRole('heading', { name: 'No users yet' })).toBeDefined();
    refuse(users.list, 'service.unavailable');
    await queryClient.invalidateQueries();
    const told = await screen.findByRole('button', { name: 'Copy service.unavailable' });
    expect(told.closest('[role="alert"]')?.textContent).toMatch(/^ErrorThe database does not answer just now/);
    expect(screen.getByRole('heading', { name: 'No users yet' })).toBeDefined();
  });

  test('with words that nobody knows here is told in the server’s', async () => {
    answerRaw(users.list, 418, { message: 'Tea only', messageCode: 'kettle.busy' });
    await open('/users');
    expect(await screen.findByText('Tea only')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy kettle.busy' })).toBeDefined();
  });

  test('for want of a session is told on the sign-in page alone', async () => {
    refuse(users.list, 'session.expired');
    await open('/users');
    await waitFor(() => expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login'));
    expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull();
  });

  test('for want of a password of one’s own leads to where one is chosen', async () => {
    refuse(users.list, 'password.mustChange');
    await open('/users');
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/reset-password'));
    expect(currentSession()).toMatchObject({ mustChange: true, permissions: [] });
  });
});

describe('a notification', () => {
  test('of something done goes when its screen is left, one of an error stays', async () => {
    await open('/dashboard');
    const say = createNotify(notifyWords);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      act(() => {
        say.success('The name was saved');
        say.error('The name is taken');
      });
      vi.setSystemTime(Date.now() + 2_000);
      act(() => say.info('The place was deleted'));
      await act(() => router.navigate({ to: '/users' }));
      await waitFor(() => expect(screen.queryByText('The name was saved')).toBeNull());
      expect(screen.getByText('The name is taken')).toBeDefined();
      expect(screen.getByText('The place was deleted')).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the strip above every screen', () => {
  const facts = (banner: string) => {
    document.querySelector('meta[name="portal"]')?.remove();
    const meta = document.createElement('meta');
    meta.name = 'portal';
    meta.content = JSON.stringify({ ...usualFacts, banner });
    document.head.append(meta);
    forgetFacts();
  };

  afterEach(() => {
    document.querySelector('meta[name="portal"]')?.remove();
    forgetFacts();
  });

  test('names the installation where that is switched on, and is not there otherwise', async () => {
    facts('Pre-production');
    const { unmount } = await open('/dashboard');
    expect(screen.getByText('Pre-production')).toBeDefined();
    unmount();
    facts('');
    await open('/dashboard');
    expect(screen.queryByText('Pre-production')).toBeNull();
  });
});

test('the place for what lies over the page from the right is there, closed and empty, and nothing opens it', async () => {
  const { user } = await open('/dashboard');
  const panel = document.querySelector<HTMLElement>('aside')!;
  for (const button of within(screen.getAllByRole('banner')[0]!).getAllByRole('button')) await user.click(button);
  expect([panel.hidden, panel.childNodes.length, document.querySelectorAll('aside').length]).toEqual([true, 0, 1]);
});
