import { profiles, type ProfileInput } from '@storeward/contract/profiles';
import { users } from '@storeward/contract/users';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, type Heard, startServer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { renderAt } from '../../test/render-at.tsx';
import { loadPortalPhrases } from '../platform/catalogues.ts';
import { startSpeaking } from '../platform/i18n.ts';
import { restore } from '../platform/session.ts';
import { keepTokens } from '../platform/tokens.ts';
import { ProfileForm } from './profile-form.tsx';

let heard: Heard[];
const me = aPerson({ may: ['VIEW_PROFILE'], version: 7 });

beforeEach(async () => {
  heard = startServer();
  answer(users.get, me);
  answer(profiles.update, ({ body }) => {
    const { secretWord: _, pin: __, password: ___, ...filled } = body as ProfileInput;
    return { ...me, ...filled, version: 8 };
  });
  await startSpeaking(loadPortalPhrases);
  keepTokens(someTokens());
  await restore();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the birthday in the own profile', () => {
  const saved = () => heard.filter(({ method }) => method === 'PUT');
  const born = () => screen.findByLabelText<HTMLInputElement>('Date of birth optional');
  const save = async (user: Awaited<ReturnType<typeof renderAt>>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Save changes' }));

  it.each(['12/31/1990', '00/05/1990', '10/13/1990', '31/12/90'])(
    'is refused where there is no such day, says how one is typed, and keeps it: %s',
    async (text) => {
      const { user } = await renderAt('/profile', <ProfileForm user={me} />);
      const field = await born();
      expect(field.placeholder).toBe('DD/MM/YYYY');
      await user.type(field, text);
      await save(user);
      expect(await screen.findByText('Enter a day that exists, as DD/MM/YYYY')).toBeTruthy();
      expect([field.getAttribute('aria-invalid'), field.value]).toEqual(['true', text]);
      expect(saved()).toEqual([]);
    },
  );

  it('is saved as the day of the calendar, and stays as it was typed', async () => {
    const { user } = await renderAt('/profile', <ProfileForm user={me} />);
    await user.type(await born(), '31/12/1990');
    await save(user);
    expect(await screen.findByText('Your profile is saved')).toBeTruthy();
    expect(saved()[0]?.body).toMatchObject({ dateOfBirth: '1990-12-31' });
    expect((await born()).value).toBe('31/12/1990');
  });
});
