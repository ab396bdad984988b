/** One way of saying no: the status of the answer, and its words in English. */
export type ErrorKind = { readonly status: number; readonly text: string };

/**
 * Every refusal the product can give, by name.
 *
 * The name is the `messageCode` on the wire, the key of the phrase in all languages, and, where the
 * database keeps the rule, the name of its constraint.
 */
export const errors = {
  // the request itself
  'input.invalid': { status: 400, text: 'Some of what was sent is not valid.' },
  'input.malformed': { status: 400, text: 'What was sent could not be read.' },
  'input.tooLarge': { status: 413, text: 'What was sent is too large.' },
  'input.mediaType': { status: 415, text: 'Only JSON is understood here.' },
  'input.unknownSort': { status: 400, text: 'The list cannot be sorted by this field.' },
  'input.badCursor': { status: 400, text: 'This place in the list cannot be found again. Start from the first page.' },
  'route.unknown': { status: 404, text: 'There is nothing at this address.' },
  'tenant.unknown': { status: 404, text: 'No portal is served under this host name.' },

  // one field of it
  'field.required': { status: 400, text: 'This field is required' },
  'field.invalid': { status: 400, text: 'This value is not valid' },
  'field.tooLong': { status: 400, text: 'This text is too long' },
  'field.spaces': { status: 400, text: 'Spaces are not allowed here' },
  'field.invalidCharacter': { status: 400, text: 'Invalid character used' },
  'field.emailRequired': { status: 400, text: 'Email is mandatory field' },
  'field.email': { status: 400, text: 'Please enter a valid email address' },
  'field.phone': { status: 400, text: 'Enter the number with its country code, for example +44 113 496 0127' },
  'field.passwordTooShort': { status: 400, text: 'Passwords must contain at least six characters' },

  // who is asking
  'session.expired': { status: 401, text: 'Session Timeout' },
  'access.denied': { status: 403, text: 'Your role does not hold the permission this needs.' },
  'password.mustChange': { status: 409, text: 'Reset the password first to access the portal.' },

  // signing in: what follows the marker is shown to the person, letter by letter
  'signIn.wrong': { status: 400, text: 'NotAuthorizedException: Message:Incorrect username or password.' },
  'signIn.notAllowed': {
    status: 400,
    text: 'UserDisabledException: Message:You are not allowed to logged in, please contact system admin',
  },

  // records
  'record.stale': { status: 412, text: 'Somebody else has changed this in the meantime. Nothing was overwritten.' },
  'record.versionRequired': { status: 428, text: 'Say which version you are changing.' },
  'user.unknown': { status: 404, text: 'This user does not exist, or lies outside your area.' },
  'user.userNameTaken': { status: 409, text: 'This user name is taken' },
  'user.beyondYourOwn': {
    status: 409,
    text: 'This user holds rights that you do not hold, so only somebody who does can make this change.',
  },
  'user.ownContact': { status: 409, text: 'Your own e-mail and phone are changed in your profile.' },
  'node.unknown': { status: 404, text: 'This place does not exist, or lies outside your area.' },
  'node.codeTaken': { status: 409, text: 'This code is taken' },
  'role.nameTaken': { status: 409, text: 'This name is taken' },
  'organisation.domainTaken': { status: 409, text: 'This domain is taken' },

  // writing twice
  'request.otherBody': { status: 422, text: 'This key was already used for another change.' },
  'request.stillRunning': { status: 409, text: 'This change is still being made.' },

  // the house itself
  'service.busy': { status: 503, text: 'Too much is going on just now. Try again in a moment.' },
  'service.unavailable': {
    status: 503,
    text: 'The database does not answer just now. Nothing was lost. Try again in a moment.',
  },
  'service.failed': { status: 500, text: 'Something went wrong on our side. Nothing was changed.' },
} as const satisfies Record<string, ErrorKind>;

/** The name of a refusal. */
export type ErrorCode = keyof typeof errors;

/** Tells whether a word is the name of one of our refusals. */
export const isErrorCode = (word: unknown): word is ErrorCode =>
  typeof word === 'string' && Object.hasOwn(errors, word);
