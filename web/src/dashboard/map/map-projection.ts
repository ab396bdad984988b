import { geoMercator } from 'd3-geo';

/** The side of the square that shows the whole world, in units of the map. */
const mapSize = 1024;

/** Mercator, which keeps shapes at every zoom, cut through the Bering Strait so that no country is in two parts. */
export const projection = geoMercator()
  .rotate([-11, 0])
  .scale(mapSize / (2 * Math.PI))
  .translate([mapSize / 2, mapSize / 2]);

/** The latitude beyond which nothing is drawn: Mercator stretches the poles without end. */
const highestLatitude = 84;

export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
/** What the map shows: the point in its centre, and the pixels of a unit. */
export type View = Point & { readonly scale: number };
export type Bounds = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

export function project(latitude: number, longitude: number): Point {
  const [x, y] = projection([longitude, Math.max(-highestLatitude, Math.min(highestLatitude, latitude))])!;
  return { x, y };
}

/** At the highest scale a pixel is some 20 metres at the equator; a single store is first shown with its country. */
const highestScale = 2048;
const highestFittedScale = 28;

/** The room around the fitted marks: a share of the shorter side, and the buttons at the right edge. */
const marginOf = ({ width, height }: Size) => ({ all: Math.min(width, height) / 10, right: 36 });

export const boundsOf = (points: readonly Point[]): Bounds => {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
};

/** The view that shows everything within the bounds. */
export function fit(bounds: Bounds, size: Size, limit = highestFittedScale): View {
  const margin = marginOf(size);
  const scale = Math.min(
    limit,
    (size.width - 2 * margin.all - margin.right) / Math.max(bounds.right - bounds.left, 1e-6),
    (size.height - 2 * margin.all) / Math.max(bounds.bottom - bounds.top, 1e-6),
  );
  const x = (bounds.left + bounds.right + margin.right / scale) / 2;
  return within({ x, y: (bounds.top + bounds.bottom) / 2, scale }, size);
}

/** The bounds of a cluster fill the map, up to the highest scale. */
export const fitClosely = (bounds: Bounds, size: Size): View => fit(bounds, size, highestScale);

/** The view with its scale and centre within the limits: the world fills the map, and its edges stay outside. */
export function within(view: View, { width, height }: Size): View {
  const scale = Math.max(Math.max(width, height) / mapSize, Math.min(highestScale, view.scale));
  const keep = (centre: number, length: number) => {
    const half = length / 2 / scale;
    return Math.max(half, Math.min(mapSize - half, centre));
  };
  return { x: keep(view.x, width), y: keep(view.y, height), scale };
}

/** Zooms by a factor around a pixel of the map, which stays where it is. */
export function zoomAt(view: View, factor: number, at: Point, size: Size): View {
  const { scale } = within({ ...view, scale: view.scale * factor }, size);
  const shift = 1 / view.scale - 1 / scale;
  const [dx, dy] = [at.x - size.width / 2, at.y - size.height / 2];
  return within({ x: view.x + dx * shift, y: view.y + dy * shift, scale }, size);
}

/** The pixel at which a point is drawn. */
export const toPixel = ({ x, y }: Point, view: View, { width, height }: Size): Point => ({
  x: (x - view.x) * view.scale + width / 2,
  y: (y - view.y) * view.scale + height / 2,
});

/** The part of the world that the view shows. */
export const visibleBounds = ({ x, y, scale }: View, { width, height }: Size): Bounds => ({
  left: x - width / 2 / scale,
  right: x + width / 2 / scale,
  top: y - height / 2 / scale,
  bottom: y + height / 2 / scale,
});

export const overlaps = (one: Bounds, other: Bounds): boolean =>
  one.left <= other.right && one.right >= other.left && one.top <= other.bottom && one.bottom >= other.top;

/** Whether zooming in would change nothing. */
export const isClosest = ({ scale }: View): boolean => scale >= highestScale * 0.999;
