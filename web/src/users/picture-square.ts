import { type PictureFault, pictureFault } from '../platform/picture-file.ts';
import { type Cut, type Measures, shownBy } from '../ui/picture-cut.ts';

/** A picture that somebody has chosen, ready to be looked at. */
export type OpenedPicture = { readonly src: string; readonly image: HTMLImageElement; readonly size: Measures };

const side = 512;

/** Opens a file as a picture, or says why it cannot be taken for one. */
export async function openPicture(file: File): Promise<OpenedPicture | PictureFault> {
  const fault = pictureFault(file);
  if (fault) return fault;
  const image = new Image();
  const src = URL.createObjectURL(file);
  try {
    image.src = src;
    await image.decode();
    return { src, image, size: { width: image.naturalWidth, height: image.naturalHeight } };
  } catch {
    URL.revokeObjectURL(src);
    return 'field.imageFormat';
  }
}

/** The chosen square of a picture as a small file of its own. */
export async function cutOut({ image, size }: OpenedPicture, cut: Cut): Promise<Blob> {
  const { left, top, side: shown } = shownBy(cut, size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  canvas.getContext('2d')?.drawImage(image, left, top, shown, shown, 0, 0, side, side);
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error('This browser cannot draw the picture'))),
      'image/webp',
      0.92,
    );
  });
}
