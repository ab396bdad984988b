import { isVideoType, mediaTypeOfContent } from '@storeward/contract/media-types';
import type { ResizeOptions, Sharp } from 'sharp';
import { readBmp } from './bmp.ts';
import { ensure, ApiError } from '../errors.ts';
import { semaphore } from '../semaphore.ts';

/** The side of a profile image, in pixels. */
const profileImageSize = 512;

/** The maximum side of any other image, in pixels. */
const maxImageSize = 2560;

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

/** Decodes and encodes anew, so that no metadata or appended data survives. */
async function convert(bytes: Uint8Array, size: ResizeOptions): Promise<EncodedImage> {
  const type = mediaTypeOfContent(bytes);
  ensure(type && !isVideoType(type), 'field.imageFormat');
  return exclusively(async () => {
    try {
      const image = type === 'image/bmp' ? await fromBmp(bytes) : await fromFile(bytes);
      const encoded = image.autoOrient().resize(size).webp({ quality: 82 }).timeout({ seconds: 20 });
      const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError('field.imageFormat', { cause: error });
    }
  });
}

async function fromFile(bytes: Uint8Array): Promise<Sharp> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  ensure(width * height <= maxPixels, 'field.imageTooLarge');
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });
}

async function fromBmp(bytes: Uint8Array): Promise<Sharp> {
  const { width, height, pixels } = readBmp(bytes, maxPixels / 4);
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
