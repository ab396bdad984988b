/** A BMP file of one colour with 24 bits per pixel. */
export function bitmap(width: number, height: number): Buffer {
  const lineLength = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + lineLength * height, 0x80);
  file.fill(0, 0, 54).write('BM', 0, 'latin1');
  for (const [offset, value] of [
    [2, file.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
    [34, lineLength * height],
  ] as const)
    file.writeUInt32LE(value, offset);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}
