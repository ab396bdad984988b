import { firstExtension } from '@storeward/contract/media-types';
import { ApiError } from '../platform/api/api.ts';
import { contentType } from './chosen-file.ts';
import { requestUploadUrl } from './queries.ts';
import type { UploadProgress } from './upload-progress.ts';

/**
 * The pre-signed URLs of files whose connection broke. Choosing the same file again creates another `File` object,
 * which starts anew.
 */
const unfinished = new WeakMap<File, string>();

/**
 * Uploads an image or a video to a pre-signed URL and returns its public URL without the query. After the connection
 * broke, another call with the same file sends the missing part.
 */
export async function uploadMedia(file: File, progress: UploadProgress): Promise<string> {
  const type = await contentType(file);
  if (!type) throw new ApiError(400, { messageCode: 'field.imageFormat' });
  const brokenUrl = unfinished.get(file);
  unfinished.delete(file);
  const arrived = brokenUrl && (await arrivedBytes(brokenUrl, { file, type, ...progress }));
  if (arrived === file.size) return publicUrl(brokenUrl!);
  const stem = file.name.replace(/\.\w*$/, '') || 'media';
  const continuedUrl = arrived === undefined ? undefined : brokenUrl;
  const uploadUrl = continuedUrl ?? (await requestUploadUrl(`${stem}.${firstExtension(type)}`));
  const { status, body } = await put(uploadUrl, { file, type, from: arrived || 0, ...progress });
  // a continued upload may be complete already, with only the response lost
  const isStored = status === 200 || (continuedUrl && body.messageCode === 'file.addressUsed');
  if (!isStored) throw new ApiError(status, body);
  return publicUrl(uploadUrl);
}

const publicUrl = (uploadUrl: string): string => uploadUrl.split('?', 1)[0]!;

type Sent = UploadProgress & { readonly file: File; readonly type: string };

/** How much of a file the server has; undefined if the URL has expired. */
async function arrivedBytes(url: string, { file, type, signal }: Sent): Promise<number | undefined> {
  const headers = { 'Content-Type': type, 'Content-Range': `bytes */${file.size}` };
  const response = await fetch(url, { method: 'PUT', headers, signal }).catch(() => undefined);
  if (response?.status === 200) return file.size;
  if (response?.status === 308)
    return Number(/^bytes=0-(\d+)$/.exec(response.headers.get('range') ?? '')?.[1] ?? -1) + 1;
  const body = ((await response?.json().catch(() => undefined)) ?? {}) as { messageCode?: string };
  if (body.messageCode === 'file.addressInvalid') return undefined;
  unfinished.set(file, url);
  throw new ApiError(response?.status ?? 0, body);
}

/** Sends a file from a position. `fetch` reports no progress. */
async function put(url: string, { file, type, from, onProgress, signal }: Sent & { readonly from: number }) {
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  signal.addEventListener('abort', stop);
  try {
    await new Promise<void>((resolve) => {
      const showProgress = (loaded: number) => onProgress(file.size > 0 ? (from + loaded) / file.size : 0);
      showProgress(0);
      request.upload.addEventListener('progress', ({ loaded }) => showProgress(loaded));
      request.addEventListener('loadend', () => resolve());
      request.responseType = 'json';
      request.open('PUT', url);
      request.setRequestHeader('Content-Type', type);
      if (from > 0) request.setRequestHeader('Content-Range', `bytes ${from}-${file.size - 1}/${file.size}`);
      request.send(from > 0 ? file.slice(from) : file);
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
  if (request.status === 0) unfinished.set(file, url);
  return { status: request.status, body: (request.response ?? {}) as { messageCode?: string } };
}
