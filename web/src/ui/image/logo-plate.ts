import { contrast, fromOklch, toHex } from '@storeward/contract/colours';

/** Dark backgrounds behind a logo, the same in every theme: the app frame and the sign-in box. */
const darkBackgrounds = [0.165, 0.205].map((l) => toHex(fromOklch({ l, c: 0, h: 0 })));
const minimumContrast = 3;
/** Share of low-contrast pixels tolerated, because antialiased edges are paler than their shape. */
const maxLowContrastShare = 0.1;

/** Returns true if a logo needs a light plate on dark backgrounds. `pixels` are RGBA bytes as in `ImageData`. */
export function needsPlate(pixels: ArrayLike<number>): boolean {
  let opaqueCount = 0;
  let lowContrastCount = 0;
  const checkedColours = new Map<string, boolean>();
  for (let offset = 0; offset + 3 < pixels.length; offset += 4) {
    const [r = 0, g = 0, b = 0, opacity = 0] = [
      pixels[offset],
      pixels[offset + 1],
      pixels[offset + 2],
      pixels[offset + 3],
    ];
    if (opacity < 128) continue;
    const colour = toHex({ r: r / 255, g: g / 255, b: b / 255 });
    const isLowContrast =
      checkedColours.get(colour) ??
      darkBackgrounds.some((background) => contrast(colour, background) < minimumContrast);
    checkedColours.set(colour, isLowContrast);
    opaqueCount += 1;
    if (isLowContrast) lowContrastCount += 1;
  }
  return lowContrastCount > opaqueCount * maxLowContrastShare;
}

/** Reads the RGBA bytes of a loaded image, scaled to 152 × 32. Returns an empty array without a 2D context. */
export function readPixels(image: HTMLImageElement): ArrayLike<number> {
  const [width, height] = [152, 32];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}
