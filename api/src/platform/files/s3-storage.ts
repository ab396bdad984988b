import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ReceivedFile } from '@storeward/contract/endpoint';
import { AwsClient } from 'aws4fetch';
import { rangeHeader } from './byte-range.ts';
import {
  type Content,
  isStorageAddress,
  newAddress,
  sizeOf,
  type Storage,
  storageSilent,
  typeOfAddress,
} from './storage.ts';

export type S3Options = {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
};

/** Milliseconds until a response begins: for any request, and in addition for each MiB that is sent. */
const [requestTimeout, timeoutPerMib] = [10_000, 2_000];

/** How often a request is sent, and the milliseconds between two attempts. */
const [attempts, retryDelay] = [2, 50];

type S3Request = {
  readonly content?: { readonly bytes: Content; readonly type: string };
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends requests to an S3 bucket. */
export type S3Bucket = (
  method: string,
  address: string,
  expectedStatuses: readonly number[],
  request?: S3Request,
) => Promise<Response>;

/** A bucket; a write never replaces an object. Throws `file.storeSilent` for any unexpected status. */
export function s3Bucket({ endpoint, bucket, ...key }: S3Options): S3Bucket {
  const client = new AwsClient({ ...key, service: 's3', retries: 0 });
  const sendOnce = async (method: string, address: string, { content, headers }: S3Request) => {
    const size = content ? sizeOf(content.bytes) : 0;
    const response = new AbortController();
    const timer = setTimeout(
      () => response.abort(new Error('the storage does not answer')),
      requestTimeout + Math.ceil(size / 2 ** 20) * timeoutPerMib,
    );
    try {
      return await client.fetch(`${endpoint}/${bucket}${address}`, {
        method,
        redirect: 'error',
        signal: response.signal,
        headers: {
          'x-amz-content-sha256': hashOf(content?.bytes),
          ...headers,
          ...(content && { 'content-type': content.type, 'content-length': String(size), 'if-none-match': '*' }),
        },
        ...(content && { body: bodyOf(content.bytes) }),
      });
    } finally {
      clearTimeout(timer); // the body may take longer, since it is read as fast as the client receives it
    }
  };
  return async (method, address, expectedStatuses, request = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await sendOnce(method, address, request).catch((error: unknown) => {
        throw storageSilent(error);
      });
      if (expectedStatuses.includes(response.status)) return response;
      const text = (await response.text()).slice(0, 500);
      if (attempt === attempts || (response.status < 500 && response.status !== 429))
        throw storageSilent(new Error(`${method} returned ${response.status}: ${text}`));
      await delay(retryDelay);
    }
  };
}

const hashOf = (content: Content | undefined): string =>
  Buffer.from(
    content && !(content instanceof Uint8Array)
      ? content.sha256
      : createHash('sha256')
          .update(content ?? '')
          .digest(),
  ).toString('hex');

/** The body of a request; a file on disk is sent while it is read. */
const bodyOf = (content: Content): BodyInit =>
  content instanceof Uint8Array
    ? (content as Uint8Array<ArrayBuffer>)
    : (Readable.toWeb(Readable.from(copied(content), { objectMode: false })) as BodyInit);

/** The chunks of a file, each in memory of its own, since a stream requests the next before it has sent one. */
async function* copied(content: ReceivedFile) {
  for await (const chunk of content.chunks()) yield Buffer.from(chunk);
}

/**
 * Stores files in an S3 bucket, under the same paths as on disk. The portal serves them itself: browsers never access the
 * bucket, so it can stay private.
 */
export function s3Storage(options: S3Options): Storage {
  const send = s3Bucket(options);
  return {
    async store(orgId, content) {
      const address = newAddress(orgId);
      await this.storeAt(address, content);
      return address;
    },
    async storeAt(address, bytes) {
      if (!isStorageAddress(address)) return false;
      const content = { bytes, type: typeOfAddress(address) };
      const { status } = await send('PUT', address, [200, 201, 204, 409, 412], { content });
      return status < 300;
    },
    async find(address, range) {
      if (!isStorageAddress(address)) return undefined;
      const response = await send('GET', address, [200, 206, 404, 416], {
        // with a Range header fetch itself requests an unencoded response
        headers: range ? { range: rangeHeader(range) } : { 'accept-encoding': 'identity' },
      });
      const { status, headers, body } = response;
      const contentRange = headers.get('content-range') ?? '';
      if (status === 404 || status === 416 || !body) {
        await body?.cancel();
        return status === 416 ? { size: Number(/(?<!\d)\d+$/.exec(contentRange)?.[0] ?? 0) } : undefined;
      }
      const bytes = Readable.fromWeb(body as ReadableStream);
      const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange) ?? [];
      if (status === 206) return { size: Number(size), part: { start: Number(start), end: Number(end) }, bytes };
      return { size: Number(headers.get('content-length')), bytes };
    },
    async delete(address) {
      if (isStorageAddress(address)) await send('DELETE', address, [200, 204, 404]);
    },
  };
}
