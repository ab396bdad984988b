import type { ReceivedFile } from '@storeward/contract/endpoint';

/** A file that is read in parts. */
export type RandomAccess = Pick<ReceivedFile, 'size' | 'read'>;

/** Size in pixels; the length in milliseconds, null if the file does not state it. */
export type VideoMetadata = { readonly width: number; readonly height: number; readonly duration: number | null };
