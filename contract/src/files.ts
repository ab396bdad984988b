import * as z from 'zod/mini';
import type { Permission } from './access.ts';
import { endpoints } from './endpoint.ts';

/** Exclusive upper limit of an image's size in bytes (6 MiB). */
export const imageSizeLimit = 6 * 1024 * 1024;

/** Accepted media types with their file extensions. */
export const imageExtensions = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/bmp': ['bmp'],
  'image/webp': ['webp'],
} as const;

export const imageTypes = Object.keys(imageExtensions) as (keyof typeof imageExtensions)[];

/** The media type by a file name's extension, undefined if it is not accepted. */
export function imageTypeOf(name: string): keyof typeof imageExtensions | undefined {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return imageTypes.find((type) => (imageExtensions[type] as readonly string[]).includes(extension));
}

/** The permissions to change anything that contains images. */
const uploadPermissions: readonly Permission[] = [
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

/** The stored image's path on the portal's own origin. */
export const UploadedFile = z.object({ Location: z.string() });

const uploadEndpoint = {
  method: 'POST',
  allow: { any: uploadPermissions },
  manualTransaction: true,
  file: { limitBytes: imageSizeLimit },
  result: UploadedFile,
  errors: ['field.imageFormat', 'field.imageTooLarge', 'file.noRoomLeft', 'file.storeSilent', 'service.busy'],
} as const;

/** Image uploads. */
export const files = endpoints({
  sign: {
    method: 'GET',
    path: '/common/getPreSignedUrl',
    summary:
      'An address to PUT one picture to within five minutes. Of the key only its ending counts, of the bucket nothing: where the picture lies is decided here, and is the address without its query.',
    allow: { any: uploadPermissions },
    // a signed URL permits a later write, so it is denied during impersonation although it is a GET
    duringImpersonation: 'deny',
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
    summary: 'Takes the one picture that a signed address was made for, once and of the kind it was made for.',
    allow: 'anyone',
    manualTransaction: true,
    file: { limitBytes: imageSizeLimit },
    params: z.object({ folder: z.string(), name: z.string() }),
    query: z.object({
      expires: z._default(z.string().check(z.maxLength(20, 'field.tooLong')), ''),
      type: z._default(z.string().check(z.maxLength(64, 'field.tooLong')), ''),
      signature: z._default(z.string().check(z.maxLength(128, 'field.tooLong')), ''),
    }),
    result: UploadedFile,
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
  upload: { ...uploadEndpoint, path: '/common/uploadfile', summary: 'Takes a picture, in a form or bare.' },
  uploadToStore: {
    ...uploadEndpoint,
    path: '/common/uploadfileons3',
    summary: 'The same, under the name it has elsewhere.',
  },
});
