import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Endpoint, SentFile } from '@storeward/contract/endpoint';
import type { ErrorCode } from '@storeward/contract/errors';
import { demand, Refusal } from './errors.ts';

/** What the form around a file may weigh besides. */
const formAround = 16 * 1024;
/** What is set aside for a file that does not say how long it is. */
const leastRoom = 64 * 1024;

/** What a request brought, for as long as its door is busy with it. */
const brought = new WeakMap<FastifyRequest, Uint8Array>();

/** Lets a room of the server take files, in a form or bare. Nothing is read before the door asks for it. */
export async function acceptFiles(room: FastifyInstance): Promise<void> {
  await room.register(multipart, {
    limits: { files: 1, fields: 8, parts: 9, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
  });
  room.addContentTypeParser(/^(?:image\/|text\/csv|application\/octet-stream)/, (_request, stream, done) =>
    done(null, stream),
  );
}

/** Gives back what a file took up, at once: left to themselves, many large ones pile up before they are cleared away. */
export function letGo(request: FastifyRequest): void {
  (brought.get(request)?.buffer as ArrayBuffer | undefined)?.transfer(0);
  brought.delete(request);
}

/** The way to the one file that a request carries: read once whoever sent it is known, and never further than it may go. */
export function fileOf(
  request: FastifyRequest,
  { below, tooLarge = 'field.imageTooLarge' }: NonNullable<Endpoint['file']>,
): SentFile {
  const read = async () => {
    demand(!(Number(request.headers['content-length']) >= below + formAround), tooLarge);
    try {
      const bytes = await (request.isMultipart() ? inForm(request, below, tooLarge) : bare(request, below, tooLarge));
      brought.set(request, bytes);
      return bytes;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const { code } = error as { code?: string };
      throw new Refusal(code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge : 'input.malformed', {
        cause: error,
      });
    }
  };
  return Object.assign(read, { contentType: (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim() });
}

async function inForm(request: FastifyRequest, below: number, tooLarge: ErrorCode): Promise<Uint8Array> {
  const part = await request.file({ limits: { fileSize: below - 1 } });
  demand(part, 'input.malformed');
  const bytes = await gathered(part.file, { room: roomFor(request, below), below, tooLarge });
  demand(!part.file.truncated, tooLarge);
  return bytes;
}

async function bare(request: FastifyRequest, below: number, tooLarge: ErrorCode): Promise<Uint8Array> {
  const { body } = request;
  demand(body instanceof Readable, 'input.mediaType');
  return gathered(body, { room: roomFor(request, below), below, tooLarge });
}

/** Room for what a request announces, and never for more than it may bring. */
const roomFor = ({ headers }: FastifyRequest, below: number) =>
  Math.min(Math.max(Number(headers['content-length']) || 0, leastRoom), below);

/** Puts the pieces of a file into their place as they come, so that a large one is not held twice; the room is nobody else's. */
async function gathered(
  pieces: AsyncIterable<Buffer>,
  { room, below, tooLarge }: { room: number; below: number; tooLarge: ErrorCode },
): Promise<Uint8Array> {
  let bytes = Buffer.allocUnsafeSlow(room);
  let size = 0;
  for await (const piece of pieces) {
    demand(size + piece.length < below, tooLarge);
    if (size + piece.length > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(2 * bytes.length, size + piece.length), below));
      bytes.copy(larger, 0, 0, size);
      bytes = larger;
    }
    piece.copy(bytes, size);
    size += piece.length;
  }
  return bytes.subarray(0, size);
}
