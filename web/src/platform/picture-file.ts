import { pictureBelow, pictureKinds } from '@storeward/contract/files';

/** Why a file cannot be taken for a picture. */
export type PictureFault = 'field.imageTooLarge' | 'field.imageFormat';

/** The kinds of file that are offered for choosing. */
export const offeredPictures = pictureKinds.join(',');

/** What can be said against a file before anybody has looked inside. */
export function pictureFault(file: File): PictureFault | undefined {
  if (file.size >= pictureBelow) return 'field.imageTooLarge';
  return (pictureKinds as readonly string[]).includes(file.type) ? undefined : 'field.imageFormat';
}
