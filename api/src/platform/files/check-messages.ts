import type { ErrorCode } from '@storeward/contract/errors';
import type { VideoType } from '@storeward/contract/media-types';
import type { Pixels } from './bmp.ts';
import type { VideoMetadata } from './video-metadata.ts';

/** The checks of files that run in a thread of their own, each with its input and its result. */
export type Checks = {
  readonly video: {
    readonly input: { readonly type: VideoType; readonly size: number };
    readonly result: VideoMetadata;
  };
  readonly bmp: { readonly input: { readonly bytes: Uint8Array; readonly maxPixels: number }; readonly result: Pixels };
};

/** What the thread receives: a file to check, or the part of it that it requested. */
export type CheckMessage =
  | { readonly [Name in keyof Checks]: { readonly name: Name; readonly input: Checks[Name]['input'] } }[keyof Checks]
  | { readonly bytes: Uint8Array };

/** What the thread returns: a request for a part of the file, or the outcome of the check. */
export type CheckReply =
  | { readonly read: readonly [position: number, length: number] }
  | { readonly result: unknown }
  | { readonly code: ErrorCode }
  | { readonly defect: unknown };
