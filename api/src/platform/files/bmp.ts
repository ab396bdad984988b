import { ensure } from '../errors.ts';

/** RGB or RGBA pixels, three or four bytes each, row by row from the top. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array;
};

/** Decodes an uncompressed BMP of 1, 4, 8, 24 or 32 bits per pixel, with its transparency; throws `ApiError` for any other. */
export function readBmp(bytes: Uint8Array, maxPixels: number): Pixels {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  ensure(bytes.length >= 54, 'field.imageFormat');
  const pixelOffset = view.getUint32(10, true);
  const headerSize = view.getUint32(14, true);
  const [width, signedHeight] = [view.getInt32(18, true), view.getInt32(22, true)];
  const bitsPerPixel = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const height = Math.abs(signedHeight);
  ensure(headerSize >= 40 && headerSize <= 124 && width > 0 && height > 0, 'field.imageFormat');
  ensure(width * height <= maxPixels, 'field.imagePixels');
  ensure(
    [1, 4, 8, 24, 32].includes(bitsPerPixel) && isUncompressed(view, compression, bitsPerPixel),
    'field.imageFormat',
  );
  const stride = Math.ceil((width * bitsPerPixel) / 32) * 4;
  ensure(pixelOffset >= 14 + headerSize && pixelOffset + stride * height <= bytes.length, 'field.imageFormat');

  const palette = 14 + headerSize;
  const colourAt = (x: number, row: number) => {
    if (bitsPerPixel >= 24) return row + x * (bitsPerPixel / 8);
    const perByte = 8 / bitsPerPixel;
    const shift = 8 - bitsPerPixel - (x % perByte) * bitsPerPixel;
    return palette + ((bytes[row + Math.floor(x / perByte)]! >> shift) & ((1 << bitsPerPixel) - 1)) * 4;
  };
  const rowAt = (y: number) => pixelOffset + (signedHeight > 0 ? height - 1 - y : y) * stride;
  const channels = hasAlphaMask(view, headerSize, compression) && hasAlpha(bytes, pixelOffset, stride * height) ? 4 : 3;
  const pixels = new Uint8Array(width * height * channels);
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = rowAt(y);
    for (let x = 0; x < width; x += 1, to += channels) {
      const from = colourAt(x, row);
      pixels[to] = bytes[from + 2] ?? 0;
      pixels[to + 1] = bytes[from + 1] ?? 0;
      pixels[to + 2] = bytes[from] ?? 0;
      if (channels === 4) pixels[to + 3] = bytes[from + 3] ?? 0;
    }
  }
  return { width, height, channels, pixels };
}

/** Whether the header gives the fourth byte of each pixel a meaning, as versions from 4 on can. */
const hasAlphaMask = (view: DataView, headerSize: number, compression: number): boolean =>
  compression === 3 && headerSize >= 56 && view.getUint32(66, true) === 0xff000000;

/** Whether any pixel is visible: programs that know no transparency leave the fourth bytes empty. */
function hasAlpha(bytes: Uint8Array, start: number, length: number): boolean {
  for (let at = start + 3; at < start + length; at += 4) if (bytes[at] !== 0) return true;
  return false;
}

/** BI_RGB, or BI_BITFIELDS of 32 bits with the usual channel masks. */
function isUncompressed(view: DataView, compression: number, bitsPerPixel: number): boolean {
  if (compression === 0) return true;
  if (compression !== 3 || bitsPerPixel !== 32 || view.byteLength < 66) return false;
  const [red, green, blue] = [54, 58, 62].map((offset) => view.getUint32(offset, true));
  return red === 0xff0000 && green === 0xff00 && blue === 0xff;
}

/** Encodes pixels as an uncompressed BMP of 24 bits per pixel, or of 32 with a header of version 4 for RGBA. */
export function writeBmp({ width, height, channels, pixels }: Pixels): Uint8Array {
  const stride = Math.ceil((width * channels) / 4) * 4;
  const headerSize = channels === 4 ? 108 : 40;
  const start = 14 + headerSize;
  const bytes = Buffer.alloc(start + stride * height);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(start, 10); // where the pixels begin
  bytes.writeUInt32LE(headerSize, 14); // the length of the header that follows
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26); // planes
  bytes.writeUInt16LE(channels * 8, 28); // bits per pixel
  bytes.writeUInt32LE(stride * height, 34);
  if (channels === 4) {
    bytes.writeUInt32LE(3, 30); // the masks of red, green, blue and transparency follow
    for (const [index, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries())
      bytes.writeUInt32LE(mask, 54 + index * 4);
    bytes.write('BGRs', 70, 'latin1'); // sRGB
  }
  for (let y = 0, from = 0; y < height; y += 1)
    for (let x = 0, to = start + (height - 1 - y) * stride; x < width; x += 1, from += channels, to += channels) {
      bytes[to] = pixels[from + 2]!;
      bytes[to + 1] = pixels[from + 1]!;
      bytes[to + 2] = pixels[from]!;
      if (channels === 4) bytes[to + 3] = pixels[from + 3]!;
    }
  return bytes;
}
