import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { ApiError } from '../errors.ts';
import { isStorageAddress, newAddress, type Storage } from './storage.ts';

export type S3Options = {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
};

/** Milliseconds. */
const requestTimeout = 10_000;

/** Sends requests to an S3 bucket. */
export type S3Bucket = (
  method: string,
  address: string,
  expectedStatuses: readonly number[],
  content?: { readonly bytes: Uint8Array; readonly type: string },
) => Promise<Response>;

/** A bucket; what is written to it never replaces an object. Throws `file.storeSilent` for any status that is not expected. */
export function s3Bucket({ endpoint, bucket, ...key }: S3Options): S3Bucket {
  const client = new AwsClient({ ...key, service: 's3', retries: 1 });
  return async (method, address, expectedStatuses, content) => {
    const hash = createHash('sha256').update(content?.bytes ?? '');
    const response = await client
      .fetch(`${endpoint}/${bucket}${address}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeout),
        headers: {
          'x-amz-content-sha256': hash.digest('hex'),
          ...(content ? { 'content-type': content.type, 'if-none-match': '*' } : {}),
        },
        ...(content ? { body: content.bytes as Uint8Array<ArrayBuffer> } : {}),
      })
      .catch((error: unknown) => {
        throw unavailable(error);
      });
    if (expectedStatuses.includes(response.status)) return response;
    throw unavailable(new Error(`${method} returned ${response.status}: ${(await response.text()).slice(0, 500)}`));
  };
}

/**
 * Stores files in an S3 bucket, under the same paths as on disk. The portal serves them itself: browsers never access the
 * bucket, so it can stay private.
 */
export function s3Storage(options: S3Options): Storage {
  const send = s3Bucket(options);
  return {
    async store(orgId, bytes) {
      const address = newAddress(orgId);
      await this.storeAt(address, bytes);
      return address;
    },
    async storeAt(address, bytes) {
      if (!isStorageAddress(address)) return false;
      const { status } = await send('PUT', address, [200, 201, 204, 409, 412], { bytes, type: 'image/webp' });
      return status < 300;
    },
    async find(address) {
      if (!isStorageAddress(address)) return undefined;
      const response = await send('GET', address, [200, 404]);
      return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : undefined;
    },
    async delete(address) {
      if (isStorageAddress(address)) await send('DELETE', address, [200, 204, 404]);
    },
  };
}

const unavailable = (cause: unknown) => new ApiError('file.storeSilent', { cause, retryAfter: 2 });
