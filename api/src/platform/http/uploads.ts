import multipart, { type MultipartFields } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Endpoint, ReceivedFile, SentFile } from '@storeward/contract/endpoint';
import { signatureLength } from '@storeward/contract/media-types';
import { ensure, ApiError } from '../errors.ts';
import type { OpenUploads, Uploader } from './open-uploads.ts';

/** Bytes allowed for the multipart form around a file. */
const formOverhead = 16 * 1024;

type Limits = NonNullable<Endpoint['file']>;

/** What a request holds while its file is received and processed. */
type Upload = { bytes?: Uint8Array; readonly release: (() => void)[] };

type Target = Limits & Required<Pick<Limits, 'tooLarge'>> & Pick<Upload, 'release'>;

const uploads = new WeakMap<FastifyRequest, Upload>();
const uploaders = new WeakMap<FastifyRequest, Uploader & { readonly open: OpenUploads }>();

/** Enables uploads for a Fastify scope, as multipart or raw body. The body is not read before the handler requests it. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { files: 1, fields: 8, parts: 9, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
  });
  scope.addContentTypeParser(/^(?:image\/|video\/|text\/csv|application\/octet-stream)/, (_request, stream, done) =>
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
  let received: Promise<ReceivedFile> | undefined;
  const receive = async (): Promise<ReceivedFile> => {
    const uploader = uploaders.get(request);
    if (!uploader) throw new Error('an upload is read before its sender is known');
    ensure(!(Number(request.headers['content-length']) >= limitBytes + formOverhead), tooLarge);
    const upload: Upload = { release: [uploader.open.open(uploader)] };
    uploads.set(request, upload);
    const file = await temporaryFile(uploader.open.folder).catch(unwritable);
    upload.release.push(() => void file.close().catch(() => undefined));
    return receivedFile(file, await receiveTo(request, file, { ...limits, tooLarge, release: upload.release }));
  };
  const receiveOnce = () => (received ??= receive());
  const read = async () => {
    const file = await receiveOnce();
    const upload = uploads.get(request)!;
    if (upload.bytes) return upload.bytes;
    upload.release.push(await uploaders.get(request)!.open.load());
    upload.bytes = Buffer.allocUnsafeSlow(file.size); // not from Node's shared pool, so that it can be freed
    let position = 0;
    for await (const chunk of file.chunks()) {
      upload.bytes.set(chunk, position);
      position += chunk.length;
    }
    return upload.bytes;
  };
  const contentType = (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim();
  return Object.assign(read, { receive: receiveOnce, contentType });
}

/** A file without a name, which exists only as long as it is open. */
async function temporaryFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

type Received = Pick<ReceivedFile, 'size' | 'name' | 'fields' | 'sha256'>;

/** Bytes that are read at once. */
const chunkSize = 64 * 1024;

function receivedFile(file: FileHandle, received: Received): ReceivedFile {
  const fill = async (bytes: Buffer, position: number) => {
    for (let offset = 0; offset < bytes.length;) {
      const { bytesRead } = await file.read(bytes, offset, bytes.length - offset, position + offset);
      if (bytesRead === 0) throw new Error('a temporary file became shorter');
      offset += bytesRead;
    }
    return bytes;
  };
  const lengthAt = (position: number, length: number) => Math.max(0, Math.min(length, received.size - position));
  async function* chunks() {
    const buffer = Buffer.allocUnsafeSlow(lengthAt(0, chunkSize));
    for (let position = 0; position < received.size; position += chunkSize)
      yield await fill(buffer.subarray(0, lengthAt(position, chunkSize)), position);
  }
  return {
    ...received,
    read: (position, length) => fill(Buffer.alloc(lengthAt(position, length)), position),
    chunks,
  };
}

/** Writes the request's file to disk. */
async function receiveTo(request: FastifyRequest, file: FileHandle, limits: Target): Promise<Received> {
  if (!request.isMultipart()) {
    ensure(request.body instanceof Readable, 'input.mediaType');
    return { ...(await write(request.body, file, limits)), name: '', fields: {} };
  }
  const part = await request.file({ limits: { fileSize: limits.limitBytes - 1 } }).catch(unreadable);
  ensure(part, 'input.malformed');
  const received = await write(part.file, file, limits);
  ensure(!part.file.truncated, limits.tooLarge);
  return { ...received, name: part.filename, fields: textFields(part.fields) };
}

const textFields = (fields: MultipartFields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field && 'value' in field && typeof field.value === 'string' ? [[name, field.value]] : [],
    ),
  );

async function write(chunks: Readable, file: FileHandle, { release, limitOf, ...limits }: Target) {
  let size = 0;
  let head = Buffer.alloc(0);
  let { limitBytes, tooLarge } = limits;
  const hash = createHash('sha256');
  const iterator = chunks[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  // destroys what was not read; at the end, since the connection of a raw body ends with it
  release.push(() => void iterator.return?.().catch(() => undefined));
  for (;;) {
    const { value: chunk, done } = await iterator
      .next()
      .catch((error: { code?: string }) =>
        error.code === 'FST_REQ_FILE_TOO_LARGE' ? Promise.reject(new ApiError(tooLarge)) : unreadable(error),
      );
    if (done) return { size, sha256: hash.digest() };
    if (limitOf && head.length < signatureLength) {
      head = Buffer.concat([head, chunk]).subarray(0, signatureLength);
      ({ limitBytes, tooLarge = limits.tooLarge } = limitOf(head));
    }
    ensure(size + chunk.length < limitBytes, tooLarge);
    hash.update(chunk);
    await file.write(chunk).catch(unwritable);
    size += chunk.length;
    if (chunks instanceof IncomingMessage) free(chunk);
  }
}

/**
 * Frees a chunk of a body at once: collected as garbage, those of one large file would take 64 MiB first. Node copies each into
 * memory of its own, unless it is small.
 */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
}

/** The disk is full, or cannot be written. */
function unwritable(cause: unknown): never {
  throw new ApiError('file.storeSilent', { cause, retryAfter: 60 });
}

/** The form or the connection broke off. */
function unreadable(cause: unknown): never {
  throw new ApiError('input.malformed', { cause });
}
