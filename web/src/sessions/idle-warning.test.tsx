import { act, fireEvent, screen } from '@testing-library/react';
import { sessions } from '@storeward/contract/sessions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Heard, answer, startServer } from '../../test/answer.ts';
import { someTokens } from '../../test/person.ts';
import { render } from '../../test/render.tsx';
import { loadPortalPhrases } from '../platform/catalogues.ts';
import { startSpeaking } from '../platform/i18n.ts';
import { keepTokens } from '../platform/tokens.ts';
import { IdleWarning } from './idle-warning.tsx';

let heard: Heard[] = [];

beforeEach(async () => {
  await startSpeaking(loadPortalPhrases);
  vi.useFakeTimers();
  heard = startServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  answer(sessions.logout, { ended: true });
  keepTokens(someTokens());
  render(<IdleWarning />);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));
const warning = () => screen.queryByRole('dialog', { name: 'You have been Idle!' });

test('opens after forty minutes, says how long is left each second, and closes with any input', async () => {
  await seconds(2399);
  expect(warning()).toBeNull();
  await seconds(1);
  expect(warning()?.textContent).toContain('You will time out in 5 minutes and 0 seconds!');
  await seconds(1);
  expect(warning()?.textContent).toContain('You will time out in 4 minutes and 59 seconds!');
  await seconds(238);
  expect(warning()?.textContent).toContain('You will time out in 1 minutes and 1 seconds!');
  fireEvent.keyDown(document.body, { key: 'Shift' });
  expect(warning()).toBeNull();
  expect(localStorage.getItem('SESSION')).not.toBeNull();
});

test('ends the session when nobody has answered it', async () => {
  await seconds(2700);
  await vi.waitFor(() => expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login'));
  expect(localStorage.getItem('SESSION')).toBeNull();
  expect(heard.map(({ path }) => path)).toEqual(['/user-management/logout']);
});

test('has a way to stay and a way to leave', async () => {
  await seconds(2400);
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(warning()).toBeNull();
  await seconds(2400);
  const logout = screen.getByRole('button', { name: 'Logout' });
  fireEvent.pointerDown(logout);
  expect(warning()).not.toBeNull();
  fireEvent.click(logout);
  await vi.waitFor(() => expect(location.replace).toHaveBeenCalledWith('/login'));
});
