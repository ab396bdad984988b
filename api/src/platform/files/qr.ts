import { encode } from 'uqr';

const pixelsPerModule = 8;

/** The QR code of a text, as a data URL with a PNG. */
export async function qrCodeDataUrl(text: string): Promise<string> {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  const pixels = Buffer.from(data.flatMap((row) => row.map((dark) => (dark ? 0 : 255))));
  const { default: sharp } = await import('sharp'); // large and rarely needed, so loaded on demand
  const png = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * pixelsPerModule, size * pixelsPerModule, { kernel: 'nearest' })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
