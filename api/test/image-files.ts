import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const plainImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 90 } } });
const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A decompression bomb: few bytes, many pixels. */
export const oversizedPng = (width: number, height: number) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(height * (width + 1), 60_000_000)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
export const bmpImage = (bits: 1 | 4 | 8 | 24 | 32, side: number) => {
  const stride = Math.ceil((side * bits) / 32) * 4;
  const colours = bits <= 8 ? 1 << bits : 0;
  const start = 54 + colours * 4;
  const file = Buffer.alloc(start + stride * side, 0x11);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(start, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(side, 18);
  file.writeInt32LE(side, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  file.fill(0, 30, 54);
  for (let index = 54; index < start; index += 4) file.set([10, 20, 250, 0], index);
  return file;
};
/** Reads a stored image. The server blocks the WebP decoder in the whole process, since it accepts no WebP files. */
export const readStored = (bytes: Uint8Array) => {
  sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] });
  return sharp(bytes);
};
