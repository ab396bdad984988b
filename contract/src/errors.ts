import { fieldErrors } from './field-errors.ts';
import { sessionErrors } from './session-errors.ts';
import { fileErrors } from './file-errors.ts';
import { importErrors } from './import-errors.ts';
import { productErrors } from './product-errors.ts';

/** HTTP status and English message of an error. */
export type ErrorDefinition = { readonly status: number; readonly text: string };

/**
 * All error codes of the product. A code is the `messageCode` on the wire, the key of the phrase in all languages and, where
 * the database enforces the rule, the name of the constraint.
 */
export const errors = {
  // requests
  'input.invalid': { status: 400, text: 'Some of the input is not valid.' },
  'input.malformed': { status: 400, text: 'The request could not be read.' },
  'input.tooLarge': { status: 413, text: 'The request is too large.' },
  'input.tooSlow': { status: 408, text: 'The request did not arrive in time. Check your connection and try again.' },
  'input.mediaType': { status: 415, text: 'Only JSON is accepted here.' },
  'input.unknownSort': { status: 400, text: 'The list cannot be sorted by this field.' },
  'input.badCursor': { status: 400, text: 'This position in the list no longer exists. Start from the first page.' },
  'route.unknown': { status: 404, text: 'This address does not exist.' },
  'tenant.unknown': { status: 404, text: 'No portal is served under this host name.' },

  ...fieldErrors,
  // authentication and authorization
  ...sessionErrors,
  'access.denied': { status: 403, text: 'Your role does not have the required permission.' },
  'transport.insecure': {
    status: 400,
    text: 'Passwords are accepted over a secure connection only. Open this portal with https.',
  },
  'password.mustChange': { status: 409, text: 'Reset the password first to access the portal.' },

  // sign-in: the UI shows the text after `Message:` verbatim
  'signIn.wrong': { status: 400, text: 'NotAuthorizedException: Message:Incorrect username or password.' },
  'signIn.notAllowed': {
    status: 400,
    text: 'UserDisabledException: Message:You are not allowed to logged in, please contact system admin',
  },
  'signIn.locked': { status: 400, text: 'UserLockedException: Message:User Lock! Please contact Administrator' },
  'signIn.tooMany': { status: 429, text: 'Too many attempts from your address. Wait 15 minutes.' },
  // password recovery: three parts separated by colons; the UI shows the last one, which must not contain a colon
  'recovery.emailUnknown': {
    status: 400,
    text: 'UserNotFoundException: recovery.emailUnknown: Entered email ID does not exist or is invalid, retry or contact the administrator',
  },
  'recovery.flowOver': {
    status: 400,
    text: 'FlowExpiredException: recovery.flowOver: This step has expired. Enter your email again.',
  },
  'recovery.tooManyMails': {
    status: 429,
    text: 'LimitExceededException: recovery.tooManyMails: Too many mails were sent to this address. Try again in an hour.',
  },
  'recovery.wordWrong': {
    status: 400,
    text: 'NotAuthorizedException: recovery.wordWrong: The secret word does not match, or this user has none.',
  },
  'recovery.wordClosed': {
    status: 400,
    text: 'LimitExceededException: recovery.wordClosed: The secret word cannot be used right now. Reset your password by email, or contact the administrator.',
  },
  'recovery.wordInAddress': {
    status: 400,
    text: 'A secret word must not be part of an address. Send it in the body of a POST request.',
  },
  'recovery.locked': {
    status: 400,
    text: 'UserLockedException: recovery.locked: User Lock! Please contact Administrator',
  },
  'recovery.linkUnknown': {
    status: 400,
    text: 'CodeMismatchException: recovery.linkUnknown: This reset link is not valid. Request a new one.',
  },
  'recovery.linkUsed': {
    status: 400,
    text: 'CodeMismatchException: recovery.linkUsed: This reset link has already been used. Request a new one.',
  },
  'recovery.linkExpired': {
    status: 400,
    text: 'ExpiredCodeException: recovery.linkExpired: This reset link has expired. Request a new one.',
  },
  'recovery.tooManyGuesses': {
    status: 429,
    text: 'LimitExceededException: recovery.tooManyGuesses: Too many unknown links were tried from your address. Try again later.',
  },
  'emailLink.unknown': { status: 400, text: 'This link is not valid.' },
  'emailLink.expired': { status: 400, text: 'This link has been used already, or has expired.' },
  'emailLink.otherPurpose': { status: 400, text: 'This link does not allow that.' },
  'password.oldWrong': { status: 400, text: 'This password is incorrect.' },
  'password.tooShort': { status: 400, text: 'This password is shorter than your organisation requires.' },
  'password.common': { status: 400, text: 'This password is too common or has been leaked. Choose another one.' },
  'password.likeYou': { status: 400, text: 'This password is too similar to your name or email. Choose another one.' },
  'password.likePlace': {
    status: 400,
    text: 'This password contains the name of your organisation, its address or this product. Choose another one.',
  },
  'password.secretWord': { status: 400, text: 'This is your secret word. Choose another password.' },
  'password.sameAsBefore': { status: 400, text: 'This is your current password. Choose another one.' },
  'password.needed': { status: 400, text: 'Enter your password to make this change.' },

  // records
  'record.stale': { status: 412, text: 'Someone else changed this. Nothing was overwritten.' },
  'record.versionRequired': { status: 428, text: 'The version of the record is missing.' },
  'user.unknown': { status: 404, text: 'This user does not exist, or you don’t have access.' },
  'user.userNameTaken': { status: 409, text: 'This username is taken' },
  'user.beyondYourOwn': {
    status: 409,
    text: 'This user has permissions that you don’t have. Only someone who has them can make this change.',
  },
  'user.passwordChosen': { status: 409, text: 'This user has already chosen a password. Send a reset link instead.' },
  'user.self': { status: 409, text: 'You can’t disable or delete your own account.' },
  'user.noFaceProvider': { status: 409, text: 'Face recognition is not available in this installation.' },
  'user.ownContact': { status: 409, text: 'Change your own contact data, secret word and PIN in your profile.' },
  'user.secretOfOwner': {
    status: 409,
    text: 'Users choose their secret word and PIN in their profile. You can only remove them.',
  },
  'user.noPendingEmail': { status: 409, text: 'This email address is no longer waiting to be accepted.' },
  'user.ownStanding': { status: 409, text: 'You can’t change your own location or role.' },
  'assignment.unknown': { status: 404, text: 'You no longer have this role.' },
  'assignment.doubled': { status: 409, text: 'This user already has this role at this location.' },
  'assignment.gone': { status: 409, text: 'This user does not have this additional role.' },
  'assignment.past': { status: 400, text: 'This time is in the past. Choose a later one.' },
  'assignment.outlastsYours': {
    status: 409,
    text: 'Your own role ends before that. Choose an earlier end.',
  },
  'assignment.tooMany': {
    status: 409,
    text: 'This user has the maximum number of additional roles. Remove one first.',
  },
  'node.unknown': { status: 404, text: 'This location does not exist, or you don’t have access.' },
  'node.codeTaken': { status: 409, text: 'This code is taken' },
  'node.wrongParent': { status: 409, text: 'A location of this level cannot be placed there.' },
  'node.intoItself': { status: 409, text: 'A location cannot be moved below itself.' },
  'node.ownPlace': { status: 409, text: 'Only users above you can change your own location.' },
  'node.notEmpty': { status: 409, text: 'Only an empty location can be deleted.' },
  'node.holdsHidden': { status: 409, text: 'It contains items that are not visible in this portal.' },
  'node.hiddenHere': { status: 409, text: 'This portal does not show what lies below this place.' },
  'node.hidesYourself': {
    status: 409,
    text: 'With only this region, your own location would not be visible in this portal.',
  },
  'node.hiddenEverywhere': {
    status: 409,
    text: 'No portal of this organisation shows locations of only this region, so this location could not be found again.',
  },
  'device.unknown': { status: 404, text: 'This device does not exist, or you don’t have access.' },
  'device.duplicate': { status: 409, text: 'Duplicate: Device already exists' },
  'device.duplicateAddress': { status: 409, text: 'Duplicate: Device already exists' },
  'device.storeOnly': { status: 409, text: 'Devices belong to stores.' },
  'device.codeUnknown': { status: 400, text: 'This pairing code is unknown, already used or expired.' },
  'device.keyUnknown': { status: 400, text: 'This key does not belong to any device.' },
  'setting.notShown': { status: 409, text: 'Your role does not include the settings of modules.' },
  'setting.notYours': { status: 409, text: 'Your role does not allow changing these settings here.' },
  'setting.notToldThen': {
    status: 409,
    text: 'Your role includes current values only, not past or planned ones.',
  },
  'setting.unknownField': { status: 400, text: 'This setting does not exist.' },
  'setting.locked': { status: 409, text: 'A location above has locked this setting.' },
  'setting.looser': { status: 409, text: 'A location above allows only a stricter value here.' },
  'setting.noSuchMode': { status: 400, text: 'This setting cannot restrict lower locations in that way.' },
  'setting.rowLocked': { status: 409, text: 'A location above has locked this row.' },
  'setting.onlyHide': { status: 409, text: 'A location above only allows hiding rows of this list.' },
  'setting.unknownRow': { status: 409, text: 'This row is no longer in the list.' },
  'setting.timeZoneUnknown': { status: 409, text: 'The time zone of this location is not known. Choose another.' },
  'setting.startOffset': {
    status: 409,
    text: 'The clock of this location does not have this offset from UTC at this time. Leave the offset out, or enter the one in effect then.',
  },
  'setting.startPast': { status: 409, text: 'This time is in the past. Choose a later one.' },
  'setting.unknownChange': { status: 409, text: 'This change does not exist.' },
  'setting.begun': { status: 409, text: 'This change is already in effect. Restore the previous values instead.' },
  'setting.noConnection': { status: 400, text: 'These settings do not describe a connection that can be tested.' },
  'setting.tooManyTests': { status: 429, text: 'Too many connections were tested. Try again in a few minutes.' },
  'setting.tooManyValues': {
    status: 409,
    text: 'More than 150,000 values are set below this location. Choose a location further down.',
  },
  'setting.oneChangeAtATime': { status: 409, text: 'Someone else is changing this right now. Try again.' },
  'webhook.unknown': { status: 404, text: 'This webhook does not exist, or you don’t have access.' },
  'webhook.messageUnknown': { status: 404, text: 'This message no longer exists.' },
  'webhook.tooManyToReplay': { status: 409, text: 'More than 10,000 messages match. Choose a later time.' },
  'webhook.tooMany': { status: 409, text: 'A location can have up to 20 webhooks. Delete one first.' },
  ...fileErrors,
  'userBulk.notYours': { status: 409, text: 'Your role does not have the permission that this change requires.' },
  'userBulk.nobody': { status: 409, text: 'No users match.' },
  'userBulk.tooMany': {
    status: 409,
    text: 'One change can include up to 100,000 users, up to 1,000 of them selected individually.',
  },
  'userView.unknown': { status: 404, text: 'This view does not exist, or is not shared with you.' },
  'userView.notYours': {
    status: 409,
    text: 'Only the author of a view, and users who may edit users at its location, can change it.',
  },
  'userView.nameTaken': { status: 409, text: 'You already have a view with this name.' },
  'userView.tooMany': { status: 409, text: 'You can keep up to 100 views. Delete one first.' },
  ...importErrors,
  ...productErrors,
  'template.unknown': { status: 404, text: 'This template does not exist.' },
  'role.unknown': { status: 404, text: 'This role does not exist, or you don’t have access.' },
  'role.nameTaken': { status: 409, text: 'This name is taken' },
  'role.closed': { status: 409, text: 'This role is disabled and cannot be assigned.' },
  'role.levelTooHigh': { status: 409, text: 'This role is for lower levels.' },
  'role.levelWrong': {
    status: 409,
    text: 'Platform roles are for platform users. All other roles are for users of an organisation.',
  },
  'role.beyondYourOwn': {
    status: 409,
    text: 'This role has permissions that you don’t have, or is above your own level.',
  },
  'role.own': { status: 409, text: 'You can’t change a role that you have yourself.' },
  'role.heldBeyond': {
    status: 409,
    text: 'This role is also assigned outside your area, so only users above you can change it.',
  },
  'role.heldLonger': {
    status: 409,
    text: 'Users have this role for longer than your own role lasts. Ask someone with a longer role to add permissions.',
  },
  'role.heldHigher': { status: 409, text: 'This role is already assigned at locations above this level.' },
  'role.inUse': { status: 409, text: 'This role is assigned to users. Assign them another one first.' },
  'role.usedByKeys': { status: 409, text: 'API keys use this role. Revoke them first.' },
  'role.moduleUnknown': { status: 400, text: 'This module does not exist.' },
  'role.rightUnknown': { status: 400, text: 'This permission does not exist.' },
  'organisation.codeTaken': { status: 409, text: 'This code is taken' },
  'organisation.urlTaken': { status: 409, text: 'This address is taken' },
  'organisation.hostTwice': { status: 400, text: 'Enter each address once' },
  'organisation.onePrimaryHost': { status: 400, text: 'Choose one address as the primary one' },
  'organisation.primaryHostUnclear': { status: 400, text: 'The request names two different primary addresses.' },
  'organisation.domainTaken': { status: 409, text: 'This domain is taken' },
  'organisation.domainTwice': { status: 400, text: 'Enter each domain once' },
  'organisation.oneDefaultDomain': { status: 400, text: 'Choose one domain as the default' },
  'organisation.domainInUse': { status: 409, text: 'Users sign in with a domain that was removed.' },
  'organisation.nobodyToInvite': {
    status: 409,
    text: 'The first administrator has already chosen a password, or cannot sign in.',
  },
  'organisation.onlyFromAbove': { status: 409, text: 'Only platform users can do this.' },
  'theme.unreadable': {
    status: 409,
    text: 'Some text of this theme would be unreadable. Change the marked colours first.',
  },
  // idempotency
  'request.otherBody': { status: 422, text: 'This key was already used for another change.' },
  'request.stillRunning': { status: 409, text: 'This change is still being processed.' },
  'request.tooMany': {
    status: 429,
    text: 'Too many of your requests are being processed. Wait until they are done, then try again.',
  },
  'stream.tooMany': {
    status: 429,
    text: 'You are following too many operations at once. Close some tabs of this portal, then try again.',
  },
  // the server
  'service.busy': { status: 503, text: 'The portal is very busy. Try again in a moment.' },
  'service.unavailable': {
    status: 503,
    text: 'The database is not responding. Nothing was lost. Try again in a moment.',
  },
  'service.failed': { status: 500, text: 'Something went wrong on our side. Nothing was changed.' },
} as const satisfies Record<string, ErrorDefinition>;

/** All messages other than errors by code; the code is the key of the phrase in all languages. */
export const messages = {
  'password.changed': 'Your password has been changed successfully. You can now log in with your new password.',
  'password.updated': 'Password is successfully updated',
  'record.unversioned': 'No version was stated: the change replaced any that was made meanwhile.',
} as const satisfies Record<string, string>;

export type MessageCode = keyof typeof messages;

export const isMessageCode = (value: string): value is MessageCode => Object.hasOwn(messages, value);

export type ErrorCode = keyof typeof errors;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errors, value);
