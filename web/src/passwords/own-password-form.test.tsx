import { notifications } from '@mantine/notifications';
import { messages } from '@storeward/contract/errors';
import { passwords } from '@storeward/contract/passwords';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, type Heard, refuse, startServer } from '../../test/answer.ts';
import { renderAt } from '../../test/render-at.tsx';
import { loadPortalPhrases } from '../platform/catalogues.ts';
import { startSpeaking } from '../platform/i18n.ts';
import { OwnPasswordForm } from './own-password-form.tsx';

const secret = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' });
let heard: Heard[];

beforeEach(async () => {
  heard = startServer();
  answer(passwords.rules, { minimum: 6, spaces: false });
  await startSpeaking(loadPortalPhrases);
});

afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

async function change(typed: [string, string, string]) {
  const drawn = await renderAt('/profile', <OwnPasswordForm />);
  for (const [at, name] of ['Old password', 'New password', 'Confirm password'].entries()) {
    await drawn.user.click(await secret(name));
    await drawn.user.paste(typed[at] ?? '');
  }
  await drawn.user.click(screen.getByRole('button', { name: 'Change password' }));
}

describe('changing the own password', () => {
  it('says that it is done, and forgets what was typed', async () => {
    answer(passwords.change, messages['password.changed']);
    await change(['Demo-portal-26', 'Other-portal-27', 'Other-portal-27']);
    expect(await screen.findByText('Password is successfully updated')).toBeTruthy();
    expect(heard.find(({ method }) => method === 'POST')?.body).toMatchObject({
      oldPassword: 'Demo-portal-26',
      newPassword: 'Other-portal-27',
      confirmPassword: 'Other-portal-27',
    });
    await waitFor(async () => expect((await secret('Old password')).value).toBe(''));
  });

  it('says how long it has to be here, and again when it is not', async () => {
    answer(passwords.rules, { minimum: 12, spaces: true });
    const { user } = await renderAt('/profile', <OwnPasswordForm />);
    expect(await screen.findByText('At least 12 characters')).toBeTruthy();
    await user.type(await secret('New password'), 'eleven sign');
    await user.tab();
    expect(screen.getByText('Passwords must contain at least 12 characters')).toBeTruthy();
  });

  it('takes no space from the keyboard where none is allowed', async () => {
    const { user } = await renderAt('/profile', <OwnPasswordForm />);
    await user.type(await secret('New password'), 'with spaces');
    expect((await secret('New password')).value).toBe('withspaces');
  });

  it.each([
    ['password.oldWrong', 'This password is not right.'],
    ['password.common', 'This password is on a list of common and leaked ones. Choose another.'],
    ['signIn.locked', 'User Lock! Please contact Administrator'],
  ] as const)('shows what the server says against it, and keeps what was typed: %s', async (code, words) => {
    refuse(passwords.change, code);
    await change(['wrong', 'Other-portal-27', 'Other-portal-27']);
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect((await secret('New password')).value).toBe('Other-portal-27');
  });

  it.each([
    [['old', 'short', 'short'], 'Passwords must contain at least six characters'],
    [['old', 'Other-portal-27', 'Other-portal-28'], 'Confirm password should be same as of password entered'],
    [['old', 'with spaces', 'with spaces'], 'Spaces are not allowed here'],
  ] as [[string, string, string], string][])('sends nothing that cannot be right: %o', async (typed, words) => {
    await change(typed);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(heard.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });
});
