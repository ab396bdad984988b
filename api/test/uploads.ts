import { newId } from '../src/platform/database/ids.ts';
import { signedUploadUrls } from '../src/files/signed-url.ts';
import { newAddress, newVersionAddress } from '../src/platform/files/storage.ts';
import type { TestNode, TestUser } from './builders.ts';
import type { RequestParts } from './request-parts.ts';
import type { TestServer } from './server.ts';

/** A BMP of one pixel. */
export const onePixelImage = Buffer.from(
  '424d3a000000000000003600000028000000010000000100000001001800000000000400000000000000000000000000000000000000336699ff',
  'hex',
);

export const uploadSamples = {
  'files.sign': () => ({ query: { key: 'logo.png', bucket: 'essentials' } }),
  'files.put': () => ({ body: onePixelImage }),
  'files.putUnderKey': () => ({ body: onePixelImage }),
  'files.upload': () => ({ body: onePixelImage }),
  'files.uploadToStore': () => ({ body: onePixelImage }),
  'mediaLibrary.uses': () => ({ id: newId() }),
  'mediaLibrary.remove': () => ({ id: newId() }),
};

/** A signed upload URL on the user's portal, valid for a minute, with an image for it. */
export async function createUpload(
  { query, secretKey }: TestServer,
  { id, node }: TestUser,
  address = newAddress(node.orgId),
) {
  const [clock] = await query<{ soon: string }>(
    'select (floor(extract(epoch from clock()))::bigint + 60)::text as soon',
  );
  const upload = {
    address,
    host: node.host,
    by: id,
    name: 'logo.bmp',
    type: 'image/bmp',
    expires: clock!.soon,
  };
  return { path: signedUploadUrls(secretKey).sign(upload), body: onePixelImage };
}

/** The same for the picture of a hotkey of the user's node. */
export const createHotkeyUpload = (testServer: TestServer, user: TestUser) =>
  createUpload(testServer, user, newVersionAddress(user.node.orgId, `organization/hotkeys/${user.node.id}/cola.bmp`));

/** Records an upload that a product uses. */
export async function insertUploadInUse({ query }: TestServer, { id }: TestNode): Promise<void> {
  await query(
    `insert into uploads (org_id, address, bytes, type, created_date) values ($1, '/files/x', 1, 'image/webp', now())`,
    [id],
  );
  await query(`insert into file_uses values ($1, '/files/x', 'product', 'A')`, [id]);
}

type Picture = { readonly address: string; readonly width: number; readonly height: number };

/** Records a picture of this size, whose file does not exist. */
export async function insertImage({ query }: TestServer, { id }: TestNode, picture: Picture): Promise<void> {
  await query(
    `insert into uploads (org_id, address, bytes, type, width, height, created_date, deletion_date)
     values ($1, $2, 1, 'image/webp', $3, $4, clock(), clock() + interval '30 days')`,
    [id, picture.address, picture.width, picture.height],
  );
}

/** Records an unused upload of the user, for endpoints that read or delete one. */
async function ofUpload({ query }: TestServer, { id, node }: TestUser): Promise<RequestParts> {
  const [row] = await query<{ id: string }>(
    `insert into uploads (org_id, address, bytes, type, created_by, created_date) values ($1, $2, 1, 'image/webp', $3, clock()) returning id`,
    [node.orgId, newAddress(node.orgId), id],
  );
  return { id: row!.id };
}

/** Sample requests for which an upload is recorded first. */
export const populatedMediaSamples = { 'mediaLibrary.uses': ofUpload, 'mediaLibrary.remove': ofUpload };
