import {
  isVideoType,
  mediaLimitOf,
  type MediaType,
  mediaTypeOfContent,
  pictureError,
  type PictureRule,
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

/** Why a file is refused, before it is sent: its kind and size, and a picture by the rule of its field. */
export async function fileError(file: File, picture?: PictureRule): Promise<FileErrorCode | undefined> {
  const type = await contentType(file);
  const { limitBytes, tooLarge } = mediaLimitOf(type);
  if (!type) return 'field.imageFormat';
  if (file.size >= limitBytes) return tooLarge;
  if (isVideoType(type) || !picture) return undefined;
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return 'field.imageFormat';
  const error = pictureError(image, picture);
  image.close();
  return error;
}
