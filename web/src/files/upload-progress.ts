/** The progress callback of an upload, and the signal that cancels it. */
export type UploadProgress = {
  /** Called with the share that was sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
};
