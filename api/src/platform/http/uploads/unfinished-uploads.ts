import type { Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { ResumableFile } from '@storeward/contract/endpoint';
import { ensure } from '../../errors.ts';
import { openCounts, type OpenLimits } from '../../open-counts.ts';

/** The bytes of a file received so far, in a temporary file. */
export type ArrivedPart = {
  readonly file: FileHandle;
  readonly hash: Hash;
  size: number;
  /** The first bytes of the file. */
  head: Buffer;
  /** The size of the whole file as declared by the client; undefined if not declared. */
  readonly total: number | undefined;
};

/** A request that receives bytes of a file. */
type Receiver = {
  /** Ends the connection; false once all bytes have been received. */
  readonly interrupt: () => boolean;
  readonly ended: Promise<void>;
};

/** The received parts of files whose connection broke. In memory only: the unlinked files also end with the process. */
export type UnfinishedUploads = {
  /**
   * Registers a request that receives the file, until the returned function is called. Throws `upload.inProgress` if
   * another one does.
   */
  readonly claim: (key: string, interrupt: () => boolean) => () => void;
  /**
   * Ends a request that still receives the file: the client that queries the progress has lost its connection. Throws
   * `upload.inProgress` if the file is complete.
   */
  readonly interrupt: (key: string) => Promise<void>;
  readonly find: (key: string) => ArrivedPart | undefined;
  /** Hands a part over to a request that continues it. */
  readonly take: (key: string) => ArrivedPart | undefined;
  /** Keeps a part, unless its owner has too many; the part is then closed, and the upload has to start again. */
  readonly keep: (part: ArrivedPart, resumable: ResumableFile) => void;
  readonly drop: (key: string) => void;
  readonly dropAll: () => void;
};

const retryAfter = 5;

export const closePart = ({ file }: ArrivedPart): void => void file.close().catch(() => undefined);

export function unfinishedUploads(limits: OpenLimits): UnfinishedUploads {
  const receivers = new Map<string, Receiver>();
  const kept = new Map<string, { readonly part: ArrivedPart; readonly release: () => void }>();
  const count = openCounts(limits, 'upload.tooMany');
  const take = (key: string) => {
    const found = kept.get(key);
    kept.delete(key);
    found?.release();
    return found?.part;
  };
  const drop = (key: string) => {
    const part = take(key);
    if (part) closePart(part);
  };
  const counted = ({ user, organisation }: ResumableFile) => {
    try {
      return count({ user, organisation });
    } catch {
      return undefined;
    }
  };
  return {
    claim(key, interrupt) {
      ensure(!receivers.has(key), 'upload.inProgress', { retryAfter });
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      receivers.set(key, { interrupt, ended });
      return () => {
        receivers.delete(key);
        resolve();
      };
    },
    async interrupt(key) {
      const receiver = receivers.get(key);
      if (!receiver) return;
      ensure(receiver.interrupt(), 'upload.inProgress', { retryAfter });
      await receiver.ended;
    },
    find: (key) => kept.get(key)?.part,
    take,
    keep(part, resumable) {
      const uncount = counted(resumable);
      if (!uncount) return closePart(part);
      const timer = setTimeout(() => drop(resumable.key), resumable.seconds * 1000).unref();
      kept.set(resumable.key, {
        part,
        release: () => {
          clearTimeout(timer);
          uncount();
        },
      });
    },
    drop,
    dropAll: () => [...kept.keys()].forEach(drop),
  };
}
