import { encode } from 'uqr';

const pointsEach = 8;

/** A picture that cameras read a text from, black on white, as a PNG in a data address. */
export async function qrPicture(text: string): Promise<string> {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  const points = Buffer.from(data.flatMap((row) => row.map((dark) => (dark ? 0 : 255))));
  const { default: sharp } = await import('sharp'); // large, and seldom needed
  const png = await sharp(points, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * pointsEach, size * pointsEach, { kernel: 'nearest' })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
