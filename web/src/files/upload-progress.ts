/** What an upload reports to, and by what it is cancelled. */
export type UploadProgress = {
  /** Called with the part that was sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
};
