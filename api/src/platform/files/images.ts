import { type ImageType, isVideoType, mediaTypeOfContent } from '@storeward/contract/media-types';
import type { ResizeOptions, Sharp } from 'sharp';
import { writeBmp } from './bmp.ts';
import { checkThread } from './check-thread.ts';
import { ensure, ApiError } from '../errors.ts';
import { semaphore } from '../semaphore.ts';

/** The side of a profile image, in pixels. */
const profileImageSize = 512;

/** The maximum side of any other image, in pixels. */
const maxImageSize = 2560;

/** The maximum side of an image that is stored as BMP: it is not compressed, and stays below the limit of a file. */
const maxBmpSize = 1440;

/** Limit against decompression bombs. */
const maxPixels = 40_000_000;

// one at a time, since a decoded image takes much memory
const exclusively = semaphore(1, 10_000);

/** An image as it is stored, with its size in pixels. */
export type EncodedImage = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };

/** Converts an image to a square WebP, cropped to the centre. */
export const squareImage = async (bytes: Uint8Array): Promise<Uint8Array> =>
  (await convert(bytes, { width: profileImageSize, height: profileImageSize, fit: 'cover' })).bytes;

/** Converts an image to WebP with the same aspect ratio and transparency, at most `maxImageSize` wide and high. */
export const boundedImage = (bytes: Uint8Array): Promise<EncodedImage> =>
  convert(bytes, { width: maxImageSize, height: maxImageSize, fit: 'inside', withoutEnlargement: true });

/** Re-encodes an image of this type in the same format. Throws `field.imageFormat` for an image of another type. */
export async function imageOfType(bytes: Uint8Array, type: ImageType): Promise<EncodedImage> {
  ensure(mediaTypeOfContent(bytes) === type, 'field.imageFormat');
  const side = type === 'image/bmp' ? maxBmpSize : maxImageSize;
  return convert(bytes, { width: side, height: side, fit: 'inside', withoutEnlargement: true }, type);
}

/** Decodes and re-encodes, so that no metadata or appended data remains. */
async function convert(
  bytes: Uint8Array,
  size: ResizeOptions,
  format: keyof typeof encoders = 'image/webp',
): Promise<EncodedImage> {
  const type = mediaTypeOfContent(bytes);
  ensure(type && !isVideoType(type), 'field.imageFormat');
  return exclusively(async () => {
    try {
      ensure(!endsInZeros(bytes), 'field.imageFormat');
      const encode = (image: Sharp) =>
        encoders[format](image.autoOrient().resize(size))
          .timeout({ seconds: 20 })
          .toBuffer({ resolveWithObject: true });
      const { data, info } =
        type === 'image/bmp' ? await encode(await fromBmp(bytes)) : await decodeWhole(bytes, type, encode);
      const { width, height, channels } = info;
      const isBmp = format === 'image/bmp';
      return {
        bytes: isBmp ? writeBmp({ width, height, channels: channels === 4 ? 4 : 3, pixels: data }) : data,
        width,
        height,
      };
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError('field.imageFormat', { cause: error });
    }
  });
}

/** The encoders of the output formats; for BMP they return raw pixels. */
const encoders = {
  'image/webp': (image: Sharp) => image.webp({ quality: 82 }),
  'image/jpeg': (image: Sharp) => image.flatten({ background: '#fff' }).jpeg({ quality: 86 }),
  'image/png': (image: Sharp) => image.png(),
  'image/bmp': (image: Sharp) => image.raw(),
} as const;

/** How many zeros at the end of a picture mean that its end is missing: a copy that stopped leaves them. */
const missingBytes = 1024;

/** Whether the file, apart from a mark of its end, ends in zeros that belong to the picture. */
function endsInZeros(bytes: Uint8Array): boolean {
  const isEndMark = (at: number) => bytes[at - 2] === 0xff && bytes[at - 1] === 0xd9;
  const end = isEndMark(bytes.length) ? bytes.length - 2 : bytes.length;
  let at = end;
  while (at > 0 && bytes[at - 1] === 0) at -= 1;
  return bytes[0] === 0xff && end - at >= missingBytes && !isEndMark(at);
}

/**
 * Decodes a picture, which has to be whole. Decoders fill what is missing of a JPEG with grey and only warn; other
 * warnings are of oddities that viewers ignore, so the picture is then decoded in spite of them.
 */
async function decodeWhole<R>(bytes: Uint8Array, type: ImageType, encode: (image: Sharp) => Promise<R>): Promise<R> {
  if (type !== 'image/jpeg') return encode(await fromFile(bytes, 'error'));
  try {
    return await encode(await fromFile(bytes, 'warning'));
  } catch (error) {
    if (error instanceof ApiError || /premature end/i.test(String(error))) throw error;
    return encode(await fromFile(bytes, 'error'));
  }
}

async function fromFile(bytes: Uint8Array, failOn: 'error' | 'warning'): Promise<Sharp> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  ensure(width * height <= maxPixels, 'field.imagePixels');
  return sharp(bytes, { limitInputPixels: maxPixels, failOn, sequentialRead: true });
}

async function fromBmp(bytes: Uint8Array): Promise<Sharp> {
  const { pixels, ...raw } = await checkThread.run('bmp', { bytes, maxPixels: maxPixels / 4 });
  return (await loadSharp())(pixels, { raw });
}

/** Loads sharp on demand, since it is large, and blocks all of its decoders except those of jpeg and png. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
  return sharp;
}
