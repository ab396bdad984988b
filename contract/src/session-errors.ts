/** The errors of sessions and of impersonation. */
export const sessionErrors = {
  'session.expired': { status: 401, text: 'Session Timeout' },
  'session.forged': { status: 403, text: 'This request did not come from a page of this portal.' },
  'session.unknown': { status: 404, text: 'This session does not exist, or has ended already.' },
  'session.readOnly': {
    status: 409,
    text: 'You are only looking at the portal as somebody else. Nothing can be changed meanwhile.',
  },
  'session.ownerOnly': { status: 409, text: 'This is shown to nobody but the person themselves.' },
  'session.otherEyes': {
    status: 409,
    text: 'This page was drawn for other eyes than your session sees with now. It opens anew.',
  },
  'seeing.self': { status: 409, text: 'You see the portal as yourself already.' },
  'seeing.personClosed': {
    status: 409,
    text: 'This user could not sign in: they, their role or their place are disabled.',
  },
} as const;
