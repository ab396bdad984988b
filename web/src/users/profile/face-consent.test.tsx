import type { Permission } from '@storeward/contract/access';
import { defaultRuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import { profiles } from '@storeward/contract/users/profiles';
import { users } from '@storeward/contract/users';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mockResponse, type RecordedRequest } from '../../../test/mock-server.ts';
import { createUser, createTokens } from '../../../test/create-user.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { resetRuntimeConfiguration } from '../../platform/runtime-configuration.ts';
import { resetSession, restoreSession } from '../../platform/session/session.ts';
import { storeTokens } from '../../platform/theme/tokens.ts';
import { ProfilePage } from './profile-page.tsx';

let requests: RecordedRequest[];

beforeEach(async () => {
  requests = await startPortal();
});
afterEach(() => {
  resetSession();
  document.querySelector('meta[name="portal"]')?.remove();
  resetRuntimeConfiguration();
});

/** Opens the own profile with these permissions and the given face recognition provider. */
async function open(faceIdProvider: string, may: readonly Permission[]) {
  const meta = Object.assign(document.createElement('meta'), { name: 'portal' });
  meta.content = JSON.stringify({ ...defaultRuntimeConfiguration, faceIdProvider });
  document.head.append(meta);
  resetRuntimeConfiguration();
  const me = createUser({ grantedPermissions: [...may] });
  mockResponse(users.get, me);
  mockResponse(profiles.get, me);
  mockResponse(profiles.setFaceConsent, { ...me, faceConsentDate: '2026-03-01T09:00:00.000Z' });
  storeTokens(createTokens());
  await restoreSession();
  const view = await renderAt('/profile', <ProfilePage />);
  await screen.findByRole('region', { name: 'Marketing messages' });
  return view;
}

test('gives consent in the profile if a provider is configured and the role allows it', async () => {
  const { user } = await open('Northwind Faces', ['ALLOW_FACE_ID_REGISTRATION']);
  expect(screen.getByText(/Northwind Faces recognises you/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Agree' }));
  expect(await screen.findByText(/^Agreed on 1 Mar 2026/)).toBeTruthy();
  expect(requests.filter(({ path }) => path.includes('face-consent')).map(({ body }) => body)).toEqual([
    { agreed: true },
  ]);
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy();
});

test.each<[string, string, Permission[]]>([
  ['no provider is configured', '', ['ALLOW_FACE_ID_REGISTRATION']],
  ['the role does not allow it', 'Northwind Faces', ['VIEW_PROFILE']],
])('hides the face sign-in section where %s', async (_, provider, may) => {
  await open(provider, may);
  expect(screen.queryByRole('region', { name: 'Face sign-in' })).toBeNull();
});
