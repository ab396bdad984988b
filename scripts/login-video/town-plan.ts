/** A point in pixels. */
export type Point = readonly [x: number, y: number];

/** A face of a house: corners, orientation, brightness and depth. */
export type Face = {
  corners: Point[];
  side: 'roof' | 'left' | 'right' | 'window' | 'awning' | 'light';
  shade: number;
  depth: number;
};

/** Half the width of a plot, in pixels. */
export const half = { width: 46, height: 25 };

/** Builds a deterministic town in isometric view: all faces of all houses, far to near. */
export function planTown(width: number, height: number): Face[] {
  const faces: Face[] = [];
  const across = Math.ceil(width / half.width / 2) + 2;
  const down = Math.ceil(height / half.height / 2) + 5;
  for (let row = -2; row < down * 2; row++) {
    for (let column = -across; column <= across; column++) {
      // Houses fill the plots between both street grids; the sum of the two indexes is the depth, so far ones come first.
      if ((row + column) % 2 !== 0) continue;
      const east = (row + column) / 2;
      const south = (row - column) / 2;
      if (isStreet(east, 4) || isStreet(south, 5)) continue;
      const at: Point = [width / 2 + column * half.width, row * half.height];
      for (const face of buildFaces(at, chance(east, south))) faces.push({ ...face, depth: row });
    }
  }
  return faces;
}

type Side = Omit<Face, 'depth'>;

const isStreet = (index: number, every: number) => ((index % every) + every) % every === 0;

function buildFaces([x, y]: Point, luck: number): Side[] {
  const faces: Side[] = [];
  const tall = 16 + luck ** 4 * 104;
  const wide = half.width * 0.9;
  const deep = half.height * 0.9;
  const shade = 0.86 + chance(luck * 977, 3) * 0.28;
  const face =
    (from: Point, to: Point) =>
    (along: number, up: number): Point => [
      from[0] + (to[0] - from[0]) * along,
      from[1] + (to[1] - from[1]) * along - up * tall,
    ];
  const left = face([x - wide, y], [x, y + deep]);
  const right = face([x, y + deep], [x + wide, y]);
  const whole = (side: typeof left) => [side(0, 0), side(1, 0), side(1, 1), side(0, 1)];
  faces.push({ corners: whole(left), side: 'left', shade }, { corners: whole(right), side: 'right', shade });
  faces.push({ corners: [left(0, 1), left(1, 1), right(1, 1), [x, y - deep - tall]], side: 'roof', shade });
  if (tall > 58) windows(left, tall, luck, faces);
  else if (luck > 0.3) shopFront(left, tall, luck, faces);
  return faces;
}

type FacePoint = (along: number, up: number) => Point;

function windows(face: FacePoint, tall: number, luck: number, faces: Side[]) {
  const floors = Math.floor(tall / 18);
  for (let floor = 0; floor < floors; floor++) {
    for (let index = 0; index < 3; index++) {
      const [from, up] = [0.14 + index * 0.27, (floor + 0.35) / floors];
      const corners = pane(face, from, from + 0.16, up, up + 0.42 / floors);
      const roll = chance(luck * 7919 + floor, index + 11);
      faces.push({ corners, side: roll > 0.72 ? 'light' : 'window', shade: 0.8 + roll * 0.2 });
    }
  }
}

function shopFront(face: FacePoint, tall: number, luck: number, faces: Side[]) {
  const top = Math.min(0.62, 16 / tall);
  faces.push({ corners: pane(face, 0.08, 0.92, top, top + 6 / tall), side: 'awning', shade: 1 });
  const open = chance(luck * 3571, 5) > 0.6;
  faces.push({ corners: pane(face, 0.12, 0.88, 0, top), side: open ? 'light' : 'window', shade: 1 });
}

const pane = (face: FacePoint, from: number, to: number, low: number, high: number) => [
  face(from, low),
  face(to, low),
  face(to, high),
  face(from, high),
];

/** Deterministic pseudo-random number from 0 to 1 for a plot. */
export function chance(a: number, b: number): number {
  const thrown = Math.sin(a * 127.1 + b * 311.7) * 43_758.5453;
  return thrown - Math.floor(thrown);
}
