import { signedUploadUrls } from '../src/files/signed-upload-url.ts';
import { newAddress } from '../src/platform/files/storage.ts';
import type { TestUser } from './builders.ts';
import type { TestServer } from './server.ts';

/** A BMP of one pixel. */
export const onePixelImage = Buffer.from(
  '424d3a000000000000003600000028000000010000000100000001001800000000000400000000000000000000000000000000000000336699ff',
  'hex',
);

export const uploadSamples = {
  'files.sign': () => ({ query: { key: 'logo.png', bucket: 'essentials' } }),
  'files.put': () => ({ body: onePixelImage }),
  'files.upload': () => ({ body: onePixelImage }),
  'files.uploadToStore': () => ({ body: onePixelImage }),
};

/** A signed upload URL on the user's portal, valid for a minute, with an image for it. */
export async function createUpload({ query, secretKey }: TestServer, { node }: TestUser) {
  const [clock] = await query<{ soon: string }>(
    'select (floor(extract(epoch from clock()))::bigint + 60)::text as soon',
  );
  const upload = { address: newAddress(node.orgId), host: node.host, type: 'image/bmp', expires: clock!.soon };
  return { path: signedUploadUrls(secretKey).sign(upload), body: onePixelImage };
}
