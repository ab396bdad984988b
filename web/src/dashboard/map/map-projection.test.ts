import { expect, test } from 'vitest';
import { boundsOf, fit, project, toPixel, visibleBounds, within, zoomAt } from './map-projection.ts';

const size = { width: 800, height: 400 };

test('the fitted view shows every point, beside the buttons at the right edge', () => {
  const points = [project(61, -150), project(18, -66), project(53, -2)];
  const view = fit(boundsOf(points), size);
  for (const point of points) {
    const { x, y } = toPixel(point, view, size);
    expect(x).toBeGreaterThan(20);
    expect(x).toBeLessThan(760);
    expect(y).toBeGreaterThan(20);
    expect(y).toBeLessThan(380);
  }
});

test('a single store is shown with the country around it', () => {
  const store = project(52.5, 13.4);
  const { left, right } = visibleBounds(fit(boundsOf([store]), size), size);
  const degrees = ((right - left) / 1024) * 360;
  expect(degrees).toBeGreaterThan(5);
  expect(degrees).toBeLessThan(20);
});

test('zooming keeps the point under the pointer where it is', () => {
  const view = fit(boundsOf([project(50, 10), project(40, -20)]), size);
  const at = { x: 600, y: 120 };
  const point = { x: view.x + (at.x - 400) / view.scale, y: view.y + (at.y - 200) / view.scale };
  const moved = toPixel(point, zoomAt(view, 2, at, size), size);
  expect([moved.x, moved.y]).toEqual([expect.closeTo(600, 6), expect.closeTo(120, 6)]);
});

test('the map cannot be moved or zoomed beyond the world', () => {
  const { left, top, right, bottom } = visibleBounds(within({ x: -500, y: 5000, scale: 0.01 }, size), size);
  for (const [edge, limit] of [
    [left, 0],
    [top, 0],
    [1024, right],
    [1024, bottom],
  ])
    expect(edge).toBeGreaterThanOrEqual(limit! - 1e-9);
});

test('the poles and the date line have a place on the map', () => {
  for (const [latitude, longitude] of [
    [90, 0],
    [-90, 0],
    [0, 180],
    [0, -180],
  ]) {
    const { x, y } = project(latitude!, longitude!);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(1024);
    expect(Number.isFinite(y)).toBe(true);
  }
});
