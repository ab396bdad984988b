import type { FileHandle } from 'node:fs/promises';
import type { ReceivedFile } from '@storeward/contract/endpoint';

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
