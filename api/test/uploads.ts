import { signedAddresses } from '../src/files/signed-address.ts';
import { newAddress } from '../src/platform/storage.ts';
import type { Person } from './builders.ts';
import type { House } from './server.ts';

/** The smallest picture there is: one point of a bitmap. */
export const aPoint = Buffer.from(
  '424d3a000000000000003600000028000000010000000100000001001800000000000400000000000000000000000000000000000000336699ff',
  'hex',
);

/** What the doors for pictures take. */
export const uploadSamples = {
  'files.sign': () => ({ query: { key: 'logo.png', bucket: 'essentials' } }),
  'files.put': () => ({ body: aPoint }),
  'files.upload': () => ({ body: aPoint }),
  'files.uploadToStore': () => ({ body: aPoint }),
};

/** A picture, and an address on the portal of somebody that takes it. */
export async function anUpload({ rows, secretKey }: House, { at }: Person) {
  const [clock] = await rows<{ soon: string }>(
    'select (floor(extract(epoch from clock()))::bigint + 60)::text as soon',
  );
  const upload = { address: newAddress(at.orgId), host: at.host, type: 'image/bmp', expires: clock!.soon };
  return { path: signedAddresses(secretKey).sign(upload), body: aPoint };
}
