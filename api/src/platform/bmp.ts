import { demand } from './errors.ts';

/** A picture as plain red, green and blue, row by row from the top. */
type Pixels = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

/** Reads an uncompressed bitmap of 1, 4, 8, 24 or 32 bits, as every drawing program writes it; any other is refused. */
export function readBmp(bytes: Uint8Array, mostPixels: number): Pixels {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  demand(bytes.length >= 54, 'field.imageFormat');
  const start = view.getUint32(10, true);
  const headerSize = view.getUint32(14, true);
  const [width, tall] = [view.getInt32(18, true), view.getInt32(22, true)];
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const height = Math.abs(tall);
  demand(headerSize >= 40 && headerSize <= 124 && width > 0 && height > 0, 'field.imageFormat');
  demand(width * height <= mostPixels, 'field.imageTooLarge');
  demand([1, 4, 8, 24, 32].includes(bits) && plain(view, compression, bits), 'field.imageFormat');
  const stride = Math.ceil((width * bits) / 32) * 4;
  demand(start >= 14 + headerSize && start + stride * height <= bytes.length, 'field.imageFormat');

  const palette = 14 + headerSize;
  const colourAt = (x: number, row: number) => {
    if (bits >= 24) return row + x * (bits / 8);
    const perByte = 8 / bits;
    const shift = 8 - bits - (x % perByte) * bits;
    return palette + ((bytes[row + Math.floor(x / perByte)]! >> shift) & ((1 << bits) - 1)) * 4;
  };
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = start + (tall > 0 ? height - 1 - y : y) * stride;
    for (let x = 0; x < width; x += 1, to += 3) {
      const from = colourAt(x, row);
      pixels[to] = bytes[from + 2] ?? 0;
      pixels[to + 1] = bytes[from + 1] ?? 0;
      pixels[to + 2] = bytes[from] ?? 0;
    }
  }
  return { width, height, pixels };
}

/** Either as it is, or 32 bits with the colours named in the order they always have. */
function plain(view: DataView, compression: number, bits: number): boolean {
  if (compression === 0) return true;
  if (compression !== 3 || bits !== 32 || view.byteLength < 66) return false;
  const [red, green, blue] = [54, 58, 62].map((at) => view.getUint32(at, true));
  return red === 0xff0000 && green === 0xff00 && blue === 0xff;
}
