import { imageSizeLimit, imageTypes } from '@storeward/contract/media-types';

export type ImageFileError = 'field.imageTooLarge' | 'field.imageFormat';

/** Value of the `accept` attribute of image inputs. */
export const acceptedImageTypes = imageTypes.join(',');

/** Checks size and declared type; the server checks the content. */
export function imageFileError(file: File): ImageFileError | undefined {
  if (file.size >= imageSizeLimit) return 'field.imageTooLarge';
  return (imageTypes as readonly string[]).includes(file.type) ? undefined : 'field.imageFormat';
}
