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
    'field.imagePixels',
    'field.videoTooLarge',
    'file.noRoomLeft',
    'file.storeSilent',
    'service.busy',
  ],
} as const;

/** The storage key that a client chooses for a file; used for images of hotkeys only. */
const storageKey = {
  key: z.string('field.required').check(z.minLength(1, 'field.required'), z.maxLength(1024, 'field.tooLong')),
  bucket: z.optional(z.string().check(z.maxLength(256, 'field.tooLong'))),
  /** The organisation of the owner; the user's own if absent. */
  orgId: z.optional(z.uuid('field.invalid')),
};

/** What a signed address allows; without this query it is the address of the stored file. */
const grant = z.object({
  by: z._default(z.string().check(z.maxLength(36, 'field.tooLong')), ''),
  expires: z._default(z.string().check(z.maxLength(20, 'field.tooLong')), ''),
  name: z._default(z.string().check(z.maxLength(128, 'field.tooLong')), ''),
  type: z._default(z.string().check(z.maxLength(64, 'field.tooLong')), ''),
  signature: z._default(z.string().check(z.maxLength(128, 'field.tooLong')), ''),
});

const putEndpoint = {
  method: 'PUT',
  allow: 'anyone',
  manualTransaction: true,
  file: mediaFile,
  query: grant,
  result: UploadedFile,
  errors: [
    'file.addressInvalid',
    'file.addressUsed',
    'file.noRoomLeft',
    'field.imageFormat',
    'field.imageTooLarge',
    'field.imagePixels',
    'field.videoTooLarge',
    'file.storeSilent',
    'service.busy',
    'upload.incomplete',
    'upload.inProgress',
    'upload.otherPosition',
  ],
} as const;

/** Uploads of images and videos. */
export const files = endpoints({
  sign: {
    method: 'GET',
    path: '/common/getPreSignedUrl',
    summary:
      "An address to PUT one image or video to within five minutes; without its query it is the file's address. It ends in the key if that is organization/hotkeys/{node id}/{hotkey id}.{extension} in the bucket essentials; of any other key only name and ending count.",
    allow: { any: uploadPermissions },
    // a signed URL permits a later write, so it is denied during impersonation although it is a GET
    duringImpersonation: 'deny',
    query: z.object(storageKey),
    result: z.string(),
    errors: ['field.imageFormat', 'file.keyInvalid', 'node.unknown', 'setting.notYours'],
  },
  put: {
    ...putEndpoint,
    path: '/files/{folder}/{name}',
    summary:
      'Takes the one file that a signed address was made for, once and of the kind it was made for. After its connection broke, an empty PUT with Content-Range: bytes */{size} is answered by 308 and the Range that has arrived; a PUT with Content-Range: bytes {first}-{last}/{size} continues.',
    params: z.object({ folder: z.string(), name: z.string() }),
  },
  putUnderKey: {
    ...putEndpoint,
    path: '/files/{folder}/essentials/{version}/organization/hotkeys/{owner}/{name}',
    summary: 'The same for the image of a hotkey; each upload under its key is a version with an address of its own.',
    params: z.object({ folder: z.string(), version: z.string(), owner: z.string(), name: z.string() }),
  },
  upload: {
    ...uploadEndpoint,
    path: '/common/uploadfile',
    summary: 'Uploads an image or a video, as multipart form or raw body.',
  },
  uploadToStore: {
    ...uploadEndpoint,
    path: '/common/uploadfileons3',
    summary:
      "The same. The key and bucket of a hotkey's image are used, as query or as fields of the form before the file.",
    query: z.partial(z.object(storageKey)),
    errors: [...uploadEndpoint.errors, 'file.keyInvalid', 'node.unknown', 'setting.notYours'],
  },
});
