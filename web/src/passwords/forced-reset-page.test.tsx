import { defaultTheme } from '@storeward/contract/settings/theme';
import { messages } from '@storeward/contract/errors';
import { passwords } from '@storeward/contract/passwords';
import { sessions } from '@storeward/contract/sessions';
import { users } from '@storeward/contract/users';
import { notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Heard, answer, refuse, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { render } from '../../test/render.tsx';
import { loadPortalPhrases } from '../platform/catalogues.ts';
import { startSpeaking, t } from '../platform/i18n.ts';
import { currentSession, drop, signIn } from '../platform/session.ts';
import { tokens } from '../platform/tokens.ts';
import { type NotificationKind, NotifyProvider } from '../ui/notify.tsx';
import { ForcedResetPage } from './forced-reset-page.tsx';

const words = {
  header: (kind: NotificationKind) => t(`ui.notify.${kind}`),
  close: () => t('ui.action.close'),
  copyCode: (code: string) => t('ui.notify.copyCode', { code }),
};
let heard: Heard[] = [];

beforeEach(async () => {
  heard = startServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  answer(sessions.login, someTokens());
  answer(sessions.logout, { ended: true });
  answer(passwords.rules, { minimum: 6, spaces: false });
  answer(users.get, aPerson({ manualPassword: false }));
  await startSpeaking(loadPortalPhrases);
  await signIn('new.user', 'secret');
});

afterEach(() => {
  notifications.clean();
  drop();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Reset password' });

async function fill(old = 'Temporary-1', fresh = 'Own-portal-27', again = fresh) {
  const { user } = render(
    <QueryClientProvider client={new QueryClient()}>
      <NotifyProvider {...words}>
        <ForcedResetPage theme={defaultTheme} />
      </NotifyProvider>
    </QueryClientProvider>,
  );
  if (old) await user.type(field('Old password'), old);
  if (fresh) await user.type(field('New password'), fresh);
  if (again) await user.type(field('Confirm password'), again);
  return user;
}

test('says why it is there, under its own title, and shows no portal', async () => {
  await fill('', '', '');
  expect(document.title).toBe('reset-password');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'WarningReset the password first to access the portal.',
  );
  expect(screen.queryByRole('navigation')).toBeNull();
});

test.each([
  ['no old password', ['', 'Own-portal-27']],
  ['no new one', ['Temporary-1', '']],
  ['a short one', ['Temporary-1', 'short']],
  ['a second one that differs', ['Temporary-1', 'Own-portal-27', 'Own-portal-28']],
] as const)('with %s nothing can be sent', async (_what, typed) => {
  await fill(...typed);
  expect(button().disabled).toBe(true);
});

test('asks for what the place of its reader asks for, and says so before anything is typed', async () => {
  answer(passwords.rules, { minimum: 15, spaces: true });
  const user = await fill('', '', '');
  expect(await screen.findByText('At least 15 characters')).toBeDefined();
  await user.type(field('Old password'), 'Temporary-1');
  await user.type(field('New password'), 'fourteen signs');
  await user.tab();
  expect(screen.getByText('Passwords must contain at least 15 characters')).toBeDefined();
  expect(button().disabled).toBe(true);
  await user.type(field('New password'), '!');
  await user.type(field('Confirm password'), 'fourteen signs!');
  expect(field('New password').value).toBe('fourteen signs!');
  expect(button().disabled).toBe(false);
});

test('takes no space from the keyboard where none is allowed', async () => {
  await fill('Tem porary', 'Own portal 27');
  expect([field('Old password').value, field('New password').value]).toEqual(['Temporary', 'Ownportal27']);
  expect(screen.getByText('At least 6 characters, no spaces')).toBeDefined();
});

test('says what is wrong with a field when it is left', async () => {
  const user = await fill('Temporary-1', 'short', 'other');
  await user.tab();
  expect(screen.getByText('Passwords must contain at least six characters')).toBeDefined();
  expect(screen.getByText('Confirm password should be same as of password entered')).toBeDefined();
});

test('sends the old and the new password, says what the server says, and leaves nobody signed in', async () => {
  answer(passwords.change, messages['password.changed']);
  sessionStorage.setItem('REDIRECT_URL', '/users');
  const accessKey = tokens()?.accessToken;
  const user = await fill();
  await user.click(button());
  expect((await screen.findByText(messages['password.changed'])).closest('[role="status"]')).not.toBeNull();
  expect(heard.at(-1)).toMatchObject({
    method: 'POST',
    path: '/user-management/resetpassword',
    body: {
      oldPassword: 'Temporary-1',
      newPassword: 'Own-portal-27',
      confirmPassword: 'Own-portal-27',
      updatedBy: aPerson().id,
      accessKey,
    },
  });
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  expect([currentSession().loggedIn, localStorage.getItem('SESSION')]).toEqual([false, null]);
  expect(sessionStorage.getItem('REDIRECT_URL')).toBe('/users');
});

test('a wrong old password is told in a notification, by name, and can be typed again', async () => {
  refuse(passwords.change, 'password.oldWrong');
  const user = await fill();
  await user.click(button());
  const told = await screen.findByText('This password is not right.');
  expect(told.closest('[role="alert"]')?.textContent).toContain('Error');
  expect(screen.getByRole('button', { name: 'Copy password.oldWrong' })).toBeDefined();
  expect(button().disabled).toBe(false);
});

test('to cancel is to sign out', async () => {
  const user = await fill('', '', '');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(location.replace).toHaveBeenCalledWith('/login'));
  expect(localStorage.getItem('SESSION')).toBeNull();
});
