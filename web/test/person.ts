import type { Permission } from '@storeward/contract/access';
import type { Tokens } from '@storeward/contract/sessions';
import type { User, UserId } from '@storeward/contract/users';

const id = '0199a000-0000-7000-8000-000000000001' as UserId;

type Wishes = Partial<User> & { may?: readonly Permission[] };

/** Somebody as the server tells them of themselves: a company administrator unless wished otherwise. */
export function aPerson({ may = ['OM_DASHBOARD'], ...wishes }: Wishes = {}): User {
  const rights = may.map((name) => ({ shortName: name.toLowerCase(), associatePermission: name }));
  return {
    id,
    userName: 'company.admin',
    domainName: 'kestrelsports.com',
    firstName: 'Priya',
    lastName: 'Raman',
    emailId: 'company.admin@kestrelsports.com',
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
    permissions: [...may],
    organizationName: 'Kestrel Sports',
    createdDate: '2026-01-01T00:00:00Z',
    createdBy: null,
    updatedDate: '2026-01-01T00:00:00Z',
    updatedBy: null,
    version: 1,
    ...wishes,
  };
}

type TokenWishes = { clockBehind?: number; refreshToken?: string; session?: string; claims?: Record<string, unknown> };

/** Tokens shaped like the server's, good for an hour unless said otherwise; its clock may be behind the device's by some seconds. */
export function someTokens(
  seconds = 3600,
  user: string = id,
  { clockBehind = 0, refreshToken = 'refresh', session = 'session-1', claims = {} }: TokenWishes = {},
): Tokens {
  const exp = Math.floor(Date.now() / 1000) - clockBehind + seconds;
  const token = (told: object) => `e30.${btoa(JSON.stringify(told))}.x`;
  return {
    accessToken: token({ exp, iat: exp - 3600, sid: session, refreshToken }),
    idToken: token({ 'custom:user_id': user, 'custom:apiKey': 'key-of-the-organisation', ...claims }),
    refreshToken,
  };
}
