import { profiles, type ProfileInput } from '@storeward/contract/users/profiles';
import { users } from '@storeward/contract/users';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest, startMockServer } from '../../../test/mock-server.ts';
import { createUser, createTokens } from '../../../test/create-user.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { loadPortalPhrases } from '../../platform/text/catalogues.ts';
import { initLanguage } from '../../platform/text/i18n.ts';
import { restoreSession } from '../../platform/session/session.ts';
import { storeTokens } from '../../platform/theme/tokens.ts';
import { ProfileForm } from './profile-form.tsx';
import { containing, phrase } from '../../../test/phrase.ts';

let requests: RecordedRequest[];
const me = createUser({ grantedPermissions: ['VIEW_PROFILE'], version: 7 });

beforeEach(async () => {
  requests = startMockServer();
  mockResponse(users.get, me);
  mockResponse(profiles.update, ({ body }) => {
    const { secretWord: _, pin: __, password: ___, ...values } = body as ProfileInput;
    return { ...me, ...values, version: 8 };
  });
  await initLanguage(loadPortalPhrases);
  storeTokens(createTokens());
  await restoreSession();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the date of birth in the own profile', () => {
  const saved = () => requests.filter(({ method }) => method === 'PUT');
  const dateOfBirthField = () => screen.findByLabelText<HTMLInputElement>('Date of birth optional');
  const save = async (user: Awaited<ReturnType<typeof renderAt>>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Save changes' }));

  test.each(['12/31/1990', '00/05/1990', '10/13/1990', '31/12/90'])(
    'rejects an invalid date, names the expected format and keeps the text: %s',
    async (text) => {
      const { user } = await renderAt('/profile', <ProfileForm user={me} />);
      const field = await dateOfBirthField();
      expect(field.placeholder).toBe('DD/MM/YYYY');
      await user.type(field, text);
      await save(user);
      expect(await screen.findByText(phrase('ui.date.invalid', { pattern: 'DD/MM/YYYY' }))).toBeTruthy();
      expect([field.getAttribute('aria-invalid'), field.value]).toEqual(['true', text]);
      expect(saved()).toEqual([]);
    },
  );

  test('saves the date in ISO format and keeps the text as typed', async () => {
    const { user } = await renderAt('/profile', <ProfileForm user={me} />);
    await user.type(await dateOfBirthField(), '31/12/1990');
    await save(user);
    expect(await screen.findByText('Profile saved')).toBeTruthy();
    expect(saved()[0]?.body).toMatchObject({ dateOfBirth: '1990-12-31' });
    expect((await dateOfBirthField()).value).toBe('31/12/1990');
  });
});

test('the own profile asks to change an email address that the mail server refused', async () => {
  const refused = { ...me, mailRefused: { since: '2026-03-02T10:00:00Z', reason: '550 5.1.1' } };
  await renderAt('/profile', <ProfileForm user={refused} />);
  expect((await screen.findByText(containing('profile.mail.refused'))).textContent).toMatch(
    /on .*2026.*: the mail server refused the address \(550 5\.1\.1\)\. Change your email address so that /,
  );
});

test('the own profile says in one notice that a new email address is pending and the current one is refused', async () => {
  const can = { accept: false, object: true };
  const pendingEmail = {
    address: 'amelia@new.example',
    since: '2026-03-03T10:00:00Z',
    byOwner: true,
    countsFrom: null,
    can,
  };
  const mailRefused = { since: '2026-03-02T10:00:00Z', reason: '550 5.1.1' };
  const first = await renderAt('/profile', <ProfileForm user={{ ...me, pendingEmail, mailRefused }} />);
  const own = phrase('profile.pendingEmail.own', { address: pendingEmail.address });
  const more = await screen.findByText(phrase('users.pendingEmail.currentRefused'));
  expect(more.parentElement?.textContent).toContain(own);
  expect(screen.queryByText(containing('profile.mail.refused'))).toBeNull();
  first.unmount();
  await renderAt('/profile', <ProfileForm user={{ ...me, pendingEmail }} />);
  expect(await screen.findByText(own)).toBeTruthy();
});
