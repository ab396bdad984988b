import { passwords } from '@storeward/contract/passwords';
import { sessions } from '@storeward/contract/sessions';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type RecordedRequest,
  mockResponse,
  mockRawResponse,
  mockError,
  startMockServer,
} from '../../test/mock-server.ts';
import { createTokens } from '../../test/create-user.ts';
import { render } from '../../test/render.tsx';
import { loadRecoveryPhrases } from '../platform/text/catalogues.ts';
import { initLanguage } from '../platform/text/i18n.ts';
import { RecoveryPage } from './recovery-page.tsx';
import { containing, phrase } from '../../test/phrase.ts';

const secret = 'Demo-portal-27';
let requests: RecordedRequest[] = [];
let navigations: string[] = [];

beforeEach(async () => {
  requests = startMockServer();
  navigations = [];
  vi.spyOn(location, 'replace').mockImplementation((address) => void navigations.push(String(address)));
  mockResponse(passwords.checkLink, { valid: true, minimum: 6, spaces: false });
  await initLanguage(loadRecoveryPhrases);
});

const button = (name: string) => screen.getByRole('button', { name });
const alertText = async () => (await screen.findByRole('alert')).textContent;

describe('the reset link', () => {
  const open = async (path = '/resetPassword/token-1') => {
    history.replaceState(null, '', path);
    const { user } = render(<RecoveryPage domains={[]} />);
    await waitFor(() => expect(document.title).toBe('Reset Password'));
    const type = async (password: string, confirmPassword: string) => {
      await user.type(screen.getByLabelText('Password'), password);
      if (confirmPassword) await user.type(screen.getByLabelText('Confirm password'), confirmPassword);
      await user.tab();
    };
    return { user, type };
  };

  test('checks the token once on opening and keeps a good one in the URL, so that a reload works', async () => {
    await open('/resetPassword/a%20token');
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(location.pathname).toBe('/resetPassword/a%20token');
    expect(requests.map(({ path }) => path)).toEqual(['/user-management/reset-password/validation/a token']);
    expect(document.title).toBe('Reset Password');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['recovery.linkUnknown', phrase('errors.recovery.linkUnknown')],
    ['recovery.linkUsed', phrase('errors.recovery.linkUsed')],
    ['recovery.linkExpired', phrase('errors.recovery.linkExpired')],
  ] as const)('shows an alert for a link refused as %s, and leads to a new one', async (code, text) => {
    mockError(passwords.checkLink, code);
    const { user } = await open();
    expect(await alertText()).toBe(text);
    expect(location.pathname).toBe('/resetPassword/-');
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.click(button(phrase('passwords.reset.requestNewLink')));
    expect(location.pathname).toBe('/forgot-password');
  });

  test('shows the third part of a server message without a known code', async () => {
    mockRawResponse(passwords.checkLink, 400, { message: 'CodeMismatchException: 400: The till is shut' });
    await open();
    expect(await alertText()).toBe('The till is shut');
  });

  test('sends no request for a URL without its token', async () => {
    await open('/resetPassword/-');
    expect(await alertText()).toBe(phrase('errors.recovery.linkUnknown'));
    expect(requests).toEqual([]);
  });

  test('enables the submit button for a valid password typed twice', async () => {
    const { user, type } = await open();
    expect(button('Reset password')).toHaveProperty('disabled', true);
    await type('five5', 'other');
    expect(screen.getByText('Passwords must contain at least six characters')).toBeDefined();
    await user.type(screen.getByLabelText('Password'), '6');
    expect(await screen.findByText('Confirm password should be same as of password entered')).toBeDefined();
    expect(button('Reset password')).toHaveProperty('disabled', true);
    await user.clear(screen.getByLabelText('Confirm password'));
    await user.type(screen.getByLabelText('Confirm password'), 'five56');
    expect(button('Reset password')).toHaveProperty('disabled', false);
    expect(screen.queryByText('Confirm password should be same as of password entered')).toBeNull();
  });

  test('blocks typed spaces and rejects a pasted one', async () => {
    const { user } = await open();
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    await user.type(field, 'six sig ns');
    expect(field.value).toBe('sixsigns');
    await user.clear(field);
    await user.click(field);
    await user.paste('six signs');
    await user.tab();
    expect(field.value).toBe('six signs');
    expect(screen.getByText(phrase('errors.field.spaces'))).toBeDefined();
  });

  test('shows the configured minimum length', async () => {
    mockResponse(passwords.checkLink, { valid: true, minimum: 12, spaces: true });
    const { type } = await open();
    expect(await screen.findByText(phrase('passwords.reset.minimumSpaces', { minimum: '12' }))).toBeDefined();
    await type('eleven sign', '');
    expect(screen.getByText('Passwords must contain at least 12 characters')).toBeDefined();
  });

  test('shows and hides the two passwords separately', async () => {
    const { user } = await open();
    await user.click(button('Show confirmation'));
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password');
    expect(screen.getByLabelText('Confirm password')).toHaveProperty('type', 'text');
    await user.click(button('Show password'));
    await user.click(button('Show confirmation'));
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'text');
    expect(screen.getByLabelText('Confirm password')).toHaveProperty('type', 'password');
  });

  test('sets the new password, confirms it, and leads back to the sign-in form', async () => {
    mockResponse(passwords.resetByLink, { changed: true });
    const { user, type } = await open();
    await type(secret, secret);
    await user.click(button('Reset password'));
    expect((await screen.findByRole('status')).textContent).toBe(
      'Your password has been changed successfully. You can now log in with your new password.',
    );
    expect(location.pathname).toBe('/resetPassword/-');
    expect(requests.at(-1)).toMatchObject({
      method: 'PUT',
      path: '/user-management/reset-password/token-1',
      body: { password: secret, confirmPassword: secret },
    });
    await user.click(button('Back to login'));
    expect(navigations).toEqual(['/login']);
  });

  test('shows and logs why a reset failed, and allows another attempt', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockError(passwords.resetByLink, 'password.common');
    const { user, type } = await open();
    await type(secret, secret);
    await user.click(button('Reset password'));
    expect(await alertText()).toMatch(containing('errors.password.common'));
    expect(log).toHaveBeenCalledWith('The password was not reset: 400 password.common');
    expect(button('Reset password')).toHaveProperty('disabled', false);
  });

  test('ends any session on the device and the server on cancel', async () => {
    localStorage.setItem('SESSION', JSON.stringify(createTokens()));
    mockResponse(sessions.logout, { ended: true });
    const { user } = await open();
    await user.click(button('Cancel'));
    await waitFor(() => expect(navigations).toEqual(['/login']));
    expect(localStorage.getItem('SESSION')).toBeNull();
    expect(requests.at(-1)?.path).toBe('/user-management/logout');
  });
});
