import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { pageQuery } from './paging.ts';

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
  /** The length of a video in milliseconds, if it states it. */
  duration: z.nullable(z.int()),
  createdDate: Timestamp,
  /** Who uploaded it; null if the reader may not see that user. */
  createdBy: z.nullable(z.string()),
  /** Whether any record uses it, also one that the reader may not see. */
  used: z.boolean(),
  can: z.object({ delete: z.boolean() }),
});
export type MediaFile = z.infer<typeof MediaFile>;

/** A record that uses a file, and when: a setting can be past or planned. */
const MediaUse = z.object({
  kind: z.enum(['setting', 'draft', 'product', 'import']),
  state: z.enum(['now', 'planned', 'earlier']),
  section: z.nullable(z.string()),
  node: z.nullable(z.object({ id: z.uuid(), nodeType: z.string() })),
  /** Of a product or import. */
  recordId: z.nullable(z.uuid()),
  /** Of the node, product or import. */
  name: z.string(),
});
export type MediaUse = z.infer<typeof MediaUse>;

/** `total` counts those that are not listed, too; `hidden` are those that the reader may not see. */
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
      'The stored images and videos of the organisation, by the words of their names; below its top those that the caller uploaded or inherits, and those that products and settings of the own area use.',
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
    summary: 'Deletes a file that no record uses; below the top of the organisation only one that the caller uploaded.',
    allow: 'EDIT_SETTING',
    params: byId,
    query: ofOrganisation,
    result: z.object({ id: MediaFileId }),
    errors: ['file.unknown', 'file.notYours', 'file.inUse', 'file.storeSilent'],
  },
});
