import { ensure } from '../errors.ts';
import type { RandomAccess, VideoMetadata } from './video-metadata.ts';

/** The boxes at the top of MP4 and QuickTime files (ISO/IEC 14496-12); any other is refused as appended data. */
const topBoxes = new Set(
  'ftyp moov mdat free skip wide uuid meta moof mfra sidx ssix styp pdin prft emsg udta'.split(' '),
);

/** Limits of what is read: boxes at the top level, and bytes of the index. */
const [maxBoxes, maxIndexBytes] = [20_000, 4 * 1024 * 1024];

type Box = { readonly type: string; readonly start: number; readonly content: number; readonly end: number };

/** Reads an MP4 or QuickTime file by its boxes. */
export async function readIsoVideo(file: RandomAccess): Promise<VideoMetadata> {
  const boxes = await topLevelBoxes(file);
  const only = (type: string) => boxes.filter((box) => box.type === type);
  const [index, another] = only('moov');
  ensure(index && !another && only('ftyp').length <= 1, 'field.imageFormat');
  ensure(index.end - index.content <= maxIndexBytes, 'field.imageFormat');
  const bytes = await file.read(index.content, index.end - index.content);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const moov = childrenOf(view, { type: 'moov', start: 0, content: 0, end: view.byteLength });
  const isFragmented = moov.some(({ type }) => type === 'mvex') && only('moof').length > 0;
  const media = only('mdat');
  const tracks = moov.filter(({ type }) => type === 'trak').map((track) => readTrack(view, track));
  const mediaBytes = media.reduce((sum, { content, end }) => sum + end - content, 0);
  for (const track of tracks) checkSamples(track, media, { mediaBytes, isFragmented });
  const video = tracks.find(({ isVideo }) => isVideo);
  ensure(video, 'field.imageFormat');
  const header = moov.find(({ type }) => type === 'mvhd');
  ensure(header, 'field.imageFormat');
  const duration = durationOf(view, header);
  return { width: video.width, height: video.height, duration: isFragmented && duration === 0 ? null : duration };
}

/** The boxes at the top level, which must fill the file to its last byte; in their order in the file. */
async function topLevelBoxes(file: RandomAccess): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let start = 0; start < file.size;) {
    const head = await file.read(start, 16);
    const box = boxAt(new DataView(head.buffer, head.byteOffset, head.byteLength), 0, file.size - start);
    ensure(topBoxes.has(box.type) && boxes.length < maxBoxes, 'field.imageFormat');
    boxes.push({ type: box.type, start, content: start + box.content, end: start + box.end });
    start += box.end;
  }
  return boxes;
}

/** The box at a position; it must end at or before `limit`. A size of zero means that it extends to `limit`. */
function boxAt(view: DataView, start: number, limit: number): Box {
  const short = view.getUint32(start);
  const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(start + offset)));
  const isLong = short === 1;
  const size = isLong ? Number(view.getBigUint64(start + 8)) : short === 0 ? limit - start : short;
  const content = start + (isLong ? 16 : 8);
  ensure(Number.isSafeInteger(size) && start + size >= content && start + size <= limit, 'field.imageFormat');
  return { type, start, content, end: start + size };
}

function childrenOf(view: DataView, { content, end }: Box): Box[] {
  const boxes: Box[] = [];
  for (let start = content; start < end;) {
    // QuickTime ends some lists of boxes with four zero bytes
    if (end - start === 4 && view.getUint32(start) === 0) break;
    const box = boxAt(view, start, end);
    ensure(box.type !== 'cmov', 'field.imageFormat'); // a compressed index
    boxes.push(box);
    start = box.end;
  }
  return boxes;
}

/** The box at the end of a path of types. */
const descend = (view: DataView, box: Box | undefined, ...path: string[]): Box | undefined =>
  path.reduce((parent, type) => parent && childrenOf(view, parent).find((child) => child.type === type), box);

type Track = ReturnType<typeof readTrack>;

