import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';

/** One file of an archive; its bytes have to be read before the next one is asked for. */
export type ArchiveEntry = {
  readonly name: string;
  readonly size: number;
  readonly chunks: () => AsyncGenerator<Buffer>;
  readonly bytes: () => Promise<Buffer>;
  /** The SHA-256 of all files before it. */
  readonly digestBefore: Buffer;
};

/** Adds files to an archive, each after the one before is written. */
export type ArchiveWriter = {
  readonly add: (name: string, bytes: Buffer | string) => Promise<void>;
  readonly addStream: (name: string, size: number, bytes: Readable) => Promise<void>;
  /** The SHA-256 of all files so far. */
  readonly digest: () => Buffer;
};

const block = 512;
const padding = (size: number) => Buffer.alloc((block - (size % block)) % block);

/**
 * Writes a gzipped tar archive (ustar), readable by its owner only. It has its name once it is complete; an existing file is
 * never replaced.
 */
export async function writeArchive(file: string, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const temporary = `${file}.part`;
  const source = new PassThrough();
  const output = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(source, createGzip(), output);
  written.catch(() => undefined); // reported below
  const hash = createHash('sha256');
  const write = async (bytes: Buffer) => {
    hash.update(bytes);
    if (source.write(bytes)) return;
    await Promise.race([new Promise<void>((resolve) => source.once('drain', resolve)), written]);
  };
  try {
    await fill({
      digest: () => hash.copy().digest(),
      async add(name, content) {
        const bytes = Buffer.from(content);
        await write(Buffer.concat([header(name, bytes.length), bytes, padding(bytes.length)]));
      },
      async addStream(name, size, bytes) {
        await write(header(name, size));
        let sent = 0;
        for await (const chunk of bytes) {
          sent += (chunk as Buffer).length;
          await write(chunk as Buffer);
        }
        if (sent !== size) throw new Error(`${name} has ${sent} bytes instead of ${size}`);
        await write(padding(size));
      },
    });
    source.end(Buffer.alloc(2 * block));
    await written;
    await rename(temporary, file);
  } catch (error) {
    source.destroy();
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(temporary, { force: true });
    throw error;
  }
}

function header(name: string, size: number): Buffer {
  const { prefix, rest } = split(name);
  const bytes = Buffer.alloc(block);
  const octal = (value: number, length: number) => value.toString(8).padStart(length, '0');
  if (size >= 8 ** 11) throw new Error(`${name} is too large for the archive`);
  bytes.write(rest, 0, 100);
  bytes.write(
    `${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(0, 11)}\0        0`,
    100,
  );
  bytes.write('ustar\x0000', 257);
  bytes.write(prefix, 345, 155);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 6)}\0 `, 148);
  return bytes;
}

/** The format has 100 bytes for the end of a name, and 155 for the folders before it. */
function split(name: string): { prefix: string; rest: string } {
  if (Buffer.byteLength(name) <= 100) return { prefix: '', rest: name };
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(rest) <= 100) return { prefix, rest };
  }
  throw new Error(`${name} is too long for the archive`);
}

/** Reads an archive of `writeArchive`, one file after the other. Throws `ConfigurationError` for any other file. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  pipeline(source, unzipped).catch(() => undefined); // the reader below gets the error
  const refuse = (reason: string): ConfigurationError =>
    new ConfigurationError(`${file} cannot be read as a backup (${reason}).`);
  const hash = createHash('sha256');
  const take = reader(unzipped, refuse, (bytes) => hash.update(bytes));
  try {
    for (;;) {
      const digestBefore = hash.copy().digest();
      const head = await take.exactly(block);
      if (head.every((byte) => byte === 0)) return;
      const text = (start: number, length: number) => head.toString('utf8', start, start + length).split('\0', 1)[0]!;
      if (text(257, 5) !== 'ustar') throw refuse('it is no archive');
      const size = Number.parseInt(text(124, 12), 8);
      const prefix = text(345, 155);
      let left = size;
      const chunks = async function* () {
        while (left > 0) {
          const chunk = await take.some(left);
          left -= chunk.length;
          yield chunk;
        }
      };
      const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100);
      yield { name, size, chunks, digestBefore, bytes: async () => Buffer.concat(await Array.fromAsync(chunks())) };
      for await (const _ of chunks()); // what was not read
      await take.exactly(padding(size).length);
    }
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

/** Takes bytes from a stream; its errors are those of the file. */
function reader(stream: Readable, refuse: (reason: string) => ConfigurationError, onTaken: (bytes: Buffer) => void) {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest = Buffer.alloc(0);
  const fill = async () => {
    const next = await chunks.next().catch((error: Error) => {
      throw refuse(error.message);
    });
    if (next.done) throw refuse('it ends too early');
    rest = next.value as Buffer<ArrayBuffer>;
  };
  const some = async (most: number) => {
    while (rest.length === 0) await fill();
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.length);
    onTaken(taken);
    return taken;
  };
  return {
    some,
    async exactly(size: number) {
      const parts: Buffer[] = [];
      for (let left = size; left > 0;) {
        const part = await some(left);
        parts.push(part);
        left -= part.length;
      }
      return Buffer.concat(parts);
    },
  };
}
