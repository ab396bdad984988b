import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '@storeward/contract/endpoint';

/** An unlinked file, which exists only as long as it is open. */
export async function temporaryFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

export type Received = Pick<ReceivedFile, 'size' | 'name' | 'fields' | 'sha256'>;

/** Bytes per read. */
const chunkSize = 64 * 1024;

export function receivedFile(file: FileHandle, received: Received): ReceivedFile {
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
