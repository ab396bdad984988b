import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Endpoint, SentFile } from '@storeward/contract/endpoint';
import { ensure, ApiError } from '../errors.ts';
import type { OpenUploads, Uploader } from './open-uploads.ts';

/** Bytes allowed for the multipart form around a file. */
const formOverhead = 16 * 1024;

type Limits = NonNullable<Endpoint['file']>;

/** What a request holds while its file is received and processed. */
type Upload = { bytes?: Uint8Array; readonly release: (() => void)[] };

type Target = Required<Limits> & Pick<Upload, 'release'>;

const uploads = new WeakMap<FastifyRequest, Upload>();
const uploaders = new WeakMap<FastifyRequest, Uploader & { readonly open: OpenUploads }>();

/** Enables uploads for a Fastify scope, as multipart or raw body. The body is not read before the handler requests it. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { files: 1, fields: 8, parts: 9, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
  });
  scope.addContentTypeParser(/^(?:image\/|text\/csv|application\/octet-stream)/, (_request, stream, done) =>
    done(null, stream),
  );
}

/** States who sends the file of a request, before it is read. */
export function identifyUploader(request: FastifyRequest, open: OpenUploads, uploader: Uploader): void {
  uploaders.set(request, { ...uploader, open });
}

/** Ends the upload of a request, and frees its memory at once: large buffers would pile up before garbage collection runs. */
export function releaseUpload(request: FastifyRequest): void {
  const upload = uploads.get(request);
  (upload?.bytes?.buffer as ArrayBuffer | undefined)?.transfer(0);
  for (const release of upload?.release ?? []) release();
  uploads.delete(request);
}

/** A lazy reader of the request's file: read only after authorization, and never beyond the size limit. */
export function uploadedFile(request: FastifyRequest, limits: Limits): SentFile {
  const { limitBytes, tooLarge = 'field.imageTooLarge' } = limits;
  const read = async () => {
    const uploader = uploaders.get(request);
    if (!uploader) throw new Error('an upload is read before its sender is known');
    ensure(!(Number(request.headers['content-length']) >= limitBytes + formOverhead), tooLarge);
    const upload: Upload = { release: [uploader.open.open(uploader)] };
    uploads.set(request, upload);
    const file = await temporaryFile(uploader.open.folder);
    try {
      const size = await receive(request, file, { limitBytes, tooLarge, release: upload.release });
      upload.release.push(await uploader.open.load());
      upload.bytes = Buffer.allocUnsafeSlow(size); // not from Node's shared pool, so that it can be freed
      await readAll(file, upload.bytes);
      return upload.bytes;
    } finally {
      await file.close();
    }
  };
  return Object.assign(read, { contentType: (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim() });
}

/** A file without a name, which exists only as long as it is open. */
async function temporaryFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

/** Writes the request's file to disk; returns its size. */
async function receive(request: FastifyRequest, file: FileHandle, limits: Target): Promise<number> {
  if (!request.isMultipart()) {
    ensure(request.body instanceof Readable, 'input.mediaType');
    return write(request.body, file, limits);
  }
  const part = await request.file({ limits: { fileSize: limits.limitBytes - 1 } }).catch(unreadable);
  ensure(part, 'input.malformed');
  const size = await write(part.file, file, limits);
  ensure(!part.file.truncated, limits.tooLarge);
  return size;
}

async function write(chunks: Readable, file: FileHandle, { limitBytes, tooLarge, release }: Target): Promise<number> {
  let size = 0;
  const iterator = chunks[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  // destroys what was not read; at the end, since the connection of a raw body ends with it
  release.push(() => void iterator.return?.().catch(() => undefined));
  for (;;) {
    const { value: chunk, done } = await iterator
      .next()
      .catch((error: { code?: string }) =>
        error.code === 'FST_REQ_FILE_TOO_LARGE' ? Promise.reject(new ApiError(tooLarge)) : unreadable(error),
      );
    if (done) return size;
    ensure(size + chunk.length < limitBytes, tooLarge);
    await file.write(chunk).catch((cause: unknown) => {
      throw new ApiError('service.unavailable', { cause, retryAfter: 60 }); // the disk is full, or cannot be written
    });
    size += chunk.length;
  }
}

async function readAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    const { bytesRead } = await file.read(bytes, offset, bytes.length - offset, offset);
    if (bytesRead === 0) throw new Error('a temporary file became shorter');
    offset += bytesRead;
  }
}

/** The form or the connection broke off. */
function unreadable(cause: unknown): never {
  throw new ApiError('input.malformed', { cause });
}
