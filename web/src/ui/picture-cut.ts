/** How large a picture is, in its own pixels. */
export type Measures = { readonly width: number; readonly height: number };

/** A square of a picture: where its middle lies, as shares of width and height, and how many times it is enlarged. */
export type Cut = { readonly x: number; readonly y: number; readonly zoom: number };

/** The largest square in the middle of a picture. */
export const middle: Cut = { x: 0.5, y: 0.5, zoom: 1 };

const mostZoom = 4;

/** The square in the picture's own pixels. */
export function shownBy({ x, y, zoom }: Cut, { width, height }: Measures) {
  const side = Math.min(width, height) / zoom;
  return { left: x * width - side / 2, top: y * height - side / 2, side };
}

/** The square moved by shares of its own side, never past an edge of the picture. */
export function moved(cut: Cut, by: { x: number; y: number }, size: Measures): Cut {
  const { side } = shownBy(cut, size);
  return inside({ ...cut, x: cut.x + (by.x * side) / size.width, y: cut.y + (by.y * side) / size.height }, size);
}

/** The square at another size around the same middle, as far as the edges allow. */
export function zoomed(cut: Cut, zoom: number, size: Measures): Cut {
  return inside({ ...cut, zoom: Math.min(mostZoom, Math.max(1, zoom)) }, size);
}

function inside(cut: Cut, size: Measures): Cut {
  const { side } = shownBy(cut, size);
  const within = (at: number, length: number) => {
    const edge = side / 2 / length;
    return Math.min(1 - edge, Math.max(edge, at));
  };
  return { ...cut, x: within(cut.x, size.width), y: within(cut.y, size.height) };
}
