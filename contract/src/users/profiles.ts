import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { BirthDate, Pin, SecretWord } from '../fields.ts';
import { imageSizeLimit } from '../media-types.ts';
import { User, UserId } from '../users.ts';
import { UserInput } from './user-input.ts';

/** Fields of one's own profile. Secrets that are omitted or null stay unchanged. */
export const ProfileInput = z.safeExtend(UserInput, {
  dateOfBirth: z.nullable(BirthDate),
  communicationEmail: z.boolean('field.required'),
  communicationPush: z.boolean('field.required'),
  communicationSms: z.boolean('field.required'),
  secretWord: z.optional(z.nullable(SecretWord)),
  pin: z.optional(z.nullable(Pin)),
  /** The current password, required to change one of `recoveryFields`. */
  password: z.optional(z.nullable(z.string().check(z.maxLength(1024, 'field.tooLong')))),
});
export type ProfileInput = z.infer<typeof ProfileInput>;

/** Fields that allow password recovery. Changing one in the own profile requires the current password. */
export const recoveryFields = ['emailId', 'phoneNumber', 'secretWord'] as const;
export type RecoveryField = (typeof recoveryFields)[number];

const byId = z.object({ id: UserId });

/** Endpoints for one's own profile. For ids of other users the response is the same as for unknown ids. */
export const profiles = endpoints({
  get: {
    method: 'GET',
    path: '/user-management/users/{id}/profile',
    summary: 'The current user’s own profile.',
    allow: 'signedIn',
    params: byId,
    result: User,
    errors: ['user.unknown'],
  },
  update: {
    method: 'PUT',
    path: '/user-management/users/{id}/profile',
    summary: 'Changes the current user’s own profile; a change of e-mail, phone or secret word requires the password.',
    allow: 'signedIn',
    manualTransaction: true,
    takesSecret: true,
    params: byId,
    body: ProfileInput,
    versioned: true,
    result: User,
    errors: [
      'user.unknown',
      'record.stale',
      'password.needed',
      'recovery.tooManyMails',
      'password.oldWrong',
      'signIn.locked',
      'signIn.tooMany',
      'service.busy',
    ],
  },
  setPicture: {
    method: 'POST',
    path: '/user-management/users/{id}/profile-picture',
    summary: 'Stores a profile picture of the current user (jpeg, png, bmp) and returns its address.',
    allow: 'signedIn',
    manualTransaction: true,
    params: byId,
    file: { limitBytes: imageSizeLimit },
    result: z.string(),
    errors: [
      'user.unknown',
      'field.imageFormat',
      'field.imageTooLarge',
      'field.imagePixels',
      'input.malformed',
      'service.busy',
    ],
  },
  removePicture: {
    method: 'DELETE',
    path: '/user-management/users/{id}/profile-picture',
    summary: 'Deletes the current user’s profile picture; returns whether there was one.',
    allow: 'signedIn',
    manualTransaction: true,
    params: byId,
    result: z.object({ removed: z.boolean() }),
    errors: ['user.unknown'],
  },
  setFaceConsent: {
    method: 'PUT',
    path: '/user-management/users/{id}/face-consent',
    summary:
      'Gives or withdraws the current user’s consent to face recognition at sign-in. Only the date of the consent is stored, no biometric data.',
    allow: 'ALLOW_FACE_ID_REGISTRATION',
    params: byId,
    body: z.object({ agreed: z.boolean('field.required') }),
    result: User,
    errors: ['user.unknown', 'user.noFaceProvider'],
  },
});
