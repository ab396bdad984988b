import { fieldErrors } from './field-errors.ts';
import { sessionErrors } from './session-errors.ts';
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
  'input.invalid': { status: 400, text: 'Some of what was sent is not valid.' },
  'input.malformed': { status: 400, text: 'What was sent could not be read.' },
  'input.tooLarge': { status: 413, text: 'What was sent is too large.' },
  'input.tooSlow': { status: 408, text: 'What was sent did not arrive in time. Check the connection and try again.' },
  'input.mediaType': { status: 415, text: 'Only JSON is understood here.' },
  'input.unknownSort': { status: 400, text: 'The list cannot be sorted by this field.' },
  'input.badCursor': { status: 400, text: 'This place in the list cannot be found again. Start from the first page.' },
  'route.unknown': { status: 404, text: 'There is nothing at this address.' },
  'tenant.unknown': { status: 404, text: 'No portal is served under this host name.' },

  ...fieldErrors,
  // authentication and authorization
  ...sessionErrors,
  'access.denied': { status: 403, text: 'Your role does not hold the permission this needs.' },
  'transport.insecure': {
    status: 400,
    text: 'Passwords are taken over a secure connection only. Open this portal with https.',
  },
  'password.mustChange': { status: 409, text: 'Reset the password first to access the portal.' },

  // sign-in: the UI shows the text after `Message:` verbatim
  'signIn.wrong': { status: 400, text: 'NotAuthorizedException: Message:Incorrect username or password.' },
  'signIn.notAllowed': {
    status: 400,
    text: 'UserDisabledException: Message:You are not allowed to logged in, please contact system admin',
  },
  'signIn.locked': { status: 400, text: 'UserLockedException: Message:User Lock! Please contact Administrator' },
  'signIn.tooMany': { status: 429, text: 'Too many tries from your address. Wait a quarter of an hour.' },
  // password recovery: three parts separated by colons; the UI shows the last one, which must not contain a colon
  'recovery.emailUnknown': {
    status: 400,
    text: 'UserNotFoundException: recovery.emailUnknown: Entered email ID does not exist or is invalid, retry or contact the administrator',
  },
  'recovery.flowOver': {
    status: 400,
    text: 'FlowExpiredException: recovery.flowOver: Too much time has passed. Enter your e-mail again.',
  },
  'recovery.tooManyMails': {
    status: 429,
    text: 'LimitExceededException: recovery.tooManyMails: Too many mails were sent to this address. Try again in an hour.',
  },
  'recovery.wordWrong': {
    status: 400,
    text: 'NotAuthorizedException: recovery.wordWrong: The secret word does not match, or there is none for this user.',
  },
  'recovery.wordClosed': {
    status: 400,
    text: 'LimitExceededException: recovery.wordClosed: The secret word cannot be used just now. Reset by e-mail, or contact the administrator.',
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
    text: 'CodeMismatchException: recovery.linkUnknown: This reset link is not valid. Ask for a new one.',
  },
  'recovery.linkUsed': {
    status: 400,
    text: 'CodeMismatchException: recovery.linkUsed: This reset link has been used already. Ask for a new one.',
  },
  'recovery.linkExpired': {
    status: 400,
    text: 'ExpiredCodeException: recovery.linkExpired: This reset link has expired. Ask for a new one.',
  },
  'recovery.tooManyGuesses': {
    status: 429,
    text: 'LimitExceededException: recovery.tooManyGuesses: Too many unknown links were tried from your address. Try again later.',
  },
  'emailLink.unknown': { status: 400, text: 'This link is not valid.' },
  'emailLink.expired': { status: 400, text: 'This link has been used already, or has expired.' },
  'emailLink.otherPurpose': { status: 400, text: 'This link does not allow that.' },
  'password.oldWrong': { status: 400, text: 'This password is not right.' },
  'password.tooShort': { status: 400, text: 'This password is shorter than your organisation asks for.' },
  'password.common': { status: 400, text: 'This password is on a list of common and leaked ones. Choose another.' },
  'password.likeYou': { status: 400, text: 'This password is too much like your name or e-mail. Choose another.' },
  'password.likePlace': {
    status: 400,
    text: 'This password is made of the name of your organisation, its address or this product. Choose another.',
  },
  'password.secretWord': { status: 400, text: 'This is your secret word. Choose another password.' },
  'password.sameAsBefore': { status: 400, text: 'This is the password you have now. Choose another.' },
  'password.needed': { status: 400, text: 'Enter your password to make this change.' },

  // records
  'record.stale': { status: 412, text: 'Somebody else has changed this in the meantime. Nothing was overwritten.' },
  'record.versionRequired': { status: 428, text: 'Say which version you are changing.' },
  'user.unknown': { status: 404, text: 'This user does not exist, or lies outside your area.' },
  'user.userNameTaken': { status: 409, text: 'This user name is taken' },
  'user.beyondYourOwn': {
    status: 409,
    text: 'This user holds rights that you do not hold, so only somebody who does can make this change.',
  },
  'user.passwordChosen': { status: 409, text: 'This user has already chosen a password. Send a reset link instead.' },
  'user.self': { status: 409, text: 'Nobody disables or deletes their own account.' },
  'user.noFaceProvider': { status: 409, text: 'Nobody recognises faces for this installation.' },
  'user.ownContact': { status: 409, text: 'Your own contact data, secret word and PIN are changed in your profile.' },
  'user.secretOfOwner': {
    status: 409,
    text: 'Secret word and PIN are chosen by the user, in the own profile. You can only remove them.',
  },
  'user.noPendingEmail': { status: 409, text: 'This e-mail address is not waiting to be accepted, or no longer.' },
  'user.ownStanding': { status: 409, text: 'Nobody changes their own place or role.' },
  'assignment.unknown': { status: 404, text: 'You do not hold this role, or no longer.' },
  'assignment.doubled': { status: 409, text: 'This user holds this role at this place already.' },
  'assignment.gone': { status: 409, text: 'This user does not hold this further role, or no longer.' },
  'assignment.past': { status: 400, text: 'This moment has passed. Choose a later one.' },
  'assignment.outlastsYours': {
    status: 409,
    text: 'Your own role ends before that. Choose an end that is not later than the end of your own role.',
  },
  'assignment.tooMany': { status: 409, text: 'This user holds as many further roles as one may. Take one away first.' },
  'node.unknown': { status: 404, text: 'This place does not exist, or lies outside your area.' },
  'node.codeTaken': { status: 409, text: 'This code is taken' },
  'node.wrongParent': { status: 409, text: 'A place of this kind cannot stand there.' },
  'node.intoItself': { status: 409, text: 'A place cannot stand below itself.' },
  'node.ownPlace': { status: 409, text: 'Your own place is looked after by somebody above it.' },
  'node.notEmpty': { status: 409, text: 'Only an empty place can be deleted.' },
  'node.holdsHidden': { status: 409, text: 'It holds something that this portal does not show.' },
  'node.hiddenHere': { status: 409, text: 'This portal does not show what lies below this place.' },
  'node.hidesYourself': { status: 409, text: 'With this region alone this portal would not show you your own place.' },
  'node.hiddenEverywhere': {
    status: 409,
    text: 'No portal of this organisation shows places of this region alone, so nobody could find it again.',
  },
  'device.unknown': { status: 404, text: 'This device does not exist, or lies outside your area.' },
  'device.duplicate': { status: 409, text: 'Duplicate: Device already exists' },
  'device.duplicateAddress': { status: 409, text: 'Duplicate: Device already exists' },
  'device.storeOnly': { status: 409, text: 'Devices belong to stores.' },
  'device.codeUnknown': { status: 400, text: 'This pairing code is not known, was used already, or is too old.' },
  'device.keyUnknown': { status: 400, text: 'No device has this key.' },
  'setting.notShown': { status: 409, text: 'Your role does not see the settings of modules.' },
  'setting.notYours': { status: 409, text: 'Your role may not change these settings here.' },
  'setting.notToldThen': {
    status: 409,
    text: 'Your role is told what counts now, and not what did or will count at another time.',
  },
  'setting.unknownField': { status: 400, text: 'There is no such setting.' },
  'setting.locked': { status: 409, text: 'A place above has locked this setting.' },
  'setting.looser': { status: 409, text: 'A place above allows only a stricter value here.' },
  'setting.noSuchMode': { status: 400, text: 'This setting cannot bind the places below in that way.' },
  'setting.rowLocked': { status: 409, text: 'A place above has locked this row.' },
  'setting.onlyHide': { status: 409, text: 'A place above allows only to hide rows of this list.' },
  'setting.unknownRow': { status: 409, text: 'This row is not in the list any more.' },
  'setting.startPast': { status: 409, text: 'This moment has passed. Choose a later one.' },
  'setting.unknownChange': { status: 409, text: 'There is no such change of this setting.' },
  'setting.begun': { status: 409, text: 'This change counts already. Put back what was before it instead.' },
  'setting.noConnection': { status: 400, text: 'These settings describe no connection that could be tested.' },
  'setting.tooManyTests': { status: 429, text: 'Too many connections were tested. Try again in a few minutes.' },
  'setting.oneChangeAtATime': { status: 409, text: 'Somebody else is changing this just now. Try again.' },
  'webhook.unknown': { status: 404, text: 'This webhook does not exist, or lies outside your area.' },
  'webhook.messageUnknown': { status: 404, text: 'This message does not exist any more.' },
  'webhook.tooMany': { status: 409, text: 'A place has up to 20 webhooks. Delete one first.' },
  'file.addressInvalid': { status: 400, text: 'Nothing can be uploaded to this address, or no longer.' },
  'file.keyInvalid': { status: 400, text: 'No file can be stored under this key.' },
  'file.unknown': { status: 404, text: 'This file does not exist.' },
  'file.notYours': { status: 409, text: 'You can only delete files that you uploaded.' },
  'file.inUse': {
    status: 409,
    text: 'This file is in use, and cannot be deleted. Settings of the past and planned ones keep their files, too.',
  },
  'file.noSuchRange': { status: 416, text: 'The file has no such part.' },
  'file.addressUsed': { status: 409, text: 'Something was uploaded to this address already.' },
  'file.storeSilent': { status: 503, text: 'Files cannot be reached just now. Try again in a moment.' },
  'upload.tooMany': { status: 429, text: 'Too many files are being uploaded. Wait until one is done, then try again.' },
  'download.tooMany': { status: 429, text: 'A file is being exported already. Wait until it is done.' },
  'file.noRoomLeft': {
    status: 409,
    text: 'Your organisation has no room left for files. Delete some that are not used in the media library.',
  },
  'bulk.unknownCodes': { status: 400, text: 'Some of these codes name no place below the one chosen.' },
  'bulk.notBelow': { status: 409, text: 'This place does not stand below the one that the settings come from.' },
  'bulk.nothingToPush': { status: 409, text: 'Nothing is set in these sections that could be handed on.' },
  'bulk.noTargets': { status: 409, text: 'There is no place below that this would be about.' },
  'bulk.tooMany': { status: 409, text: 'A bulk override may be about up to 100,000 places. Part it in two.' },
  'userBulk.notYours': { status: 409, text: 'Your role does not hold the permission that this change needs.' },
  'userBulk.nobody': { status: 409, text: 'There is nobody whom this would be about.' },
  'userBulk.tooMany': {
    status: 409,
    text: 'One change may be about up to 100,000 users, a thousand of them one by one.',
  },
  'userView.unknown': { status: 404, text: 'This view does not exist, or is not shared with you.' },
  'userView.notYours': {
    status: 409,
    text: 'Only its author, or whoever may edit users at its place, changes a view.',
  },
  'userView.nameTaken': { status: 409, text: 'You have a view of this name already.' },
  'userView.tooMany': { status: 409, text: 'You may keep up to 100 views. Delete one first.' },
  ...importErrors,
  ...productErrors,
  'template.unknown': { status: 404, text: 'There is no such template.' },
  'role.unknown': { status: 404, text: 'This role does not exist, or lies outside your area.' },
  'role.nameTaken': { status: 409, text: 'This name is taken' },
  'role.closed': { status: 409, text: 'This role is disabled, so it is given to nobody.' },
  'role.levelTooHigh': { status: 409, text: 'This role is meant for places further down.' },
  'role.levelWrong': {
    status: 409,
    text: 'Roles of the platform are for its own people, all others for the people of an organisation.',
  },
  'role.beyondYourOwn': {
    status: 409,
    text: 'This role holds rights that you do not hold, or stands above your own level.',
  },
  'role.own': { status: 409, text: 'Nobody changes a role that they hold themselves.' },
  'role.heldBeyond': {
    status: 409,
    text: 'This role is also held outside your area, so somebody above you looks after it.',
  },
  'role.heldLonger': {
    status: 409,
    text: 'This role is held for longer than your own role lasts, so somebody whose role lasts as long has to add rights to it.',
  },
  'role.heldHigher': { status: 409, text: 'This role is held at higher places than this level allows.' },
  'role.inUse': { status: 409, text: 'This role is held by users. Give them another one first.' },
  'role.moduleUnknown': { status: 400, text: 'There is no such module.' },
  'role.rightUnknown': { status: 400, text: 'There is no such right.' },
  'organisation.codeTaken': { status: 409, text: 'This code is taken' },
  'organisation.urlTaken': { status: 409, text: 'This address is taken' },
  'organisation.hostTwice': { status: 400, text: 'Each address stands here once' },
  'organisation.onePrimaryHost': { status: 400, text: 'Choose one address as the primary one' },
  'organisation.primaryHostUnclear': { status: 400, text: 'The request names two different primary addresses.' },
  'organisation.domainTaken': { status: 409, text: 'This domain is taken' },
  'organisation.domainTwice': { status: 400, text: 'Each domain stands here once' },
  'organisation.oneDefaultDomain': { status: 400, text: 'Choose one domain as the usual one' },
  'organisation.domainInUse': { status: 409, text: 'Users sign in with a domain that was removed.' },
  'organisation.nobodyToInvite': {
    status: 409,
    text: 'There is nobody left to invite: the first administrator has chosen a password, or may not sign in.',
  },
  'organisation.onlyFromAbove': { status: 409, text: 'Only those who run the platform can do this.' },
  'theme.unreadable': {
    status: 409,
    text: 'Some words of this theme could not be read. Change the marked colours first.',
  },
  // idempotency
  'request.otherBody': { status: 422, text: 'This key was already used for another change.' },
  'request.stillRunning': { status: 409, text: 'This change is still being made.' },
  // the server
  'service.busy': { status: 503, text: 'Too much is going on just now. Try again in a moment.' },
  'service.unavailable': {
    status: 503,
    text: 'The database does not answer just now. Nothing was lost. Try again in a moment.',
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
