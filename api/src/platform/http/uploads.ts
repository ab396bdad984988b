import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Endpoint, SentFile } from '@storeward/contract/endpoint';
import type { ErrorCode } from '@storeward/contract/errors';
import { ensure, ApiError } from '../errors.ts';

/** Bytes allowed for the multipart form around a file. */
const formOverhead = 16 * 1024;
/** Initial buffer (bytes) for an upload without a Content-Length. */
const minBufferSize = 64 * 1024;

/** The buffered upload of each request in progress. */
const uploads = new WeakMap<FastifyRequest, Uint8Array>();

/** Enables uploads for a Fastify scope, as multipart or raw body. The body is not read before the handler requests it. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { files: 1, fields: 8, parts: 9, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
  });
  scope.addContentTypeParser(/^(?:image\/|text\/csv|application\/octet-stream)/, (_request, stream, done) =>
    done(null, stream),
  );
}

/** Frees the upload's memory at once: many large buffers would pile up before garbage collection runs. */
export function releaseUpload(request: FastifyRequest): void {
  (uploads.get(request)?.buffer as ArrayBuffer | undefined)?.transfer(0);
  uploads.delete(request);
}

/** A lazy reader of the request's file: read only after authorization, and never beyond the size limit. */
export function uploadedFile(
  request: FastifyRequest,
  { limitBytes, tooLarge = 'field.imageTooLarge' }: NonNullable<Endpoint['file']>,
): SentFile {
  const read = async () => {
    ensure(!(Number(request.headers['content-length']) >= limitBytes + formOverhead), tooLarge);
    try {
      const bytes = await (request.isMultipart()
        ? readMultipart(request, limitBytes, tooLarge)
        : readRaw(request, limitBytes, tooLarge));
      uploads.set(request, bytes);
      return bytes;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const { code } = error as { code?: string };
      throw new ApiError(code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge : 'input.malformed', {
        cause: error,
      });
    }
  };
  return Object.assign(read, { contentType: (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim() });
}

async function readMultipart(request: FastifyRequest, limitBytes: number, tooLarge: ErrorCode): Promise<Uint8Array> {
  const part = await request.file({ limits: { fileSize: limitBytes - 1 } });
  ensure(part, 'input.malformed');
  const bytes = await collect(part.file, { bufferSize: bufferSizeFor(request, limitBytes), limitBytes, tooLarge });
  ensure(!part.file.truncated, tooLarge);
  return bytes;
}

async function readRaw(request: FastifyRequest, limitBytes: number, tooLarge: ErrorCode): Promise<Uint8Array> {
  const { body } = request;
  ensure(body instanceof Readable, 'input.mediaType');
  return collect(body, { bufferSize: bufferSizeFor(request, limitBytes), limitBytes, tooLarge });
}

/** The buffer size by Content-Length, never above the limit. */
const bufferSizeFor = ({ headers }: FastifyRequest, limitBytes: number) =>
  Math.min(Math.max(Number(headers['content-length']) || 0, minBufferSize), limitBytes);

/** Collects the chunks into one growing buffer, so that a large file is not held twice; the buffer is not from Node's shared pool. */
async function collect(
  chunks: AsyncIterable<Buffer>,
  { bufferSize, limitBytes, tooLarge }: { bufferSize: number; limitBytes: number; tooLarge: ErrorCode },
): Promise<Uint8Array> {
  let bytes = Buffer.allocUnsafeSlow(bufferSize);
  let size = 0;
  for await (const chunk of chunks) {
    ensure(size + chunk.length < limitBytes, tooLarge);
    if (size + chunk.length > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(2 * bytes.length, size + chunk.length), limitBytes));
      bytes.copy(larger, 0, 0, size);
      bytes = larger;
    }
    chunk.copy(bytes, size);
    size += chunk.length;
  }
  return bytes.subarray(0, size);
}
