import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';
import { pageQuery } from '../paging.ts';

const MediaFileId = z.uuid().brand<'MediaFileId'>();
export type MediaFileId = z.infer<typeof MediaFileId>;

export const mediaKinds = ['image', 'video'] as const;

/** A stored file of the organisation. */
export const MediaFile = z.object({
  id: MediaFileId,
  Location: z.string(),
  /** The name that it was uploaded with, empty if it had none. */
  name: z.string(),
  kind: z.enum(mediaKinds),
  type: z.string(),
  bytes: z.int(),
  /** In pixels; null for files of earlier versions. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** The length of a video in milliseconds; null if the file does not state it. */
  duration: z.nullable(z.int()),
  createdDate: Timestamp,
  /** Who uploaded it; null if the reader may not see that user. */
  createdBy: z.nullable(z.string()),
  /** Whether any record uses it, also one that the reader may not see. */
  used: z.boolean(),
  can: z.object({ delete: z.boolean() }),
});
export type MediaFile = z.infer<typeof MediaFile>;

/** A record that uses a file, and when: a setting can apply in the past, now or in the future. */
const MediaUse = z.object({
  kind: z.enum(['setting', 'draft', 'product', 'import']),
  state: z.enum(['now', 'planned', 'earlier']),
  section: z.nullable(z.string()),
  node: z.nullable(z.object({ id: z.uuid(), nodeType: z.string() })),
  /** The id of the product or import. */
  recordId: z.nullable(z.uuid()),
  /** The name of the node, product or import. */
  name: z.string(),
});
export type MediaUse = z.infer<typeof MediaUse>;

/** `total` includes the uses that are not listed; `hidden` is the number of those that the reader may not see. */
const MediaUses = z.object({ uses: z.array(MediaUse), total: z.int(), hidden: z.int() });

/** The largest number of uses that one response lists. */
export const maxListedMediaUses = 50;

const path = '/common/media';
const byId = z.object({ id: MediaFileId });
const ofOrganisation = z.object({ orgId: z.optional(z.uuid()) });

/** The media library: the images and videos that an organisation has uploaded. */
export const mediaLibrary = endpoints({
  list: {
    method: 'GET',
    path,
    summary:
      'The stored images and videos of the organisation, found by the words of their names. Users below its root see those that they uploaded or inherit, and those that products and settings in their scope use.',
    allow: 'LIST_SETTING',
    query: z.extend(pageQuery(['name', 'createdDate', 'bytes']), {
      kind: z.optional(z.enum(mediaKinds)),
      used: z.optional(z.enum(['yes', 'no'])),
    }),
    result: MediaFile,
    page: true,
  },
  uses: {
    method: 'GET',
    path: `${path}/{id}/uses`,
    summary: 'The settings, drafts, products and imports that use a file; past and planned settings keep it, too.',
    allow: 'LIST_SETTING',
    params: byId,
    query: ofOrganisation,
    result: MediaUses,
    errors: ['file.unknown'],
  },
  remove: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary:
      'Deletes a file that no record uses; users below the root of the organisation can delete only what they uploaded.',
    allow: 'EDIT_SETTING',
    params: byId,
    query: ofOrganisation,
    result: z.object({ id: MediaFileId }),
    errors: ['file.unknown', 'file.notYours', 'file.inUse', 'file.storeSilent'],
  },
});
