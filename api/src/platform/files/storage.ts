import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ensure } from '../errors.ts';
import { hostOf } from '../http/hosts.ts';

/** Stores images that we encoded ourselves, in one folder for each organisation; a file is identified by its URL path. */
export type Storage = {
  /** Stores an image and returns its address, which cannot be guessed. */
  readonly store: (orgId: string, bytes: Uint8Array) => Promise<string>;
  /** Stores an image at an address of `newAddress`; false if the address is taken. */
  readonly storeAt: (address: string, bytes: Uint8Array) => Promise<boolean>;
  readonly find: (address: string) => Promise<Uint8Array | undefined>;
  /** Does nothing for an address that is not of this storage. */
  readonly delete: (address: string) => Promise<void>;
};

const addressPattern = /^\/files\/([0-9a-f-]{36})\/([\w-]{24}\.webp)$/;

/** A new address for an image of an organisation, with 144 random bits. */
export function newAddress(orgId: string): string {
  const address = `/files/${orgId}/${randomBytes(18).toString('base64url')}.webp`;
  if (!isStorageAddress(address)) throw new Error(`invalid organisation id ${orgId}`);
  return address;
}

export const isStorageAddress = (address: string): boolean => addressPattern.test(address);

export function diskStorage(root: string): Storage {
  const pathOf = (address: string) => {
    const [, folder, name] = addressPattern.exec(address) ?? [];
    return folder && name ? join(root, folder, name) : undefined;
  };
  return {
    async store(orgId, bytes) {
      const address = newAddress(orgId);
      await this.storeAt(address, bytes);
      return address;
    },
    async storeAt(address, bytes) {
      const path = pathOf(address);
      if (!path) return false;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return writeAtomically(path, bytes);
    },
    async find(address) {
      const path = pathOf(address);
      if (!path) return undefined;
      return ignoring('ENOENT', () => readFile(path));
    },
    async delete(address) {
      const path = pathOf(address);
      if (path) await rm(path, { force: true });
    },
  };
}

/**
 * Writes a temporary file and renames it, so that a file is complete or absent. The temporary file is created exclusively, so
 * of two concurrent writers one fails. Returns false if the file exists.
 */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<boolean> {
  const temporary = `${path}.new`;
  const file = await ignoring('EEXIST', () => open(temporary, 'wx', 0o600));
  if (!file) return false;
  try {
    try {
      await file.writeFile(bytes);
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

/** Serves stored images, cached forever by browsers since a file never changes, and with a CSP that allows no scripts. */
export function serveFiles(
  server: FastifyInstance,
  storage: Storage,
  isServedOn: (host: string, folder: string) => Promise<boolean>,
): void {
  server.get<{ Params: { folder: string; name: string } }>(
    '/files/:folder/:name',
    async ({ params, headers }, reply) => {
      ensure(await isServedOn(hostOf(headers.host), params.folder), 'route.unknown');
      const bytes = await storage.find(`/files/${params.folder}/${params.name}`);
      ensure(bytes, 'route.unknown');
      return reply
        .type('image/webp')
        .headers({
          'cache-control': 'private, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        })
        .send(bytes);
    },
  );
}
