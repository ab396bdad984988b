import { act, fireEvent, screen } from '@testing-library/react';
import { sessions } from '@storeward/contract/sessions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RecordedRequest, mockResponse, startMockServer } from '../../test/mock-server.ts';
import { createTokens } from '../../test/create-user.ts';
import { render } from '../../test/render.tsx';
import { loadPortalPhrases } from '../platform/text/catalogues.ts';
import { initLanguage } from '../platform/text/i18n.ts';
import { storeTokens } from '../platform/theme/tokens.ts';
// loaded already, since the timers of these tests do not run by themselves
import './idle-dialog.tsx';
import { IdleWarning } from './idle-warning.tsx';

let requests: RecordedRequest[] = [];

beforeEach(async () => {
  await initLanguage(loadPortalPhrases);
  vi.useFakeTimers();
  requests = startMockServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  mockResponse(sessions.logout, { ended: true });
  storeTokens(createTokens());
  render(<IdleWarning />);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const advanceSeconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));
const warning = () => screen.queryByRole('dialog', { name: 'You have been Idle!' });

test('opens after forty minutes, counts down every second, and closes on any input', async () => {
  await advanceSeconds(2399);
  expect(warning()).toBeNull();
  await advanceSeconds(1);
  expect(warning()?.textContent).toContain('You will time out in 5 minutes and 0 seconds!');
  await advanceSeconds(1);
  expect(warning()?.textContent).toContain('You will time out in 4 minutes and 59 seconds!');
  await advanceSeconds(238);
  expect(warning()?.textContent).toContain('You will time out in 1 minutes and 1 seconds!');
  fireEvent.keyDown(document.body, { key: 'Shift' });
  expect(warning()).toBeNull();
  expect(localStorage.getItem('SESSION')).not.toBeNull();
});

test('ends the session when the countdown expires', async () => {
  await advanceSeconds(2700);
  await vi.waitFor(() => expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login'));
  expect(localStorage.getItem('SESSION')).toBeNull();
  expect(requests.map(({ path }) => path)).toEqual(['/user-management/logout']);
});

test('has a button to stay signed in and a button to sign out', async () => {
  await advanceSeconds(2400);
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(warning()).toBeNull();
  await advanceSeconds(2400);
  const logout = screen.getByRole('button', { name: 'Logout' });
  fireEvent.pointerDown(logout);
  expect(warning()).not.toBeNull();
  fireEvent.click(logout);
  await vi.waitFor(() => expect(location.replace).toHaveBeenCalledWith('/login'));
});
