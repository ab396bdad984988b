import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Endpoint, SentFile } from '@storeward/contract/endpoint';
import type { ErrorCode } from '@storeward/contract/errors';
import { demand, Refusal } from './errors.ts';

/** What the form around a file may weigh besides. */
const formAround = 16 * 1024;

/** Lets a room of the server take files, in a form or bare. Nothing is read before the door asks for it. */
export async function acceptFiles(room: FastifyInstance): Promise<void> {
  await room.register(multipart, {
    limits: { files: 1, fields: 8, parts: 9, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
  });
  room.addContentTypeParser(/^(?:image\/|text\/csv|application\/octet-stream)/, (_request, stream, done) =>
    done(null, stream),
  );
}

/** The way to the one file that a request carries: read once whoever sent it is known, and never further than it may go. */
export function fileOf(
  request: FastifyRequest,
  { below, tooLarge = 'field.imageTooLarge' }: NonNullable<Endpoint['file']>,
): SentFile {
  const read = async () => {
    demand(!(Number(request.headers['content-length']) >= below + formAround), tooLarge);
    try {
      return await (request.isMultipart() ? inForm(request, below) : bare(request.body, below, tooLarge));
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

async function inForm(request: FastifyRequest, below: number): Promise<Uint8Array> {
  const part = await request.file({ limits: { fileSize: below - 1 } });
  demand(part, 'input.malformed');
  return part.toBuffer();
}

async function bare(body: unknown, below: number, tooLarge: ErrorCode): Promise<Uint8Array> {
  demand(body instanceof Readable, 'input.mediaType');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    demand(size < below, tooLarge);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
