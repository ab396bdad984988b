import { files, pictureEndings, pictureKinds } from '@storeward/contract/files';
import { ApiError, call } from '../platform/api.ts';

/** Nothing was sent, since there was no address to send it to; that goes to the log, and nobody is told. */
export class NoUploadAddress extends Error {}

/** Puts a picture where it can be shown from, and tells its address: asked for, sent there, and known without its query. */
export async function uploadPicture(file: File): Promise<string> {
  const kind = pictureKinds.find((known) => known === file.type);
  if (!kind) throw new ApiError(400, { messageCode: 'field.imageFormat' });
  const address = await addressFor(`picture.${pictureEndings[kind][0]}`);
  const answer = await fetch(address, { method: 'PUT', headers: { 'Content-Type': kind }, body: file });
  if (!answer.ok) throw new ApiError(answer.status, (await answer.json().catch(() => ({}))) as object);
  return address.split('?', 1)[0]!;
}

async function addressFor(key: string): Promise<string> {
  try {
    return await call(files.sign, { query: { key, bucket: 'essentials' } }, { quiet: 'logged' });
  } catch (cause) {
    throw new NoUploadAddress('no address to upload to', { cause });
  }
}
