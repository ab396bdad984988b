import type { ErrorCode } from '@storeward/contract/errors';
import sharp from 'sharp';
import { otherFormats, pagesAsImages, pixelFloods, polyglots } from './hostile-formats.ts';
import { bmpImage, oversizedPng, plainImage } from './image-files.ts';

/** A file and the error that refuses it. */
export type HostileFile = { readonly title: string; readonly bytes: Uint8Array; readonly error: ErrorCode };
type TitledFile = Omit<HostileFile, 'error'>;

const hex = (digits: string) => Buffer.from(digits, 'hex');

const signatures: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  jpeg: hex('ffd8ffe000104a46494600'),
  png: hex('89504e470d0a1a0a0000000d49484452'),
  bmp: hex('424d'),
  gif: Buffer.from('GIF89a'),
  webp: hex('524946460000000057454250'),
  tiff: hex('49492a0008000000'),
  matroska: hex('1a45dfa3'),
};

const payloads: Readonly<Record<string, Buffer>> = {
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  script: Buffer.from('/*=1;alert(1)//'),
  php: Buffer.from('<?php system($_GET[0]); ?>'),
  entities: Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  postscript: Buffer.from('%!PS\n%pipe%id'),
  pdf: Buffer.from('%PDF-1.7\n1 0 obj <</OpenAction 2 0 R>>'),
  archive: Buffer.concat([hex('504b0304'), Buffer.alloc(300, 0x41)]),
  executable: Buffer.concat([hex('4d5a9000'), Buffer.alloc(300, 0x90)]),
  zeros: Buffer.alloc(4096),
  ones: Buffer.alloc(4096, 0xff),
};

const box = (size: number, type: string, brand: string) => {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32BE(size);
  bytes.write(type + brand, 4, 'latin1');
  return bytes;
};

/** A bitmap with one 32-bit number of its header replaced. */
const lyingBmp = (offset: number, value: number) => {
  const bytes = bmpImage(24, 40);
  bytes.writeInt32LE(value, offset);
  return bytes;
};

/** Photos of which the second half is missing, though some end like whole ones. */
async function brokenPhotos(): Promise<TitledFile[]> {
  const noise = Buffer.from(Array.from({ length: 600 * 400 * 3 }, (_, index) => (index * 2_654_435_761) >>> 24));
  const photo = sharp(noise, { raw: { width: 600, height: 400, channels: 3 } }).blur(5);
  const endMark = hex('ffd9');
  const files = await Promise.all(
    [false, true].map(async (progressive) => {
      const whole = await photo.clone().jpeg({ progressive }).toBuffer();
      const half = whole.subarray(0, whole.length / 2);
      const zeros = Buffer.alloc(whole.length - half.length - endMark.length);
      const kind = progressive ? 'a progressive photo' : 'a photo';
      return [
        { title: `half of ${kind}`, bytes: half },
        { title: `half of ${kind} with an end`, bytes: Buffer.concat([half, endMark]) },
        { title: `half of ${kind} and zeros`, bytes: Buffer.concat([half, zeros]) },
        { title: `half of ${kind}, zeros and an end`, bytes: Buffer.concat([half, zeros, endMark]) },
      ];
    }),
  );
  return files.flat();
}

/** Files that are refused for the number of their pixels; every other one is refused for its format. */
const tooManyPixels = [
  'a bitmap of two billion columns',
  'a bitmap of two billion rows',
  'an image of 900 million pixels',
];
const withError = (file: TitledFile): HostileFile => ({
  ...file,
  error: tooManyPixels.includes(file.title) ? 'field.imagePixels' : 'field.imageFormat',
});
const titled = (files: Readonly<Record<string, Buffer>>, error: ErrorCode = 'field.imageFormat'): HostileFile[] =>
  Object.entries(files).map(([title, bytes]) => ({ title, bytes, error }));

/** All hostile pictures by what they are. */
export const hostilePictures = async (): Promise<Record<string, HostileFile[]>> => ({
  'other content behind the first bytes of an image, and parts of images': await hostileFiles(),
  'a page or a script as an image': titled(pagesAsImages),
  'another format': titled(otherFormats),
  'two formats in one': titled(await polyglots()),
  'a flood of pixels': titled(await pixelFloods(), 'field.imagePixels'),
});

/** Files that claim to be images and are none that may be stored. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const image = plainImage(200, 120);
  const [png, jpeg, webp, gif, tiff, avif] = [
    await image.clone().png().toBuffer(),
    await image.clone().jpeg().toBuffer(),
    await image.clone().webp().toBuffer(),
    await image.clone().gif().toBuffer(),
    await image.clone().tiff().toBuffer(),
    await image.clone().avif().toBuffer(),
  ];
  const parts = [0.05, 0.2, 0.4, 0.6, 0.8];
  const cut = (bytes: Uint8Array, part: number) => bytes.subarray(0, Math.floor(bytes.length * part));
  const files: TitledFile[] = [
    ...Object.entries(signatures).flatMap(([start, signature]) =>
      Object.entries(payloads).map(([name, payload]) => ({
        title: `${name} after the signature ${start}`,
        bytes: Buffer.concat([signature, payload]),
      })),
    ),
    ...Object.entries({ png, jpeg, bmp: bmpImage(24, 40) }).flatMap(([name, bytes]) =>
      parts.map((part) => ({ title: `${part} of a ${name}`, bytes: cut(bytes, part) })),
    ),
    ...(await brokenPhotos()),
    ...Object.entries({ webp, gif, tiff, avif }).map(([name, bytes]) => ({ title: `a valid ${name}`, bytes })),
    ...[0, 1, 8, 0x7fffffff, 0xffffffff].flatMap((size) =>
      ['isom', 'qt  '].map((brand) => ({ title: `a box ${brand} of ${size} bytes`, bytes: box(size, 'ftyp', brand) })),
    ),
    { title: 'an image after HTML', bytes: Buffer.concat([payloads['html'] ?? Buffer.alloc(0), png]) },
    { title: 'an image after an archive', bytes: Buffer.concat([payloads['archive'] ?? Buffer.alloc(0), png]) },
    { title: 'a bitmap without width', bytes: lyingBmp(18, 0) },
    { title: 'a bitmap of negative width', bytes: lyingBmp(18, -40) },
    { title: 'a bitmap of two billion columns', bytes: lyingBmp(18, 0x7fffffff) },
    { title: 'a bitmap of two billion rows', bytes: lyingBmp(22, 0x7fffffff) },
    { title: 'a bitmap whose pixels are outside the file', bytes: lyingBmp(10, 0x7fffffff) },
    { title: 'an image of 900 million pixels', bytes: oversizedPng(30_000, 30_000) },
  ];
  return files.map(withError);
}