function readTrack(view: DataView, track: Box) {
  const [head, kind] = [descend(view, track, 'tkhd'), descend(view, track, 'mdia', 'hdlr')];
  const samples = descend(view, track, 'mdia', 'minf', 'stbl');
  ensure(head && kind && samples, 'field.imageFormat');
  const isVideo = view.getUint32(kind.content + 8) === 0x76696465; // vide
  return {
    isVideo,
    width: view.getUint32(head.end - 8) >>> 16,
    height: view.getUint32(head.end - 4) >>> 16,
    ...sampleSizes(view, descend(view, samples, 'stsz')),
    timed: timedSamples(view, descend(view, samples, 'stts')),
    offsets: chunkOffsets(view, samples),
    hasDescription: countIn(view, descend(view, samples, 'stsd')) > 0,
  };
}

/** The number of entries according to a table; 0 without the table. */
const countIn = (view: DataView, table: Box | undefined): number => (table ? view.getUint32(table.content + 4) : 0);

/** The number of samples and their total size in bytes; null if the table is missing. */
function sampleSizes(view: DataView, table: Box | undefined): { count: number; bytes: number } {
  if (!table) return { count: 0, bytes: 0 };
  const [same, count] = [view.getUint32(table.content + 4), view.getUint32(table.content + 8)];
  if (same > 0) return { count, bytes: same * count };
  ensure(table.content + 12 + count * 4 <= table.end, 'field.imageFormat');
  let bytes = 0;
  for (let index = 0; index < count; index += 1) bytes += view.getUint32(table.content + 12 + index * 4);
  return { count, bytes };
}

/** The number of samples that have a time. */
function timedSamples(view: DataView, table: Box | undefined): number {
  const count = countIn(view, table);
  ensure(!table || table.content + 8 + count * 8 <= table.end, 'field.imageFormat');
  let samples = 0;
  for (let index = 0; index < count; index += 1) samples += view.getUint32(table!.content + 8 + index * 8);
  return samples;
}

function chunkOffsets(view: DataView, samples: Box): number[] {
  const [short, long] = [descend(view, samples, 'stco'), descend(view, samples, 'co64')];
  const table = short ?? long;
  const count = countIn(view, table);
  const width = short ? 4 : 8;
  ensure(!table || table.content + 8 + count * width <= table.end, 'field.imageFormat');
  return Array.from({ length: count }, (_, index) => {
    const position = table!.content + 8 + index * width;
    return short ? view.getUint32(position) : Number(view.getBigUint64(position));
  });
}

/**
 * Checks that the samples of a track lie within the media data and that each has a duration. In fragmented files the
 * fragments describe their own samples.
 */
function checkSamples(
  { isVideo, count, bytes, timed, offsets, hasDescription }: Track,
  media: readonly Box[],
  { mediaBytes, isFragmented }: { readonly mediaBytes: number; readonly isFragmented: boolean },
): void {
  if (isVideo) ensure(hasDescription && media.length > 0 && (isFragmented || offsets.length > 0), 'field.imageFormat');
  ensure(count === timed && bytes <= mediaBytes && (count === 0) === (offsets.length === 0), 'field.imageFormat');
  const inMedia = (offset: number) => offset >= 0 && offset < (lastBefore(media, offset)?.end ?? 0);
  ensure(offsets.every(inMedia), 'field.imageFormat');
}

/** Of boxes in the order of the file, the last one whose content begins at or before an offset; by bisection, as both are many. */
function lastBefore(boxes: readonly Box[], offset: number): Box | undefined {
  let [low, high] = [0, boxes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (boxes[middle]!.content <= offset) low = middle + 1;
    else high = middle;
  }
  return boxes[low - 1];
}

/** The duration of the video in milliseconds. */
function durationOf(view: DataView, { content }: Box): number {
  const isLong = view.getUint8(content) === 1;
  const scale = view.getUint32(content + (isLong ? 20 : 12));
  const units = isLong ? Number(view.getBigUint64(content + 24)) : view.getUint32(content + 16);
  ensure(scale > 0, 'field.imageFormat');
  return Math.round((units / scale) * 1000);
}
