import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorText } from '../platform/text/error-text.tsx';
import { useT } from '../platform/text/i18n.ts';
import { useNotify } from '../ui/page/notify.tsx';
import type { FileErrorCode } from './chosen-file.ts';
import { UploadUrlError } from './queries.ts';
import type { UploadProgress } from './upload-progress.ts';

type Options = {
  readonly check: (file: File) => Promise<FileErrorCode | undefined>;
  /** Uploads a file and returns its address. */
  readonly send: (file: File, progress: UploadProgress) => Promise<string>;
  readonly onDone: (address: string) => void;
};

/** The upload of one file at a time; after a failure of a valid file it can be retried. */
export type FileUpload = {
  readonly isBusy: boolean;
  /** The share that was sent, from 0 to 1; undefined if unknown. */
  readonly progress: number | undefined;
  readonly error: ReactNode;
  readonly start: (file: File | undefined) => void;
  readonly cancel: () => void;
  readonly retry: (() => void) | undefined;
};

export function useFileUpload({ check, send, onDone }: Options): FileUpload {
  const t = useT();
  const notify = useNotify();
  const running = useRef<AbortController>(null);
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<ReactNode>();
  const [failed, setFailed] = useState<File>();
  useEffect(() => () => running.current?.abort(), []);

  async function upload(file: File) {
    const stop = new AbortController();
    running.current = stop;
    setBusy(true);
    setError(undefined);
    setFailed(undefined);
    try {
      const code = await check(file);
      if (code) setError(errorText(code));
      else {
        onDone(await send(file, { onProgress: setProgress, signal: stop.signal }));
        notify.success(t('files.upload.done'));
      }
    } catch (failure) {
      if (!stop.signal.aborted) showFailure(file, failure);
    }
    running.current = null;
    setBusy(false);
    setProgress(undefined);
  }

  function showFailure(file: File, failure: unknown) {
    setFailed(file);
    if (failure instanceof UploadUrlError) return; // other failures are logged only
    const isExplained = failure instanceof ApiError && !failure.isUnexpected;
    setError(isExplained ? errorText(failure.code, failure.message) : t('files.upload.failed'));
    notify.error(t('files.upload.failed'));
  }

  return {
    isBusy,
    progress,
    error,
    start: (file) => void (file && !isBusy && upload(file)),
    cancel: () => running.current?.abort(),
    retry: failed && (() => void upload(failed)),
  };
}
