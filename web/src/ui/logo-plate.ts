import { contrast, fromOklch, toHex } from '@storeward/contract/colours';

/** The greys of the dark scheme, whatever the theme: the frame, and the sheet that the sign-in box is made of. */
const grounds = [0.165, 0.205].map((l) => toHex(fromOklch({ l, c: 0, h: 0 })));
const readable = 3;
/** Soft edges are always paler than the shape they belong to, so a little may be hard to see. */
const mayBeLost = 0.1;

/** Says whether too much of a picture, given as red, green, blue and opacity of each point, is hard to see on dark. */
export function needsPlate(points: ArrayLike<number>): boolean {
  let painted = 0;
  let lost = 0;
  const seen = new Map<string, boolean>();
  for (let at = 0; at + 3 < points.length; at += 4) {
    const [r = 0, g = 0, b = 0, opacity = 0] = [points[at], points[at + 1], points[at + 2], points[at + 3]];
    if (opacity < 128) continue;
    const colour = toHex({ r: r / 255, g: g / 255, b: b / 255 });
    const isLost = seen.get(colour) ?? grounds.some((ground) => contrast(colour, ground) < readable);
    seen.set(colour, isLost);
    painted += 1;
    if (isLost) lost += 1;
  }
  return lost > painted * mayBeLost;
}

/** Looks at a picture that has been loaded; one that cannot be read is taken as it is. */
export function pointsOf(picture: HTMLImageElement): ArrayLike<number> {
  const [width, height] = [152, 32];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (!brush) return [];
  brush.drawImage(picture, 0, 0, width, height);
  return brush.getImageData(0, 0, width, height).data;
}
