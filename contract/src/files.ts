import * as z from 'zod/mini';
import type { Permission } from './access.ts';
import { endpoints } from './endpoint.ts';
import { mediaLimitOf, mediaTypeOfContent, videoSizeLimit } from './media-types.ts';

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

/** An image or a video. Its first bytes decide which, and so its limit. */
const mediaFile = {
  limitBytes: videoSizeLimit + 1,
  tooLarge: 'field.videoTooLarge',
  limitOf: (head: Uint8Array) => mediaLimitOf(mediaTypeOfContent(head)),
} as const;

/** The stored file's path on the portal's own origin. */
export const UploadedFile = z.object({ Location: z.string() });

const uploadEndpoint = {
  method: 'POST',
  allow: { any: uploadPermissions },
  manualTransaction: true,
  file: mediaFile,
  result: UploadedFile,
  errors: [
    'field.imageFormat',
    'field.imageTooLarge',
    'field.videoTooLarge',
    'file.noRoomLeft',
    'file.storeSilent',
    'service.busy',
  ],
} as const;

/** Uploads of images and videos. */
export const files = endpoints({
  sign: {
    method: 'GET',
    path: '/common/getPreSignedUrl',
    summary:
      'An address to PUT one picture or video to within five minutes. Of the key only its name and ending count, of the bucket nothing: where the file lies is decided here, and is the address without its query.',
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
    summary: 'Takes the one file that a signed address was made for, once and of the kind it was made for.',
    allow: 'anyone',
    manualTransaction: true,
    file: mediaFile,
    params: z.object({ folder: z.string(), name: z.string() }),
    query: z.object({
      expires: z._default(z.string().check(z.maxLength(20, 'field.tooLong')), ''),
      name: z._default(z.string().check(z.maxLength(128, 'field.tooLong')), ''),
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
      'field.videoTooLarge',
      'file.storeSilent',
      'service.busy',
    ],
  },
  upload: { ...uploadEndpoint, path: '/common/uploadfile', summary: 'Takes a picture or a video, in a form or bare.' },
  uploadToStore: {
    ...uploadEndpoint,
    path: '/common/uploadfileons3',
    summary: 'The same, under the name it has elsewhere.',
  },
});
