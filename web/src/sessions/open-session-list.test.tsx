import { type OpenSession, openSessions, type SessionId, type SignIn } from '@storeward/contract/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, type Heard, refuse, startServer } from '../../test/answer.ts';
import { renderAt } from '../../test/render-at.tsx';
import { loadPortalPhrases } from '../platform/catalogues.ts';
import { startSpeaking } from '../platform/i18n.ts';
import { deviceName } from './device-name.ts';
import { OpenSessionList } from './open-session-list.tsx';
import { SignInList } from './sign-in-list.tsx';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const session = (number: number, wishes: Partial<OpenSession> = {}): OpenSession => ({
  id: `0199a000-0000-7000-8000-00000000000${number}` as SessionId,
  device: chrome,
  address: `192.0.2.${number}`,
  createdDate: '2026-11-20T08:00:00Z',
  lastActivity: '2026-11-20T09:30:00Z',
  current: number === 1,
  ...wishes,
});

let heard: Heard[];
let rows: OpenSession[];
const deleted = () => heard.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

beforeEach(async () => {
  heard = startServer();
  rows = [session(1), session(2, { device: safari }), session(3, { device: '' })];
  answer(openSessions.mine, () => rows);
  await startSpeaking(loadPortalPhrases);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const list = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent);

describe('the open sessions', () => {
  it('say device, place and times in words, and which of them is this one', async () => {
    await renderAt('/profile', <OpenSessionList />);
    const [first, second, third] = await list();
    expect(first).toMatch(
      /^Chrome on WindowsThis device192\.0\.2\.1 · since 20 Nov 2026, \d\d:00, last used 20 Nov 2026, \d\d:30Logout$/,
    );
    expect(second).toContain('Safari on iPhone192.0.2.2');
    expect(third).toContain('Unknown device');
  });

  it('end one by one', async () => {
    answer(openSessions.end, ({ path }) => {
      rows = rows.filter(({ id }) => !path.endsWith(id));
      return { ended: 1 };
    });
    const { user } = await renderAt('/profile', <OpenSessionList />);
    await user.click(await screen.findByRole('button', { name: 'End the session on Safari on iPhone' }));
    const question = within(await screen.findByRole('dialog', { name: 'End the session on Safari on iPhone?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(deleted()).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'End the session on Safari on iPhone' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }));
    await waitFor(async () => expect(await list()).toHaveLength(2));
    expect(await screen.findByText('The session has ended')).toBeTruthy();
    expect(deleted()).toEqual([`/user-management/sessions/${session(2).id}`]);
  });

  it('end all but this one, said with how many there are', async () => {
    answer(openSessions.endOthers, () => {
      rows = rows.slice(0, 1);
      return { ended: 2 };
    });
    const { user } = await renderAt('/profile', <OpenSessionList />);
    await user.click(await screen.findByRole('button', { name: 'End all 2 others' }));
    const question = within(await screen.findByRole('dialog', { name: 'End all 2 other sessions?' }));
    await user.click(question.getByRole('button', { name: 'End' }));
    await waitFor(async () => expect(await list()).toHaveLength(1));
    expect(deleted()).toEqual(['/user-management/sessions']);
    expect(await screen.findByText('2 sessions have ended')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /others/ })).toBeNull();
  });

  it('are told to be missing where they cannot be read', async () => {
    refuse(openSessions.mine, 'service.busy');
    await renderAt('/profile', <OpenSessionList />);
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
  });
});

describe('the sign-ins', () => {
  it('show the last ones, and all of them when asked', async () => {
    const outcomes = ['began', 'refused', 'locked'] as const;
    const all = Array.from({ length: 7 }, (_, at): SignIn => ({
      at: `2026-11-1${9 - at}T08:00:00Z`,
      device: chrome,
      address: '192.0.2.1',
      outcome: outcomes[at % 3]!,
    }));
    answer(openSessions.signIns, all);
    const { user } = await renderAt('/profile', <SignInList />);
    const rowsShown = await screen.findAllByRole('listitem');
    expect(rowsShown[1]?.textContent).toMatch(/^18 Nov 2026, \d\d:00Chrome on Windows/);
    expect(rowsShown.map((row) => within(row).getByText(/^(Signed in|Refused|Locked)$/).textContent)).toEqual([
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

it.each([
  [chrome, 'Chrome on Windows'],
  [chrome.replace('Chrome/149.0.0.0', 'Chrome/149.0.0.0').concat(' Edg/149.0'), 'Edge on Windows'],
  [safari, 'Safari on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/149.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.5 Safari/605.1', 'Safari on macOS'],
  ['curl/8.14', 'Unknown device'],
  ['', 'Unknown device'],
])('a device is named as people name it: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
