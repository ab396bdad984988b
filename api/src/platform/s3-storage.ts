import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { Refusal } from './errors.ts';
import { isOurs, newAddress, type Storage } from './storage.ts';

/** Where an S3 storage is, and by which key it is opened. */
export type S3Access = {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
};

/** Nobody waits longer for the storage, in milliseconds. */
const patience = 10_000;

/**
 * Keeps files in an S3 storage, under the very names they have on a disk. What is kept was checked and drawn anew before,
 * and is handed out by the portal itself: browsers never speak with the storage, and it may be shut to everybody else.
 */
export function s3Storage({ endpoint, bucket, ...key }: S3Access): Storage {
  const client = new AwsClient({ ...key, service: 's3', retries: 1 });
  /** Follows no redirection: an answer from anywhere else is none. */
  async function ask(method: string, address: string, good: readonly number[], bytes?: Uint8Array): Promise<Response> {
    const hash = createHash('sha256').update(bytes ?? '');
    const answer = await client
      .fetch(`${endpoint}/${bucket}${address}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
        headers: {
          'x-amz-content-sha256': hash.digest('hex'),
          ...(bytes ? { 'content-type': 'image/webp', 'if-none-match': '*' } : {}),
        },
        ...(bytes ? { body: bytes as Uint8Array<ArrayBuffer> } : {}),
      })
      .catch((error: unknown) => {
        throw silent(error);
      });
    if (good.includes(answer.status)) return answer;
    throw silent(new Error(`${method} was answered by ${answer.status}: ${(await answer.text()).slice(0, 500)}`));
  }
  return {
    async keep(orgId, bytes) {
      const address = newAddress(orgId);
      await this.keepAt(address, bytes);
      return address;
    },
    async keepAt(address, bytes) {
      if (!isOurs(address)) return false;
      const { status } = await ask('PUT', address, [200, 201, 204, 409, 412], bytes);
      return status < 300;
    },
    async find(address) {
      if (!isOurs(address)) return undefined;
      const answer = await ask('GET', address, [200, 404]);
      return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : undefined;
    },
    async drop(address) {
      if (isOurs(address)) await ask('DELETE', address, [200, 204, 404]);
    },
  };
}

const silent = (cause: unknown) => new Refusal('file.storeSilent', { cause, retryAfter: 2 });
