/** The errors of sessions, of impersonation and of API keys. */
export const sessionErrors = {
  'session.expired': { status: 401, text: 'Session Timeout' },
  'session.forged': { status: 403, text: 'This request did not come from a page of this portal.' },
  'session.unknown': { status: 404, text: 'This session does not exist, or has ended already.' },
  'session.readOnly': {
    status: 409,
    text: 'You are viewing the portal as another user and cannot change anything.',
  },
  'session.ownerOnly': { status: 409, text: 'Only the user can see this.' },
  'session.otherEyes': {
    status: 409,
    text: 'Your session changed. Reloading.',
  },
  'seeing.self': { status: 409, text: 'You already see the portal as yourself.' },
  'seeing.personClosed': {
    status: 409,
    text: 'This user cannot sign in: the user, the role or the location is disabled.',
  },
  'apiKey.malformed': { status: 401, text: 'This API key is incomplete or mistyped.' },
  'apiKey.invalid': { status: 401, text: 'This API key is not valid on this portal.' },
  'apiKey.expired': { status: 401, text: 'This API key has expired.' },
  'apiKey.revoked': { status: 401, text: 'This API key was revoked.' },
  'apiKey.suspended': {
    status: 401,
    text: 'This API key is suspended: its role or location is disabled or deleted.',
  },
  'apiKey.addressRefused': { status: 403, text: 'This API key cannot be used from this address.' },
  'apiKey.peopleOnly': { status: 403, text: 'This is not available with an API key. Sign in to the portal.' },
  'apiKey.tooMany': { status: 429, text: 'This API key has sent too many requests. Wait, then try again.' },
  'apiKey.unknown': { status: 404, text: 'This API key does not exist, or is not in your area.' },
  'apiKey.ended': { status: 409, text: 'This API key was revoked and can no longer be changed.' },
  'apiKey.endTooLate': { status: 400, text: 'An API key is valid for a year at most. Choose an earlier end.' },
  'apiKey.nodeGlobal': { status: 409, text: 'API keys belong to organisations, not to the platform.' },
} as const;
