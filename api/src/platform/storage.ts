import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { demand } from './errors.ts';

/** Keeps files of our own making, each organisation's in a folder of its own, and knows them by their address. */
export type Storage = {
  /** Keeps a picture and answers its address, which nobody can guess. */
  readonly keep: (orgId: string, bytes: Uint8Array) => Promise<string>;
  /** What is kept at an address; nothing where nothing is. */
  readonly find: (address: string) => Promise<Uint8Array | undefined>;
  /** Lets go of what is kept at an address; an address of somebody else's is left alone. */
  readonly drop: (address: string) => Promise<void>;
};

const ours = /^\/files\/([0-9a-f-]{36})\/([\w-]{24}\.webp)$/;

/** Keeps files on the local disk. */
export function diskStorage(root: string): Storage {
  const placeOf = (address: string) => {
    const [, folder, name] = ours.exec(address) ?? [];
    return folder && name ? join(root, folder, name) : undefined;
  };
  return {
    async keep(orgId, bytes) {
      const address = `/files/${orgId}/${randomBytes(18).toString('base64url')}.webp`;
      const place = placeOf(address);
      if (!place) throw new Error(`${orgId} is no organisation`);
      await mkdir(join(root, orgId), { recursive: true, mode: 0o700 });
      await writeWhole(place, bytes);
      return address;
    },
    async find(address) {
      const place = placeOf(address);
      if (!place) return undefined;
      try {
        return await readFile(place);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async drop(address) {
      const place = placeOf(address);
      if (place) await rm(place, { force: true });
    },
  };
}

/** Written beside and given its name in one step, so that a file is there whole or not at all. */
async function writeWhole(place: string, bytes: Uint8Array): Promise<void> {
  const beside = `${place}.new`;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { force: true });
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
