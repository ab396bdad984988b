import type { Permission } from '@storeward/contract/access';
import { usualFacts } from '@storeward/contract/portal';
import { profiles } from '@storeward/contract/profiles';
import { users } from '@storeward/contract/users';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, type Heard } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { forgetFacts } from '../platform/portal-facts.ts';
import { drop, restore } from '../platform/session.ts';
import { keepTokens } from '../platform/tokens.ts';
import { ProfilePage } from './profile-page.tsx';

let heard: Heard[];

beforeEach(async () => {
  heard = await startPortal();
});
afterEach(() => {
  drop();
  document.querySelector('meta[name="portal"]')?.remove();
  forgetFacts();
});

/** Opens the own profile of somebody with these permissions, of an installation where this one recognises faces. */
async function open(faceIdProvider: string, may: readonly Permission[]) {
  const meta = Object.assign(document.createElement('meta'), { name: 'portal' });
  meta.content = JSON.stringify({ ...usualFacts, faceIdProvider });
  document.head.append(meta);
  forgetFacts();
  const me = aPerson({ may: [...may] });
  answer(users.get, me);
  answer(profiles.get, me);
  answer(profiles.setFaceConsent, { ...me, faceConsentDate: '2026-03-01T09:00:00.000Z' });
  keepTokens(someTokens());
  await restore();
  const drawn = await renderAt('/profile', <ProfilePage />);
  await screen.findByRole('region', { name: 'Messages to you' });
  return drawn;
}

it('is agreed to in the profile, where somebody recognises faces and the role allows it', async () => {
  const { user } = await open('Northwind Faces', ['ALLOW_FACE_ID_REGISTRATION']);
  expect(screen.getByText(/Northwind Faces recognises you/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Agree' }));
  expect(await screen.findByText(/^Agreed on 1 Mar 2026/)).toBeTruthy();
  expect(heard.filter(({ path }) => path.includes('face-consent')).map(({ body }) => body)).toEqual([{ agreed: true }]);
  expect(screen.getByRole('button', { name: 'Take back' })).toBeTruthy();
});

it.each<[string, string, Permission[]]>([
  ['nobody recognises faces', '', ['ALLOW_FACE_ID_REGISTRATION']],
  ['the role does not allow it', 'Northwind Faces', ['VIEW_PROFILE']],
])('is offered to nobody where %s', async (_, provider, may) => {
  await open(provider, may);
  expect(screen.queryByRole('region', { name: 'Sign in by your face' })).toBeNull();
});
