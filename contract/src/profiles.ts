import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { BirthDate, Pin, SecretWord } from './fields.ts';
import { pictureBelow } from './files.ts';
import { User, UserId, UserInput } from './users.ts';

/** What somebody fills in about themselves; a secret that is left out or null stays as it is. */
export const ProfileInput = z.extend(UserInput, {
  dateOfBirth: z.nullable(BirthDate),
  communicationEmail: z.boolean('field.required'),
  communicationPush: z.boolean('field.required'),
  communicationSms: z.boolean('field.required'),
  secretWord: z.optional(z.nullable(SecretWord)),
  pin: z.optional(z.nullable(Pin)),
  /** The password of the moment, for a change of what leads to a new one. */
  password: z.optional(z.nullable(z.string().check(z.maxLength(1024, 'field.tooLong')))),
});
export type ProfileInput = z.infer<typeof ProfileInput>;

/** What leads to a new password; whoever changes it has to know the present one. */
export const keyFields = ['emailId', 'phoneNumber', 'secretWord'] as const;
export type KeyField = (typeof keyFields)[number];

const byId = z.object({ id: UserId });

/** What people see and change of themselves; another person's id is as unknown here as one that nobody has. */
export const profiles = endpoints({
  get: {
    method: 'GET',
    path: '/user-management/users/{id}/profile',
    about: 'The caller’s own profile.',
    allow: 'signedIn',
    params: byId,
    result: User,
    errors: ['user.unknown'],
  },
  update: {
    method: 'PUT',
    path: '/user-management/users/{id}/profile',
    about: 'Changes the caller’s own profile; another e-mail, phone or secret word asks for the password too.',
    allow: 'signedIn',
    ownTransaction: true,
    takesSecret: true,
    params: byId,
    body: ProfileInput,
    versioned: true,
    result: User,
    errors: [
      'user.unknown',
      'record.stale',
      'password.needed',
      'password.oldWrong',
      'signIn.locked',
      'signIn.tooMany',
      'service.busy',
    ],
  },
  setPicture: {
    method: 'POST',
    path: '/user-management/users/{id}/profile-picture',
    about: 'Takes a picture of the caller (jpeg, png, bmp, webp) and answers where it is kept.',
    allow: 'signedIn',
    ownTransaction: true,
    params: byId,
    file: { below: pictureBelow },
    result: z.string(),
    errors: ['user.unknown', 'field.imageFormat', 'field.imageTooLarge', 'input.malformed', 'service.busy'],
  },
  removePicture: {
    method: 'DELETE',
    path: '/user-management/users/{id}/profile-picture',
    about: 'Takes away the caller’s picture; answers whether there was one.',
    allow: 'signedIn',
    ownTransaction: true,
    params: byId,
    result: z.object({ removed: z.boolean() }),
    errors: ['user.unknown'],
  },
  setFaceConsent: {
    method: 'PUT',
    path: '/user-management/users/{id}/face-consent',
    about:
      'Whether the caller agrees to sign in by their face: kept as the date of the consent, and taken back at any time. Nothing of the face is kept here.',
    allow: 'ALLOW_FACE_ID_REGISTRATION',
    params: byId,
    body: z.object({ agreed: z.boolean('field.required') }),
    result: User,
    errors: ['user.unknown', 'user.noFaceProvider'],
  },
});
