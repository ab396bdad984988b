import { files } from '@storeward/contract/files';
import { firstExtension, imageTypes } from '@storeward/contract/media-types';
import { ApiError, call } from '../platform/api.ts';
import { contentType } from './chosen-file.ts';
import type { UploadProgress } from './upload-progress.ts';

/** No upload URL could be obtained. Logged only, not shown to the user. */
export class UploadUrlError extends Error {}

/** Uploads an image to a pre-signed URL and returns its public URL without the query. `key` is without extension. */
export async function uploadImage(file: File, key = 'picture'): Promise<string> {
  const kind = imageTypes.find((candidate) => candidate === file.type);
  if (!kind) throw new ApiError(400, { messageCode: 'field.imageFormat' });
  const uploadUrl = await requestUploadUrl(`${key}.${firstExtension(kind)}`);
  const response = await fetch(uploadUrl, { method: 'PUT', headers: { 'Content-Type': kind }, body: file });
  if (!response.ok) throw new ApiError(response.status, (await response.json().catch(() => ({}))) as object);
  return uploadUrl.split('?', 1)[0]!;
}

async function requestUploadUrl(key: string): Promise<string> {
  try {
    return await call(files.sign, { query: { key, bucket: 'essentials' } }, { quiet: 'logged' });
  } catch (cause) {
    throw new UploadUrlError('no address to upload to', { cause });
  }
}

/** Uploads an image or a video to a pre-signed URL and returns its public URL without the query. `fetch` reports no progress. */
export async function uploadMedia(file: File, { onProgress, signal }: UploadProgress): Promise<string> {
  const type = await contentType(file);
  if (!type) throw new ApiError(400, { messageCode: 'field.imageFormat' });
  const stem = file.name.replace(/\.\w*$/, '') || 'media';
  const uploadUrl = await requestUploadUrl(`${stem}.${firstExtension(type)}`);
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  signal.addEventListener('abort', stop);
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (body: object = {}) => reject(new ApiError(request.status, body));
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
      request.addEventListener('abort', () => fail());
      request.addEventListener('error', () => fail());
      request.addEventListener('load', () =>
        request.status === 200 ? resolve() : fail((request.response ?? undefined) as object | undefined),
      );
      request.responseType = 'json';
      request.open('PUT', uploadUrl);
      request.setRequestHeader('Content-Type', type);
      request.send(file);
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return uploadUrl.split('?', 1)[0]!;
}
