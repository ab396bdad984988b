import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { messages } from '@storeward/contract/errors';
import { passwords } from '@storeward/contract/passwords';
import { sessions } from '@storeward/contract/sessions';
import { users } from '@storeward/contract/users';
import { notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RecordedRequest, mockResponse, mockError, startMockServer } from '../../test/mock-server.ts';
import { createUser, createTokens } from '../../test/create-user.ts';
import { render } from '../../test/render.tsx';
import { loadPortalPhrases } from '../platform/text/catalogues.ts';
import { initLanguage, t } from '../platform/text/i18n.ts';
import { currentSession, resetSession, signIn } from '../platform/session/session.ts';
import { tokens } from '../platform/theme/tokens.ts';
import { type NotificationKind, NotifyProvider } from '../ui/page/notify.tsx';
import { ForcedResetPage } from './forced-reset-page.tsx';
import { phrase } from '../../test/phrase.ts';

const labels = {
  header: (kind: NotificationKind) => t(`ui.notify.${kind}`),
  close: () => t('ui.action.close'),
  copyCode: (code: string) => t('ui.notify.copyCode', { code }),
};
let requests: RecordedRequest[] = [];

beforeEach(async () => {
  requests = startMockServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  mockResponse(sessions.login, createTokens());
  mockResponse(sessions.logout, { ended: true });
  mockResponse(passwords.rules, { minimum: 6, spaces: false });
  mockResponse(users.get, createUser({ manualPassword: false }));
  await initLanguage(loadPortalPhrases);
  await signIn('new.user', 'secret');
});

afterEach(() => {
  notifications.clean();
  resetSession();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Reset password' });

async function fill(old = 'Temporary-1', newPassword = 'Own-portal-27', confirmation = newPassword) {
  const { user } = render(
    <QueryClientProvider client={new QueryClient()}>
      <NotifyProvider {...labels}>
        <ForcedResetPage theme={defaultTheme} />
      </NotifyProvider>
    </QueryClientProvider>,
  );
  if (old) await user.type(field('Old password'), old);
  if (newPassword) await user.type(field('New password'), newPassword);
  if (confirmation) await user.type(field('Confirm password'), confirmation);
  return user;
}

test('shows its reason and title, and no portal navigation', async () => {
  await fill('', '', '');
  expect(document.title).toBe('reset-password');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'WarningReset the password first to access the portal.',
  );
  expect(screen.queryByRole('navigation')).toBeNull();
});

test.each([
  ['no old password', ['', 'Own-portal-27']],
  ['no new password', ['Temporary-1', '']],
  ['a short new password', ['Temporary-1', 'short']],
  ['a different confirmation', ['Temporary-1', 'Own-portal-27', 'Own-portal-28']],
] as const)('disables the submit button with %s', async (_what, values) => {
  await fill(...values);
  expect(button().disabled).toBe(true);
});

test('applies the password rules of the user’s node, and shows them before typing', async () => {
  mockResponse(passwords.rules, { minimum: 15, spaces: true });
  const user = await fill('', '', '');
  expect(await screen.findByText(phrase('passwords.reset.minimumSpaces', { minimum: '15' }))).toBeDefined();
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

test('blocks typed spaces where none are allowed', async () => {
  await fill('Tem porary', 'Own portal 27');
  expect([field('Old password').value, field('New password').value]).toEqual(['Temporary', 'Ownportal27']);
  expect(screen.getByText(phrase('passwords.reset.minimum', { minimum: '6' }))).toBeDefined();
});

test('validates a field on blur', async () => {
  const user = await fill('Temporary-1', 'short', 'other');
  await user.tab();
  expect(screen.getByText('Passwords must contain at least six characters')).toBeDefined();
  expect(screen.getByText('Confirm password should be same as of password entered')).toBeDefined();
});

test('sends the old and the new password, shows the server’s message and ends the session', async () => {
  mockResponse(passwords.change, messages['password.changed']);
  sessionStorage.setItem('REDIRECT_URL', '/users');
  const accessKey = tokens()?.accessToken;
  const user = await fill();
  await user.click(button());
  expect((await screen.findByText(messages['password.changed'])).closest('[role="status"]')).not.toBeNull();
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/user-management/resetpassword',
    body: {
      oldPassword: 'Temporary-1',
      newPassword: 'Own-portal-27',
      confirmPassword: 'Own-portal-27',
      updatedBy: createUser().id,
      accessKey,
    },
  });
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  expect([currentSession().loggedIn, localStorage.getItem('SESSION')]).toEqual([false, null]);
  expect(sessionStorage.getItem('REDIRECT_URL')).toBe('/users');
});

test('shows a wrong old password in a notification with its error code, and allows another attempt', async () => {
  mockError(passwords.change, 'password.oldWrong');
  const user = await fill();
  await user.click(button());
  const message = await screen.findByText(phrase('errors.password.oldWrong'));
  expect(message.closest('[role="alert"]')?.textContent).toContain('Error');
  expect(screen.getByRole('button', { name: 'Copy password.oldWrong' })).toBeDefined();
  expect(button().disabled).toBe(false);
});

test('signs out on cancel', async () => {
  const user = await fill('', '', '');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(location.replace).toHaveBeenCalledWith('/login'));
  expect(localStorage.getItem('SESSION')).toBeNull();
});
