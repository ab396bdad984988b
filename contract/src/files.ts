import * as z from 'zod/mini';
import type { Permission } from './access.ts';
import { endpoints } from './endpoint.ts';

/** The size that a picture has to stay below: six megabytes. */
export const pictureBelow = 6 * 1024 * 1024;

/** The kinds of picture that are taken, each with the endings that files of it have. */
export const pictureEndings = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/bmp': ['bmp'],
  'image/webp': ['webp'],
} as const;

export const pictureKinds = Object.keys(pictureEndings) as (keyof typeof pictureEndings)[];

/** The kind of picture that a file's name promises; nothing where it promises none. */
export function pictureKindOf(name: string): keyof typeof pictureEndings | undefined {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return pictureKinds.find((kind) => (pictureEndings[kind] as readonly string[]).includes(ending));
}

/** Whoever may change what pictures stand in may bring one along. */
const uploaders: readonly Permission[] = [
  'CREATE_ORGANISATION',
  'EDIT_NODE_THEME',
  'EDIT_NODE_MODULE',
  'EDIT_NODE_CONFIGURATION',
  'UPDATE_ORGANISATION_THEME',
  'UPDATE_ORGANISATION_MODULE',
  'UPDATE_ORGANISATION_CONFIG',
  'EDIT_SETTING',
  'CREATE_SETTING',
];

/** Where a picture lies from now on: a path on the portal's own origin. */
export const Uploaded = z.object({ Location: z.string() });

const upload = {
  method: 'POST',
  allow: { any: uploaders },
  ownTransaction: true,
  file: { below: pictureBelow },
  result: Uploaded,
  errors: ['field.imageFormat', 'field.imageTooLarge', 'file.noRoomLeft', 'file.storeSilent', 'service.busy'],
} as const;

/** Pictures on their way in. */
export const files = endpoints({
  sign: {
    method: 'GET',
    path: '/common/getPreSignedUrl',
    about:
      'An address to PUT one picture to within five minutes. Of the key only its ending counts, of the bucket nothing: where the picture lies is decided here, and is the address without its query.',
    allow: { any: uploaders },
    // an address that a picture may be sent to is the beginning of a change
    whileSeeing: 'shut',
    query: z.object({
      key: z.string('field.required').check(z.minLength(1, 'field.required'), z.maxLength(1024, 'field.tooLong')),
      bucket: z.optional(z.string().check(z.maxLength(256, 'field.tooLong'))),
    }),
    result: z.string(),
    errors: ['field.imageFormat'],
  },
  put: {
    method: 'PUT',
    path: '/files/{folder}/{name}',
    about: 'Takes the one picture that a signed address was made for, once and of the kind it was made for.',
    allow: 'anyone',
    ownTransaction: true,
    file: { below: pictureBelow },
    params: z.object({ folder: z.string(), name: z.string() }),
    query: z.object({
      expires: z._default(z.string().check(z.maxLength(20, 'field.tooLong')), ''),
      type: z._default(z.string().check(z.maxLength(64, 'field.tooLong')), ''),
      signature: z._default(z.string().check(z.maxLength(128, 'field.tooLong')), ''),
    }),
    result: Uploaded,
    errors: [
      'file.addressInvalid',
      'file.addressUsed',
      'file.noRoomLeft',
      'field.imageFormat',
      'field.imageTooLarge',
      'file.storeSilent',
      'service.busy',
    ],
  },
  upload: { ...upload, path: '/common/uploadfile', about: 'Takes a picture, in a form or bare.' },
  uploadToStore: { ...upload, path: '/common/uploadfileons3', about: 'The same, under the name it has elsewhere.' },
});
