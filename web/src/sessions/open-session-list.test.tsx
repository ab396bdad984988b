import { type OpenSession, openSessions, type SessionId, type SignIn } from '@storeward/contract/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest, mockError, startMockServer } from '../../test/mock-server.ts';
import { renderAt } from '../../test/render-at.tsx';
import { loadPortalPhrases } from '../platform/text/catalogues.ts';
import { initLanguage } from '../platform/text/i18n.ts';
import { deviceName } from '../platform/session/device-name.ts';
import { OpenSessionList } from './open-session-list.tsx';
import { SignInList } from './sign-in-list.tsx';
import { phrase } from '../../test/phrase.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const createSession = (number: number, overrides: Partial<OpenSession> = {}): OpenSession => ({
  id: `0199a000-0000-7000-8000-00000000000${number}` as SessionId,
  device: chrome,
  address: `192.0.2.${number}`,
  createdDate: '2026-11-20T08:00:00Z',
  lastActivity: '2026-11-20T09:30:00Z',
  current: number === 1,
  ...overrides,
});

let requests: RecordedRequest[];
let rows: OpenSession[];
const deletedPaths = () => requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

beforeEach(async () => {
  requests = startMockServer();
  rows = [createSession(1), createSession(2, { device: safari }), createSession(3, { device: '' })];
  mockResponse(openSessions.mine, () => rows);
  await initLanguage(loadPortalPhrases);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const listedTexts = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent);

describe('the open sessions', () => {
  test('show device, address and times, and mark the current session', async () => {
    await renderAt('/profile', <OpenSessionList />);
    const [first, second, third] = await listedTexts();
    expect(first).toMatch(
      /^Chrome on WindowsThis device192\.0\.2\.1 · since 20 Nov 2026, \d\d:00, last used 20 Nov 2026, \d\d:30Logout$/,
    );
    expect(second).toContain('Safari on iPhone192.0.2.2');
    expect(third).toContain('Unknown device');
  });

  test('are ended one by one', async () => {
    mockResponse(openSessions.end, ({ path }) => {
      rows = rows.filter(({ id }) => !path.endsWith(id));
      return { ended: 1 };
    });
    const { user } = await renderAt('/profile', <OpenSessionList />);
    await user.click(
      await screen.findByRole('button', { name: phrase('profile.sessions.endDevice', { device: 'Safari on iPhone' }) }),
    );
    const dialog = within(
      await screen.findByRole('dialog', {
        name: phrase('profile.sessions.endTitle', { device: 'Safari on iPhone' }),
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'No' }));
    expect(deletedPaths()).toEqual([]);
    await user.click(
      await screen.findByRole('button', { name: phrase('profile.sessions.endDevice', { device: 'Safari on iPhone' }) }),
    );
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
    await waitFor(async () => expect(await listedTexts()).toHaveLength(2));
    expect(await screen.findByText('Session ended')).toBeTruthy();
    expect(deletedPaths()).toEqual([`/user-management/sessions/${createSession(2).id}`]);
  });

  test('are all ended except the current one, with their number', async () => {
    mockResponse(openSessions.endOthers, () => {
      rows = rows.slice(0, 1);
      return { ended: 2 };
    });
    const { user } = await renderAt('/profile', <OpenSessionList />);
    await user.click(await screen.findByRole('button', { name: 'End all 2 others' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End all 2 other sessions?' }));
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(async () => expect(await listedTexts()).toHaveLength(1));
    expect(deletedPaths()).toEqual(['/user-management/sessions']);
    expect(await screen.findByText('2 sessions ended')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /others/ })).toBeNull();
  });

  test('show a message if they cannot be loaded', async () => {
    mockError(openSessions.mine, 'service.busy');
    await renderAt('/profile', <OpenSessionList />);
    expect(await screen.findByText(phrase('ui.state.loadFailed'))).toBeTruthy();
  });
});

describe('the sign-ins', () => {
  test('show the latest ones first and all on request', async () => {
    const outcomes = ['began', 'refused', 'locked'] as const;
    const allSignIns = Array.from({ length: 7 }, (_, index): SignIn => ({
      at: `2026-11-1${9 - index}T08:00:00Z`,
      device: chrome,
      address: '192.0.2.1',
      outcome: outcomes[index % 3]!,
    }));
    mockResponse(openSessions.signIns, allSignIns);
    const { user } = await renderAt('/profile', <SignInList />);
    const visibleRows = await screen.findAllByRole('listitem');
    expect(visibleRows[1]?.textContent).toMatch(/^18 Nov 2026, \d\d:00Chrome on Windows/);
    expect(visibleRows.map((row) => within(row).getByText(/^(Signed in|Refused|Locked)$/).textContent)).toEqual([
      'Signed in',
      'Refused',
      'Locked',
      'Signed in',
      'Refused',
    ]);
    await user.click(screen.getByRole('button', { name: 'Show all 7' }));
    expect(await screen.findAllByRole('listitem')).toHaveLength(7);
  });
});

test.each([
  [chrome, 'Chrome on Windows'],
  [chrome.replace('Chrome/149.0.0.0', 'Chrome/149.0.0.0').concat(' Edg/149.0'), 'Edge on Windows'],
  [safari, 'Safari on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/149.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.5 Safari/605.1', 'Safari on macOS'],
  ['curl/8.14', 'Unknown device'],
  ['', 'Unknown device'],
])('names a device by browser and system: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
