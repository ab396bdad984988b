import { type ImageFileError, imageFileError } from '../../platform/image-file.ts';
import type { CropArea } from '../../ui/image/image-cropper.tsx';

/** A decoded image file with its object URL, which must be revoked after use. */
export type LoadedImage = { readonly src: string; readonly image: HTMLImageElement };

const outputSize = 512;

/** Decodes an image file, or returns the error code of the failed check. */
export async function loadImage(file: File): Promise<LoadedImage | ImageFileError> {
  const error = imageFileError(file);
  if (error) return error;
  const image = new Image();
  const src = URL.createObjectURL(file);
  try {
    image.src = src;
    await image.decode();
    return { src, image };
  } catch {
    URL.revokeObjectURL(src);
    return 'field.imageFormat';
  }
}

/** Renders the crop as a 512 × 512 PNG file. */
export async function cropToBlob({ image }: LoadedImage, { x, y, width, height }: CropArea): Promise<Blob> {
  const [onePercentX, onePercentY] = [image.naturalWidth / 100, image.naturalHeight / 100];
  const source = [x * onePercentX, y * onePercentY, width * onePercentX, height * onePercentY] as const;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = outputSize;
  canvas.getContext('2d')?.drawImage(image, ...source, 0, 0, outputSize, outputSize);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot draw the picture'))),
      'image/png',
    );
  });
}
