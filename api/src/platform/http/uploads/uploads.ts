import multipart, { type MultipartFields } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Endpoint, ReceivedFile, ResumableFile, SentFile } from '@storeward/contract/endpoint';
import { signatureLength } from '@storeward/contract/media-types';
import { ensure, ApiError } from '../../errors.ts';
import { sentRange } from './content-range.ts';
import type { OpenUploads, Uploader } from './open-uploads.ts';
import { append, temporaryFile } from '../temporary-file.ts';
import { type Received, receivedFile } from './received-file.ts';
import { type ArrivedPart, closePart } from './unfinished-uploads.ts';

/** Bytes allowed for the multipart form around a file. */
const formOverhead = 16 * 1024;

type Limits = NonNullable<Endpoint['file']>;

/** Resources that a request holds while its file is received and processed. */
type Upload = { bytes?: Uint8Array; readonly release: (() => void)[] };

type Target = Limits & Required<Pick<Limits, 'tooLarge'>> & Pick<Upload, 'release'>;

type Sender = Uploader & { readonly open: OpenUploads };

const uploads = new WeakMap<FastifyRequest, Upload>();
const uploaders = new WeakMap<FastifyRequest, Sender>();

/** Enables file uploads for a Fastify scope, as multipart or raw body. The body is not read before the handler requests it. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { files: 1, fields: 8, parts: 9, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
  });
  scope.addContentTypeParser(/^(?:image\/|video\/|text\/csv|application\/octet-stream)/, (_request, stream, done) =>
    done(null, stream),
  );
}

/** Sets the sender of the file of a request, before it is read. */
export function identifyUploader(request: FastifyRequest, open: OpenUploads, uploader: Uploader): void {
  uploaders.set(request, { ...uploader, open });
}

/**
 * Counts the file of a request whose error says that its content is invalid, and returns the error. A sender of too many
 * such files waits, since a check takes time.
 */
export function countRefusedFile(request: FastifyRequest, error: unknown): unknown {
  const uploader = uploaders.get(request);
  const isRefused = error instanceof ApiError && error.status === 400 && error.code !== 'input.malformed';
  if (uploader && isRefused && uploads.has(request)) uploader.open.refusedFiles.take(senderKey(uploader));
  return error;
}

const senderKey = ({ organisation, user }: Uploader) => `${organisation} ${user}`;

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
  const { 'content-type': contentType = '', 'content-range': contentRange = '' } = request.headers;
  const asksForProgress = contentRange.startsWith('bytes *');
  const receive = async (resumable: ResumableFile | undefined): Promise<ReceivedFile> => {
    const uploader = uploaders.get(request);
    if (!uploader) throw new Error('an upload is read before its sender is known');
    const retryAfter = uploader.open.refusedFiles.wait(senderKey(uploader));
    ensure(retryAfter === 0, 'upload.tooManyRefused', { retryAfter });
    ensure(!(Number(request.headers['content-length']) >= limitBytes + formOverhead), tooLarge);
    const upload: Upload = { release: asksForProgress ? [] : [uploader.open.open(uploader)] };
    uploads.set(request, upload);
    const target = { ...limits, tooLarge, release: upload.release };
    if (resumable && !request.isMultipart()) return receiveInParts(request, uploader, resumable, target);
    const part = await newPart(uploader, undefined);
    upload.release.push(() => closePart(part));
    return receivedFile(part.file, await receiveTo(request, part, target));
  };
  const receiveOnce = (resumable?: ResumableFile) => (received ??= receive(resumable));
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
  return Object.assign(read, {
    receive: receiveOnce,
    contentType: contentType.split(';', 1)[0]!.trim(),
    asksForProgress,
  });
}

const newPart = async ({ open }: Sender, total: number | undefined): Promise<ArrivedPart> => {
  const file = await temporaryFile(open.folder);
  return { file, hash: createHash('sha256'), size: 0, head: Buffer.alloc(0), total };
};

