/// <reference lib="dom" />
// Shoots the film behind the sign-in box, in a browser, picture by picture: node scripts/film.ts
import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserPath } from './browser-flags.ts';
import { fromOklch, parseHex, toHex, toOklch } from '../contract/src/colours.ts';
import { defaultTheme } from '../contract/src/settings/theme.ts';
import { type Face, chance, half, planTown } from './film/town-plan.ts';
import { type Frame, webm } from './film/webm.ts';

const film = { width: 1600, height: 900, seconds: 12, perSecond: 15, coarse: { first: 34, later: 58 } };
const place = join(import.meta.dirname, '../web/src/platform/login-film.webm');

/** What the browser draws: pieces of one colour, lamps that come and go, and cars on their way; all of it begins anew for ever. */
type Piece = { corners: Face['corners']; colour: string; lamp?: { colour: string; from: number; long: number } };
type Car = { from: readonly [number, number]; to: readonly [number, number]; depth: readonly [number, number] };
type Scene = typeof film & { ground: string; pieces: (Piece & { depth: number })[]; cars: Car[]; carLight: string };

const frames = await shoot(sceneOf());
const bytes = webm(frames, { width: film.width, height: film.height, milliseconds: film.seconds * 1000 });
writeFileSync(place, bytes);
console.log(`${place}: ${frames.length} frames, ${(bytes.length / 1024).toFixed(0)} KiB`);

/** The town at nightfall in the product's own colour. */
function sceneOf(): Scene {
  const { h, c } = toOklch(parseHex(defaultTheme.primaryColour));
  const lightness = { ground: 0.19, roof: 0.42, left: 0.31, right: 0.23, window: 0.2, awning: 0.5, light: 0.2 };
  const ink = (side: keyof typeof lightness, shade = 1) =>
    toHex(fromOklch({ l: lightness[side] * shade, c: Math.min(c, 0.09) * (side === 'roof' ? 1 : 0.7), h }));
  const lamp = (shade: number) => toHex(fromOklch({ l: 0.66 + shade * 0.16, c: 0.1, h: 82 }));
  const pieces = planTown(film.width, film.height).map(({ corners, side, shade, depth }, index) => ({
    corners,
    depth,
    colour: ink(side, shade),
    ...(side === 'light' && { lamp: { colour: lamp(shade), ...hoursOf(index) } }),
  }));
  return { ...film, ground: ink('ground'), pieces, cars: carsOf(), carLight: lamp(1) };
}

/** Most lamps burn all the time; of the others each is out once a round. */
function hoursOf(index: number): { from: number; long: number } {
  return chance(index, 1) < 0.6
    ? { from: 0, long: 1 }
    : { from: chance(index, 2), long: 0.35 + chance(index, 3) * 0.4 };
}

/** Cars keep to the streets and drive a whole number of blocks a round, so that each takes the place of the one before. */
function carsOf(): Car[] {
  const at = (east: number, south: number) =>
    [film.width / 2 + (east - south) * half.width, (east + south) * half.height] as const;
  const cars: Car[] = [];
  for (let street = -12; street <= 32; street += 4) {
    for (let block = -20; block < 40; block += 10) {
      const south = block + Math.floor(chance(street, 7) * 10);
      cars.push({ from: at(street, south), to: at(street, south + 10), depth: [street + south, street + south + 10] });
    }
  }
  return cars;
}

async function shoot(scene: Scene): Promise<Frame[]> {
  const executablePath = browserPath();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    // a film can be encoded on a trusted page only, and this machine's own name is one
    await page.route('http://localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    await page.goto('http://localhost/');
    const shot = await page.evaluate(encode, scene);
    return shot.map(({ at, whole, bytes }) => ({ at, whole, bytes: Buffer.from(bytes, 'base64') }));
  } finally {
    await browser.close();
  }
}

/** Runs in the browser: draws every picture and encodes it. */
async function encode(scene: Scene): Promise<{ at: number; whole: boolean; bytes: string }[]> {
  const { width, height, seconds, perSecond, coarse } = scene;
  const canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext('2d', { alpha: false });
  if (!brush) throw new Error('The browser does not draw');
  const shot: { at: number; whole: boolean; bytes: string }[] = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      shot.push({ at: Math.round(chunk.timestamp / 1000), whole: chunk.type === 'key', bytes: bytes.toBase64() });
    },
    error: (fault) => console.error(fault),
  });
  encoder.configure({
    codec: 'vp09.00.40.08',
    width,
    height,
    framerate: perSecond,
    bitrateMode: 'quantizer',
    latencyMode: 'quality',
  });

  const fill = (corners: readonly (readonly [number, number])[], colour: string, strength = 1) => {
    brush.globalAlpha = strength;
    brush.fillStyle = colour;
    brush.beginPath();
    for (const [x, y] of corners) brush.lineTo(x, y);
    brush.fill();
  };
  const burning = ({ from, long }: { from: number; long: number }, now: number) => {
    if (long >= 1) return 1;
    const since = (((now - from) % 1) + 1) % 1;
    const fade = 0.05;
    return Math.max(0, Math.min(since / fade, (long - since) / fade, 1));
  };
  const drive = ({ from, to, depth }: Car, now: number) => ({
    x: from[0] + (to[0] - from[0]) * now,
    y: from[1] + (to[1] - from[1]) * now,
    depth: depth[0] + (depth[1] - depth[0]) * now,
  });

  const pictures = seconds * perSecond;
  for (let picture = 0; picture < pictures; picture += 1) {
    const now = picture / pictures;
    brush.globalAlpha = 1;
    brush.fillStyle = scene.ground;
    brush.fillRect(0, 0, width, height);
    const cars = scene.cars.map((car) => drive(car, now)).sort((a, b) => a.depth - b.depth);
    let next = 0;
    for (const { corners, colour, lamp, depth } of scene.pieces) {
      for (; next < cars.length && cars[next]!.depth < depth; next += 1) {
        const { x, y } = cars[next]!;
        brush.globalAlpha = 0.9;
        brush.fillStyle = scene.carLight;
        brush.beginPath();
        brush.arc(x, y, 2, 0, 7);
        brush.fill();
      }
      fill(corners, colour);
      if (lamp) fill(corners, lamp.colour, burning(lamp, now));
    }
    const frame = new VideoFrame(canvas, { timestamp: (picture * 1_000_000) / perSecond });
    // the first picture is what all others are changes of, so it is the one that has to be fine
    const quantizer = picture === 0 ? coarse.first : coarse.later;
    encoder.encode(frame, { keyFrame: picture === 0, vp9: { quantizer } } as VideoEncoderEncodeOptions);
    frame.close();
    while (encoder.encodeQueueSize > 4) await new Promise((done) => setTimeout(done, 5));
  }
  await encoder.flush();
  return shot;
}
