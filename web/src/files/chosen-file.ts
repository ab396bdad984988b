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

/** Checks a file by its content before it is sent: its kind and size, and a picture by the rule of its field. */
export async function checkFile(
  file: File,
  picture: PictureRule | undefined,
): Promise<{ readonly type: MediaType } | { readonly error: FileErrorCode }> {
  const type = mediaTypeOfContent(new Uint8Array(await file.slice(0, signatureLength).arrayBuffer()));
  const { limitBytes, tooLarge } = mediaLimitOf(type);
  if (!type) return { error: 'field.imageFormat' };
  if (file.size >= limitBytes) return { error: tooLarge };
  if (isVideoType(type) || !picture) return { type };
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return { error: 'field.imageFormat' };
  const error = pictureError(image, picture);
  image.close();
  return error ? { error } : { type };
}
