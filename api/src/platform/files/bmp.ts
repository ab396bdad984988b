import { ensure } from '../errors.ts';

/** RGB pixels, three bytes each, row by row from the top. */
export type Pixels = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

/** Decodes an uncompressed BMP of 1, 4, 8, 24 or 32 bits per pixel; throws `ApiError` for any other. */
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
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = pixelOffset + (signedHeight > 0 ? height - 1 - y : y) * stride;
    for (let x = 0; x < width; x += 1, to += 3) {
      const from = colourAt(x, row);
      pixels[to] = bytes[from + 2] ?? 0;
      pixels[to + 1] = bytes[from + 1] ?? 0;
      pixels[to + 2] = bytes[from] ?? 0;
    }
  }
  return { width, height, pixels };
}

/** BI_RGB, or BI_BITFIELDS of 32 bits with the usual channel masks. */
function isUncompressed(view: DataView, compression: number, bitsPerPixel: number): boolean {
  if (compression === 0) return true;
  if (compression !== 3 || bitsPerPixel !== 32 || view.byteLength < 66) return false;
  const [red, green, blue] = [54, 58, 62].map((offset) => view.getUint32(offset, true));
  return red === 0xff0000 && green === 0xff00 && blue === 0xff;
}

/** Encodes pixels as an uncompressed BMP of 24 bits per pixel. */
export function writeBmp({ width, height, pixels }: Pixels): Uint8Array {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + stride * height);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10); // where the pixels begin
  bytes.writeUInt32LE(40, 14); // the length of the header that follows
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26); // planes
  bytes.writeUInt16LE(24, 28); // bits per pixel
  bytes.writeUInt32LE(stride * height, 34);
  for (let y = 0, from = 0; y < height; y += 1)
    for (let x = 0, to = 54 + (height - 1 - y) * stride; x < width; x += 1, from += 3, to += 3) {
      bytes[to] = pixels[from + 2]!;
      bytes[to + 1] = pixels[from + 1]!;
      bytes[to + 2] = pixels[from]!;
    }
  return bytes;
}
