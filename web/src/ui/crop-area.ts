/** Image size in its own pixels. */
export type ImageSize = { readonly width: number; readonly height: number };

/** A square crop: centre as a share (0–1) of width and height, and zoom factor. */
export type CropArea = { readonly x: number; readonly y: number; readonly zoom: number };

/** The largest centred square. */
export const centredCrop: CropArea = { x: 0.5, y: 0.5, zoom: 1 };

const maxZoom = 4;

/** Converts a crop into image pixels. */
export function cropRect({ x, y, zoom }: CropArea, { width, height }: ImageSize) {
  const side = Math.min(width, height) / zoom;
  return { left: x * width - side / 2, top: y * height - side / 2, side };
}

/** Moves a crop by shares of its own side, clamped to the image. */
export function moveCrop(crop: CropArea, by: { x: number; y: number }, size: ImageSize): CropArea {
  const { side } = cropRect(crop, size);
  return clampCrop({ ...crop, x: crop.x + (by.x * side) / size.width, y: crop.y + (by.y * side) / size.height }, size);
}

/** Changes the zoom (1 to 4) around the same centre, clamped to the image. */
export function zoomCrop(crop: CropArea, zoom: number, size: ImageSize): CropArea {
  return clampCrop({ ...crop, zoom: Math.min(maxZoom, Math.max(1, zoom)) }, size);
}

function clampCrop(crop: CropArea, size: ImageSize): CropArea {
  const { side } = cropRect(crop, size);
  const clamp = (centre: number, length: number) => {
    const edge = side / 2 / length;
    return Math.min(1 - edge, Math.max(edge, centre));
  };
  return { ...crop, x: clamp(crop.x, size.width), y: clamp(crop.y, size.height) };
}