/** Receives a file, or the part that continues it; if the connection breaks, the received bytes are kept. */
async function receiveInParts(
  request: FastifyRequest,
  uploader: Sender,
  resumable: ResumableFile,
  target: Target,
): Promise<ReceivedFile> {
  const { unfinished } = uploader.open;
  const { key } = resumable;
  const range = sentRange(request);
  if (range && range.first === undefined) {
    await unfinished.interrupt(key);
    throw new ApiError('upload.incomplete', { receivedBytes: unfinished.find(key)?.size ?? 0 });
  }
  ensure(request.body instanceof Readable, 'input.mediaType');
  const body = request.body;
  target.release.push(unfinished.claim(key, () => !request.raw.complete && Boolean(request.raw.destroy())));
  if (!range?.first) unfinished.drop(key);
  else {
    const { size = 0, total } = unfinished.find(key) ?? {};
    ensure(size === range.first && total === range.total, 'upload.otherPosition', { receivedBytes: size });
  }
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  const part = unfinished.take(key) ?? (await newPart(uploader, range?.total ?? (length || undefined)));
  let isKept = false;
  target.release.push(() => !isKept && closePart(part));
  const keep = () => {
    isKept = true;
    unfinished.keep(part, resumable);
  };
  const end = range ? range.last + 1 : Infinity;
  await write(body, part, { ...target, end, onBreak: () => part.total !== undefined && keep() });
  if (range) ensure(part.size === end, 'input.malformed');
  if (range && end < range.total) {
    keep();
    throw new ApiError('upload.incomplete', { receivedBytes: part.size });
  }
  return receivedFile(part.file, receivedAs(part));
}

const receivedAs = ({ size, hash }: ArrivedPart, name = '', fields: Received['fields'] = {}): Received => ({
  size,
  sha256: hash.digest(),
  name,
  fields,
});

/** Writes the request's file to disk. */
async function receiveTo(request: FastifyRequest, arrived: ArrivedPart, limits: Target): Promise<Received> {
  if (!request.isMultipart()) {
    ensure(request.body instanceof Readable, 'input.mediaType');
    await write(request.body, arrived, limits);
    return receivedAs(arrived);
  }
  const part = await request.file({ limits: { fileSize: limits.limitBytes - 1 } }).catch(unreadable);
  ensure(part, 'input.malformed');
  await write(part.file, arrived, limits);
  ensure(!part.file.truncated, limits.tooLarge);
  return receivedAs(arrived, part.filename, textFields(part.fields));
}

const textFields = (fields: MultipartFields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field && 'value' in field && typeof field.value === 'string' ? [[name, field.value]] : [],
    ),
  );

type WriteTarget = Target & {
  /** The size that the part may reach. */
  readonly end?: number;
  /** Called if the connection breaks. */
  readonly onBreak?: () => void;
};

/** Appends the bytes of a request to a part. */
async function write(chunks: Readable, part: ArrivedPart, target: WriteTarget): Promise<void> {
  const { release, end = Infinity, onBreak } = target;
  const iterator = chunks[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  // destroys the unread rest; at the end, since the connection of a raw body ends with it
  release.push(() => void iterator.return?.().catch(() => undefined));
  for (;;) {
    const { value: chunk, done } = await iterator.next().catch((error: { code?: string }) => {
      if (error.code === 'FST_REQ_FILE_TOO_LARGE') throw new ApiError(limitOfPart(part, target).tooLarge);
      onBreak?.();
      return unreadable(error);
    });
    if (done) return;
    if (part.head.length < signatureLength) part.head = Buffer.concat([part.head, chunk]).subarray(0, signatureLength);
    const size = part.size + chunk.length;
    const { limitBytes, tooLarge } = limitOfPart(part, target);
    ensure(Math.max(size, part.total ?? 0) < limitBytes, tooLarge);
    ensure(size <= end, 'input.malformed');
    part.hash.update(chunk);
    await append(part.file, chunk);
    part.size = size;
    if (chunks instanceof IncomingMessage) free(chunk);
  }
}

/** The limit of a file by its first bytes. */
function limitOfPart({ head }: ArrivedPart, { limitBytes, tooLarge, limitOf }: Target) {
  return head.length > 0 && limitOf ? { tooLarge, ...limitOf(head) } : { limitBytes, tooLarge };
}

/**
 * Frees a chunk of a body immediately: left to garbage collection, those of one large file would first take 64 MiB.
 * Node copies each into memory of its own, unless it is small.
 */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
}

/** The form or the connection broke off. */
function unreadable(cause: unknown): never {
  throw new ApiError('input.malformed', { cause });
}
