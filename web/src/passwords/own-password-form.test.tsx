import { notifications } from '@mantine/notifications';
import { messages } from '@storeward/contract/errors';
import { passwords } from '@storeward/contract/passwords';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest, mockError, startMockServer } from '../../test/mock-server.ts';
import { renderAt } from '../../test/render-at.tsx';
import { loadPortalPhrases } from '../platform/text/catalogues.ts';
import { initLanguage } from '../platform/text/i18n.ts';
import { OwnPasswordForm } from './own-password-form.tsx';
import { phrase } from '../../test/phrase.ts';

const secret = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' });
let requests: RecordedRequest[];

beforeEach(async () => {
  requests = startMockServer();
  mockResponse(passwords.rules, { minimum: 6, spaces: false });
  await initLanguage(loadPortalPhrases);
});

afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

async function change(values: [string, string, string]) {
  const view = await renderAt('/profile', <OwnPasswordForm />);
  for (const [index, name] of ['Old password', 'New password', 'Confirm password'].entries()) {
    await view.user.click(await secret(name));
    await view.user.paste(values[index] ?? '');
  }
  await view.user.click(screen.getByRole('button', { name: 'Change password' }));
}

describe('changing the own password', () => {
  test('confirms the change and clears the fields', async () => {
    mockResponse(passwords.change, messages['password.changed']);
    await change(['Demo-portal-26', 'Other-portal-27', 'Other-portal-27']);
    expect(await screen.findByText('Password is successfully updated')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      oldPassword: 'Demo-portal-26',
      newPassword: 'Other-portal-27',
      confirmPassword: 'Other-portal-27',
    });
    await waitFor(async () => expect((await secret('Old password')).value).toBe(''));
  });

  test('shows the required length, and an error for a shorter password', async () => {
    mockResponse(passwords.rules, { minimum: 12, spaces: true });
    const { user } = await renderAt('/profile', <OwnPasswordForm />);
    expect(await screen.findByText(phrase('passwords.reset.minimumSpaces', { minimum: '12' }))).toBeTruthy();
    await user.type(await secret('New password'), 'eleven sign');
    await user.tab();
    expect(screen.getByText('Passwords must contain at least 12 characters')).toBeTruthy();
  });

  test('blocks typed spaces where none are allowed', async () => {
    const { user } = await renderAt('/profile', <OwnPasswordForm />);
    await user.type(await secret('New password'), 'with spaces');
    expect((await secret('New password')).value).toBe('withspaces');
  });

  test.each([
    ['password.oldWrong', phrase('errors.password.oldWrong')],
    ['password.common', phrase('errors.password.common')],
    ['signIn.locked', 'User Lock! Please contact Administrator'],
  ] as const)('shows the server’s error and keeps the typed values: %s', async (code, text) => {
    mockError(passwords.change, code);
    await change(['wrong', 'Other-portal-27', 'Other-portal-27']);
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect((await secret('New password')).value).toBe('Other-portal-27');
  });

  test.each([
    [['old', 'short', 'short'], 'Passwords must contain at least six characters'],
    [['old', 'Other-portal-27', 'Other-portal-28'], 'Confirm password should be same as of password entered'],
    [['old', 'with spaces', 'with spaces'], phrase('errors.field.spaces')],
  ] as [[string, string, string], string][])('sends no invalid input: %o', async (values, text) => {
    await change(values);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });
});
