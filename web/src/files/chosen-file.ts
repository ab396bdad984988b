import {
  isVideoType,
  mediaLimitOf,
  type MediaType,
  mediaTypeOfContent,
  imageError,
  type ImageRule,
  signatureLength,
} from '@storeward/contract/media-types';

export type FileErrorCode =
  | 'field.imageFormat'
  | 'field.imageTooLarge'
  | 'field.videoTooLarge'
  | 'field.imageTooNarrow'
  | 'field.imageRatio';

/** The type of a file by its content. */
export const contentType = async (file: File): Promise<MediaType | undefined> =>
  mediaTypeOfContent(new Uint8Array(await file.slice(0, signatureLength).arrayBuffer()));

/** The error of a file before it is sent: by its type and size, and of an image by the rule of its field. */
export async function fileError(file: File, imageRule?: ImageRule): Promise<FileErrorCode | undefined> {
  const type = await contentType(file);
  const { limitBytes, tooLarge } = mediaLimitOf(type);
  if (!type) return 'field.imageFormat';
  if (file.size >= limitBytes) return tooLarge;
  if (isVideoType(type) || !imageRule) return undefined;
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return 'field.imageFormat';
  const error = imageError(image, imageRule);
  image.close();
  return error;
}
