import type { ResizeOptions, Sharp } from 'sharp';
import { readBmp } from './bmp.ts';
import { demand, Refusal } from './errors.ts';
import { turnstile } from './turnstile.ts';

/** The side of a picture of somebody, in pixels. */
const side = 512;

/** The longer side of any other picture: enough for a wide screen, however large it was sent. */
const longest = 2560;

/** However few bytes a picture has, it may open out to no more than this. */
const mostPixels = 40_000_000;

/** How the kinds of picture begin that are taken, in hexadecimal: whatever a name or a header says, the bytes decide. */
const beginnings: Readonly<Record<'jpeg' | 'png' | 'webp' | 'bmp', RegExp>> = {
  jpeg: /^ffd8ff/,
  png: /^89504e470d0a1a0a/,
  webp: /^52494646.{8}57454250/,
  bmp: /^424d/,
};

// one at a time: an open picture is large
const inTurn = turnstile(1, 10_000);

/** Makes a square picture of what was sent. */
export const squarePicture = (bytes: Uint8Array): Promise<Uint8Array> =>
  drawnAnew(bytes, { width: side, height: side, fit: 'cover' });

/** Makes a picture of what was sent in the shape it has, no larger than a screen, and see-through where it was. */
export const boundedPicture = (bytes: Uint8Array): Promise<Uint8Array> =>
  drawnAnew(bytes, { width: longest, height: longest, fit: 'inside', withoutEnlargement: true });

/** Nothing of the file is left but what can be seen. */
async function drawnAnew(bytes: Uint8Array, size: ResizeOptions): Promise<Uint8Array> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const [kind] = Object.entries(beginnings).find(([, beginning]) => beginning.test(start)) ?? [];
  demand(kind, 'field.imageFormat');
  return inTurn(async () => {
    try {
      const picture = kind === 'bmp' ? await fromBmp(bytes) : await fromFile(bytes);
      return await picture.autoOrient().resize(size).webp({ quality: 82 }).timeout({ seconds: 20 }).toBuffer();
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal('field.imageFormat', { cause: error });
    }
  });
}

async function fromFile(bytes: Uint8Array): Promise<Sharp> {
  const sharp = await library();
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  demand(width * height <= mostPixels, 'field.imageTooLarge');
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true });
}

async function fromBmp(bytes: Uint8Array): Promise<Sharp> {
  const { width, height, pixels } = readBmp(bytes, mostPixels / 4);
  return (await library())(pixels, { raw: { width, height, channels: 3 } });
}

/** The library is large, and most starts never need it; of what it can read it is left the three kinds that are taken. */
async function library() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}
