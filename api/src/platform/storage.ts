import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { demand } from './errors.ts';

/** Keeps files of our own making, each organisation's in a folder of its own, and knows them by their address. */
export type Storage = {
  /** Keeps a picture and answers its address, which nobody can guess. */
  readonly keep: (orgId: string, bytes: Uint8Array) => Promise<string>;
  /** Keeps a picture at an address that was made for it; false where something is there already. */
  readonly keepAt: (address: string, bytes: Uint8Array) => Promise<boolean>;
  /** What is kept at an address; nothing where nothing is. */
  readonly find: (address: string) => Promise<Uint8Array | undefined>;
  /** Lets go of what is kept at an address; an address of somebody else's is left alone. */
  readonly drop: (address: string) => Promise<void>;
};

const ours = /^\/files\/([0-9a-f-]{36})\/([\w-]{24}\.webp)$/;

/** An address for a picture of an organisation, by 144 random bits. */
export function newAddress(orgId: string): string {
  const address = `/files/${orgId}/${randomBytes(18).toString('base64url')}.webp`;
  if (!isOurs(address)) throw new Error(`${orgId} is no organisation`);
  return address;
}

/** Whether an address is one that we could have given out. */
export const isOurs = (address: string): boolean => ours.test(address);

/** Keeps files on the local disk. */
export function diskStorage(root: string): Storage {
  const placeOf = (address: string) => {
    const [, folder, name] = ours.exec(address) ?? [];
    return folder && name ? join(root, folder, name) : undefined;
  };
  return {
    async keep(orgId, bytes) {
      const address = newAddress(orgId);
      await this.keepAt(address, bytes);
      return address;
    },
    async keepAt(address, bytes) {
      const place = placeOf(address);
      if (!place) return false;
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      return writeWhole(place, bytes);
    },
    async find(address) {
      const place = placeOf(address);
      if (!place) return undefined;
      return unless('ENOENT', () => readFile(place));
    },
    async drop(address) {
      const place = placeOf(address);
      if (place) await rm(place, { force: true });
    },
  };
}

/**
 * Written beside and given its name in one step, so that a file is there whole or not at all. Only one can write beside
 * at a time, so nobody takes the name from whoever has it.
 */
async function writeWhole(place: string, bytes: Uint8Array): Promise<boolean> {
  const beside = `${place}.new`;
  const file = await unless('EEXIST', () => open(beside, 'wx', 0o600));
  if (!file) return false;
  try {
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (await unless('ENOENT', () => stat(place))) return false;
    await rename(beside, place);
    return true;
  } finally {
    await rm(beside, { force: true });
  }
}

/** What some work with files results in; nothing where it fails for the one reason that is no fault. */
async function unless<T>(code: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  }
}

/** Serves what is kept: pictures and nothing else, that may do nothing but be looked at. They never change, so browsers keep them. */
export function serveFiles(server: FastifyInstance, storage: Storage): void {
  server.get<{ Params: { folder: string; name: string } }>('/files/:folder/:name', async ({ params }, reply) => {
    const bytes = await storage.find(`/files/${params.folder}/${params.name}`);
    demand(bytes, 'route.unknown');
    return reply
      .type('image/webp')
      .headers({
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
      .send(bytes);
  });
}
