/// <reference lib="dom" />
// Renders the video behind the sign-in form, frame by frame in a browser: node scripts/login-video.ts
import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserPath } from './browser-flags.ts';
import { fromOklch, parseHex, toHex, toOklch } from '../contract/src/colours.ts';
import { defaultTheme } from '../contract/src/settings/sections/theme.ts';
import { type Face, chance, half, planTown } from './login-video/town-plan.ts';
import { type Frame, webm } from './login-video/webm.ts';

const video = { width: 1600, height: 900, seconds: 12, perSecond: 15, coarse: { first: 34, later: 58 } };
const outputFile = join(import.meta.dirname, '../web/src/platform/theme/login-video.webm');

/** Scene of the video: polygons of one colour, blinking windows and moving cars; it loops without a seam. */
type Piece = { corners: Face['corners']; colour: string; lamp?: { colour: string; from: number; long: number } };
type Car = { from: readonly [number, number]; to: readonly [number, number]; depth: readonly [number, number] };
type Scene = typeof video & { ground: string; pieces: (Piece & { depth: number })[]; cars: Car[]; carLight: string };

const frames = await shoot(sceneOf());
const bytes = webm(frames, { width: video.width, height: video.height, milliseconds: video.seconds * 1000 });
writeFileSync(outputFile, bytes);
console.log(`${outputFile}: ${frames.length} frames, ${(bytes.length / 1024).toFixed(0)} KiB`);

/** The town at dusk in the product's brand colour. */
function sceneOf(): Scene {
  const { h, c } = toOklch(parseHex(defaultTheme.primaryColour));
  const lightness = { ground: 0.19, roof: 0.42, left: 0.31, right: 0.23, window: 0.2, awning: 0.5, light: 0.2 };
  const ink = (side: keyof typeof lightness, shade = 1) =>
    toHex(fromOklch({ l: lightness[side] * shade, c: Math.min(c, 0.09) * (side === 'roof' ? 1 : 0.7), h }));
  const lamp = (shade: number) => toHex(fromOklch({ l: 0.66 + shade * 0.16, c: 0.1, h: 82 }));
  const pieces = planTown(video.width, video.height).map(({ corners, side, shade, depth }, index) => ({
    corners,
    depth,
    colour: ink(side, shade),
    ...(side === 'light' && { lamp: { colour: lamp(shade), ...hoursOf(index) } }),
  }));
  return { ...video, ground: ink('ground'), pieces, cars: carsOf(), carLight: lamp(1) };
}

/** Most windows are always lit; the others go dark once per loop. */
function hoursOf(index: number): { from: number; long: number } {
  return chance(index, 1) < 0.6
    ? { from: 0, long: 1 }
    : { from: chance(index, 2), long: 0.35 + chance(index, 3) * 0.4 };
}

/** Cars drive a whole number of blocks per loop, so that each ends where the next one started. */
function carsOf(): Car[] {
  const at = (east: number, south: number) =>
    [video.width / 2 + (east - south) * half.width, (east + south) * half.height] as const;
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
    // WebCodecs needs a secure context, and localhost is one
    await page.route('http://localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    await page.goto('http://localhost/');
    const chunks = await page.evaluate(encode, scene);
    return chunks.map(({ at, whole, bytes }) => ({ at, whole, bytes: Buffer.from(bytes, 'base64') }));
  } finally {
    await browser.close();
  }
}

/** Runs in the browser: draws and encodes every frame. */
async function encode(scene: Scene): Promise<{ at: number; whole: boolean; bytes: string }[]> {
  const { width, height, seconds, perSecond, coarse } = scene;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The browser has no 2D canvas context.');
  const chunks: { at: number; whole: boolean; bytes: string }[] = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      chunks.push({ at: Math.round(chunk.timestamp / 1000), whole: chunk.type === 'key', bytes: bytes.toBase64() });
    },
    error: (error) => console.error(error),
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
    context.globalAlpha = strength;
    context.fillStyle = colour;
    context.beginPath();
    for (const [x, y] of corners) context.lineTo(x, y);
    context.fill();
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
    context.globalAlpha = 1;
    context.fillStyle = scene.ground;
    context.fillRect(0, 0, width, height);
    const cars = scene.cars.map((car) => drive(car, now)).sort((a, b) => a.depth - b.depth);
    let next = 0;
    for (const { corners, colour, lamp, depth } of scene.pieces) {
      for (; next < cars.length && cars[next]!.depth < depth; next += 1) {
        const { x, y } = cars[next]!;
        context.globalAlpha = 0.9;
        context.fillStyle = scene.carLight;
        context.beginPath();
        context.arc(x, y, 2, 0, 7);
        context.fill();
      }
      fill(corners, colour);
      if (lamp) fill(corners, lamp.colour, burning(lamp, now));
    }
    const frame = new VideoFrame(canvas, { timestamp: (picture * 1_000_000) / perSecond });
    // the key frame gets the higher bitrate, since all other frames are deltas of it
    const quantizer = picture === 0 ? coarse.first : coarse.later;
    encoder.encode(frame, { keyFrame: picture === 0, vp9: { quantizer } } as VideoEncoderEncodeOptions);
    frame.close();
    while (encoder.encodeQueueSize > 4) await new Promise((done) => setTimeout(done, 5));
  }
  await encoder.flush();
  return chunks;
}
