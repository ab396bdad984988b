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
      const image = type === 'image/bmp' ? await fromBmp(bytes) : await fromFile(bytes);
      const encoded = encoders[format](image.autoOrient().resize(size)).timeout({ seconds: 20 });
      const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
      const { width, height } = info;
      return { bytes: format === 'image/bmp' ? writeBmp({ width, height, pixels: data }) : data, width, height };
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

async function fromFile(bytes: Uint8Array): Promise<Sharp> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  ensure(width * height <= maxPixels, 'field.imagePixels');
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });
}

async function fromBmp(bytes: Uint8Array): Promise<Sharp> {
  const { width, height, pixels } = await checkThread.run('bmp', { bytes, maxPixels: maxPixels / 4 });
  return (await loadSharp())(pixels, { raw: { width, height, channels: 3 } });
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
