import type { ReceivedFile, SentFile } from '@storeward/contract/endpoint';
import {
  extensionOf,
  firstExtension,
  isVideoType,
  mediaTypeOf,
  mediaTypeOfContent,
  signatureLength,
  type StoredExtension,
} from '@storeward/contract/media-types';
import { ensure } from '../platform/errors.ts';
import { checkThread } from '../platform/files/check-thread.ts';
import { boundedImage, imageOfType } from '../platform/files/images.ts';
import { type Content, sizeOf, typeOfAddress } from '../platform/files/storage.ts';
import type { NewUpload } from './queries.ts';

type Metadata = Pick<NewUpload, 'name' | 'width' | 'height' | 'duration'>;

/** A checked file as it is stored. */
export type AcceptedFile = Metadata & { readonly content: Content; readonly extension: StoredExtension };

/** Checks a file by its content; images are re-encoded. Throws `field.imageFormat`. */
export async function acceptedFile(file: SentFile): Promise<AcceptedFile> {
  const received: ReceivedFile = await file.receive();
  const name = shownName(received.name);
  const type = mediaTypeOfContent(await received.read(0, signatureLength));
  if (isVideoType(type)) {
    const { size, read } = received;
    const metadata = await checkThread.run('video', { type, size }, read);
    return { ...metadata, name, content: received, extension: firstExtension(type) };
  }
  const { bytes, width, height } = await boundedImage(await file());
  return { name, width, height, duration: null, content: bytes, extension: 'webp' };
}

/** Checks an image that keeps its format, which must be that of the key. Throws `field.imageFormat`. */
export async function acceptedImage(file: SentFile, key: string): Promise<AcceptedFile> {
  const type = mediaTypeOf(key);
  ensure(type && !isVideoType(type), 'field.imageFormat');
  const { bytes, width, height } = await imageOfType(await file(), type);
  return {
    name: shownName(key),
    width,
    height,
    duration: null,
    content: bytes,
    extension: extensionOf(key) as StoredExtension,
  };
}

/** The stored metadata of an accepted file. */
export const uploadOf = (
  address: string,
  { content, name, width, height, duration }: AcceptedFile,
  createdBy: string,
): NewUpload => ({
  address,
  bytes: sizeOf(content),
  type: typeOfAddress(address),
  name,
  width,
  height,
  duration,
  createdBy,
});

/** The last part of a path without control characters, as the media library shows it. */
export const shownName = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').trim().slice(0, 128);
