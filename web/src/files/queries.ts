import { files } from '@storeward/contract/files';
import { firstExtension, imageTypes } from '@storeward/contract/media-types';
import { ApiError, call } from '../platform/api/api.ts';

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

/** A pre-signed URL for a file of this name. */
export async function requestUploadUrl(key: string): Promise<string> {
  try {
    return await call(files.sign, { query: { key, bucket: 'essentials' } }, { quiet: 'logged' });
  } catch (cause) {
    throw new UploadUrlError('no address to upload to', { cause });
  }
}
