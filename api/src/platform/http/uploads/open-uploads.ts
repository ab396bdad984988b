import { openCounts, type OpenLimits, type Party } from '../../open-counts.ts';
import { requestRate, type RequestRate } from '../../request-rate.ts';
import { semaphore } from '../../semaphore.ts';
import { type UnfinishedUploads, unfinishedUploads } from './unfinished-uploads.ts';

/** The sender of an upload: a user and their organisation, or before authentication an address and a host. */
export type Uploader = Party;

/** The uploads in progress of one server. */
export type OpenUploads = {
  /** The folder of the files while they are received. */
  readonly folder: string;
  /** Counts an upload until the returned function is called. Throws `upload.tooMany` or `service.busy`. */
  readonly open: (uploader: Uploader) => () => void;
  /** Waits for a slot for a complete file in memory; resolves to the function that releases the slot. */
  readonly load: () => Promise<() => void>;
  /** How often the files of a sender may be refused. */
  readonly refusedFiles: RequestRate;
  /** Received parts of uploads whose connection broke. */
  readonly unfinished: UnfinishedUploads;
};

/** How many complete files are processed at once, and how long another one waits for a slot, in milliseconds. */
const [filesInMemory, maxWait] = [4, 20_000];

export function openUploads(folder: string, limits: OpenLimits, refusedPerMinute: number): OpenUploads {
  const processed = semaphore(filesInMemory, maxWait);
  return {
    folder,
    open: openCounts(limits, 'upload.tooMany'),
    load: () =>
      new Promise((resolve, reject) => {
        processed(() => new Promise<void>((release) => resolve(release))).catch(reject);
      }),
    refusedFiles: requestRate(refusedPerMinute),
    unfinished: unfinishedUploads(limits),
  };
}
