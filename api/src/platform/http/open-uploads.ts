import { ensure } from '../errors.ts';
import { semaphore } from '../semaphore.ts';

export type UploadLimits = { readonly user: number; readonly organisation: number; readonly total: number };

/** Who sends an upload: a user and their organisation, or before authentication an address and a host. */
export type Uploader = { readonly user: string; readonly organisation: string };

/** The uploads in progress of one server. */
export type OpenUploads = {
  /** The folder of the files while they arrive. */
  readonly folder: string;
  /** Counts an upload until the returned function is called. Throws `upload.tooMany` or `service.busy`. */
  readonly open: (uploader: Uploader) => () => void;
  /** Waits until one of the few complete files in memory is released; resolves to the function that releases this one. */
  readonly load: () => Promise<() => void>;
};

/** How many complete files are processed at once, and how long another one waits for its turn, in milliseconds. */
const [filesInMemory, maxWait] = [4, 20_000];
const retryAfter = 5;

export function openUploads(folder: string, limits: UploadLimits): OpenUploads {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, difference: 1 | -1) => {
    const count = countOf(key) + difference;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  const processed = semaphore(filesInMemory, maxWait);
  return {
    folder,
    open({ user, organisation }) {
      const keys = ['', `organisation ${organisation}`, `user ${organisation} ${user}`] as const;
      ensure(countOf(keys[2]) < limits.user, 'upload.tooMany', { retryAfter });
      ensure(countOf(keys[1]) < limits.organisation, 'upload.tooMany', { retryAfter });
      ensure(countOf(keys[0]) < limits.total, 'service.busy', { retryAfter });
      for (const key of keys) add(key, 1);
      return () => {
        for (const key of keys) add(key, -1);
      };
    },
    load: () =>
      new Promise((resolve, reject) => {
        processed(() => new Promise<void>((release) => resolve(release))).catch(reject);
      }),
  };
}
