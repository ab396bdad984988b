import type { Permission } from '@storeward/contract/access';
import type { Tokens } from '@storeward/contract/sessions';
import type { User, UserId } from '@storeward/contract/users';

const id = '0199a000-0000-7000-8000-000000000001' as UserId;

type UserOverrides = Partial<User> & { grantedPermissions?: readonly Permission[] };

/** The signed-in user as the API returns it: a company administrator unless overridden. */
export function createUser({ grantedPermissions = ['OM_DASHBOARD'], ...overrides }: UserOverrides = {}): User {
  const rights = grantedPermissions.map((name) => ({ shortName: name.toLowerCase(), associatePermission: name }));
  return {
    id,
    userName: 'company.admin',
    domainName: 'kestrelsports.com',
    firstName: 'Priya',
    lastName: 'Raman',
    emailId: 'company.admin@kestrelsports.com',
    pendingEmail: null,
    mailRefused: null,
    phoneNumber: '',
    language: 'en',
    timeZone: 'Europe/London',
    country: 'GB',
    dateOfBirth: null,
    communicationEmail: false,
    faceConsentDate: null,
    communicationPush: false,
    communicationSms: false,
    status: true,
    locked: false,
    lockedUntil: null,
    manualPassword: true,
    lastActive: null,
    dashboardAccess: null,
    shortName: null,
    profilePicture: null,
    secretWord: null,
    hasSecretWord: true,
    pin: null,
    hasPin: false,
    resetToken: null,
    rootNodeId: null,
    rootNode: 'COMPANY',
    path: [],
    userRole: [
      {
        id: '0199a000-0000-7000-8000-00000000000a',
        name: 'Company administrator',
        modules: [{ shortName: 'om', accessRights: rights }],
      },
    ],
    can: { view: true, edit: true, enable: false, delete: false, seeAs: false },
    permissions: [...grantedPermissions],
    organizationName: 'Kestrel Sports',
    createdDate: '2026-01-01T00:00:00Z',
    createdBy: null,
    updatedDate: '2026-01-01T00:00:00Z',
    updatedBy: null,
    version: 1,
    ...overrides,
  };
}

type TokenOptions = { clockBehind?: number; refreshToken?: string; session?: string; claims?: Record<string, unknown> };

/**
 * Tokens like the server's, valid for one hour by default. `clockBehind` sets the server's clock back by that many
 * seconds.
 */
export function createTokens(
  seconds = 3600,
  user: string = id,
  { clockBehind = 0, refreshToken = 'refresh', session = 'session-1', claims = {} }: TokenOptions = {},
): Tokens {
  const exp = Math.floor(Date.now() / 1000) - clockBehind + seconds;
  const token = (payload: object) => `e30.${btoa(JSON.stringify(payload))}.x`;
  return {
    accessToken: token({ exp, iat: exp - 3600, sid: session, refreshToken }),
    idToken: token({ 'custom:user_id': user, 'custom:apiKey': 'key-of-the-organisation', ...claims }),
    refreshToken,
  };
}
