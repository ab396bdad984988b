import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReceivedFile } from '@storeward/contract/endpoint';
import { essentialsBucket, storedAddress, type StoredExtension, storedTypes } from '@storeward/contract/media-types';
import { ApiError } from '../errors.ts';
import { type ByteRange, type RangeRequest, rangeOf } from './byte-range.ts';

/** Content to store: an image that the server has encoded, or a file that was received to disk. */
export type Content = Uint8Array | ReceivedFile;

/** A stored file with its bytes, or the requested part of them; without bytes if the range cannot be satisfied. */
export type StoredFile = {
  readonly size: number;
  readonly part?: ByteRange;
  readonly bytes?: Readable;
};

/** Stores files, in one folder for each organisation; a file is identified by its URL path. */
export type Storage = {
  /** Stores an image and returns its address, which cannot be guessed. */
  readonly store: (orgId: string, content: Content) => Promise<string>;
  /** Stores a file at an address of `newAddress` or `newVersionAddress`; false if the address is taken. */
  readonly storeAt: (address: string, content: Content) => Promise<boolean>;
  readonly find: (address: string, range?: RangeRequest) => Promise<StoredFile | undefined>;
  /** Does nothing for an address that is not of this storage. */
  readonly delete: (address: string) => Promise<void>;
};

const randomName = () => randomBytes(18).toString('base64url');

/** A new address for a file of an organisation, with 144 random bits. */
export const newAddress = (orgId: string, extension: StoredExtension = 'webp'): string =>
  checked(`/files/${orgId}/${randomName()}.${extension}`);

/** A new address for a version of the file that a client stores under a key. */
export const newVersionAddress = (orgId: string, key: string): string =>
  checked(`/files/${orgId}/${essentialsBucket}/${randomName()}/${key}`);

function checked(address: string): string {
  if (!isStorageAddress(address)) throw new Error(`not an address of a file: ${address}`);
  return address;
}

export const isStorageAddress = (address: string): boolean => storedAddress.test(address);

/** The media type of the file at an address. */
export const typeOfAddress = (address: string): string =>
  storedTypes[address.slice(address.lastIndexOf('.') + 1) as StoredExtension];

export const sizeOf = (content: Content): number => (content instanceof Uint8Array ? content.length : content.size);

/** The storage cannot be reached, is full or refuses; the rest of the portal works, and the request can be repeated. */
export const storageSilent = (cause: unknown): ApiError => new ApiError('file.storeSilent', { cause, retryAfter: 2 });

const unlessSilent = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw storageSilent(cause);
  });

export function diskStorage(root: string): Storage {
  const pathOf = (address: string) =>
    isStorageAddress(address) ? join(root, ...address.split('/').slice(2)) : undefined;
  return {
    async store(orgId, content) {
      const address = newAddress(orgId);
      await this.storeAt(address, content);
      return address;
    },
    async storeAt(address, content) {
      const path = pathOf(address);
      if (!path) return false;
      return unlessSilent(
        mkdir(dirname(path), { recursive: true, mode: 0o700 }).then(() => writeAtomically(path, content)),
      );
    },
    async find(address, range) {
      const path = pathOf(address);
      const file = path && (await unlessSilent(ignoring('ENOENT', () => open(path))));
      if (!file) return undefined;
      const { size } = await file.stat();
      const part = rangeOf(range, size);
      if (part === 'unsatisfiable') {
        await file.close();
        return { size };
      }
      return { size, ...(part && { part }), bytes: file.createReadStream(part ?? {}) };
    },
    async delete(address) {
      const path = pathOf(address);
      if (path) await unlessSilent(rm(path, { force: true }));
    },
  };
}

/**
 * Writes a temporary file and renames it, so that a file is complete or absent. The temporary file is created exclusively, so
 * of two concurrent writers one fails. Returns false if the file exists.
 */
async function writeAtomically(path: string, content: Content): Promise<boolean> {
  const temporary = `${path}.new`;
  const file = await ignoring('EEXIST', () => open(temporary, 'wx', 0o600));
  if (!file) return false;
  try {
    try {
      await file.writeFile(content instanceof Uint8Array ? content : content.chunks());
      await file.sync();
    } finally {
      await file.close();
    }
    if (await ignoring('ENOENT', () => stat(path))) return false;
    await rename(temporary, path);
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Runs a file operation; undefined if it fails with the given error code. */
async function ignoring<T>(code: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  }
}
