import { ensure } from '../errors.ts';
import type { RandomAccess, VideoMetadata } from './video-metadata.ts';

/** The elements that are read or skipped (RFC 9559). Attachments are refused, since they carry files of any kind. */
const ids = {
  header: 0x1a45dfa3,
  documentType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  encodings: 0x6d80,
  encoding: 0x6240,
  compression: 0x5034,
  compressionKind: 0x4254,
  encryption: 0x5035,
  cluster: 0x1f43b675,
} as const;
/** SeekHead, Cues, Chapters, Tags, Void, CRC-32. */
const skippedInSegment = [0x114d9b74, 0x1c53bb6b, 0x1043a770, 0x1254c367, 0xec, 0xbf];
const segmentElements = new Set<number>([ids.info, ids.tracks, ids.cluster, ...skippedInSegment]);
/** Timestamp, SimpleBlock, BlockGroup, PrevSize, Position, SilentTracks, Void, CRC-32, EncryptedBlock. */
const clusterElements = new Set([0xe7, 0xa3, 0xa0, 0xab, 0xa7, 0x5854, 0xec, 0xbf, 0xaf]);

/** Limits of what is read: elements, and bytes of an element that is read as a whole. */
const [maxElements, maxBytes] = [50_000, 1024 * 1024];

/** The compression that only removes bytes that are equal in every frame. */
const headerStripping = 3;

type Element = { readonly id: number; readonly content: number; readonly end: number; readonly isOpen: boolean };

/** Reads a Matroska file by its elements. */
export async function readMatroska(file: RandomAccess): Promise<VideoMetadata> {
  let left = maxElements;
  const next = async (start: number, limit: number) => {
    ensure((left -= 1) > 0, 'field.imageFormat');
    return elementAt(await file.read(start, 12), start, limit);
  };
  const contentOf = async ({ content, end }: Element) => {
    ensure(end - content <= maxBytes, 'field.imageFormat');
    return file.read(content, end - content);
  };
  const header = await next(0, file.size);
  ensure(header.id === ids.header && !header.isOpen, 'field.imageFormat');
  const documentType = find(childrenOf(await contentOf(header)), ids.documentType);
  ensure(documentType && isText(documentType.bytes, 'matroska'), 'field.imageFormat');

  const segment = await next(header.end, file.size);
  // one segment up to the last byte
  ensure(segment.id === ids.segment && segment.end === file.size, 'field.imageFormat');
  let [info, tracks, hasCluster]: [Uint8Array?, Uint8Array?, boolean?] = [];
  for (let start = segment.content; start < segment.end;) {
    const element = await next(start, segment.end);
    ensure(segmentElements.has(element.id), 'field.imageFormat');
    ensure(!element.isOpen || element.id === ids.cluster, 'field.imageFormat');
    if (element.id === ids.info) {
      ensure(!info, 'field.imageFormat');
      info = await contentOf(element);
    } else if (element.id === ids.tracks) {
      ensure(!tracks, 'field.imageFormat');
      tracks = await contentOf(element);
    } else if (element.id === ids.cluster) hasCluster ||= element.end > element.content;
    start = element.end;
    // a cluster of unknown size ends where the next element of the segment begins
    if (element.isOpen) {
      start = element.content;
      while (start < segment.end) {
        const child = await next(start, segment.end);
        if (segmentElements.has(child.id) && !clusterElements.has(child.id)) break;
        ensure(clusterElements.has(child.id) && !child.isOpen, 'field.imageFormat');
        start = child.end;
      }
    }
  }
  ensure(info && tracks && hasCluster, 'field.imageFormat');
  return { ...videoOf(tracks), duration: durationOf(info) };
}

/** The id, the size and the bounds of an element; its content must end at or before `limit`. */
function elementAt(head: Uint8Array, start: number, limit: number): Element {
  const idLength = lengthOf(head[0] ?? 0, 4);
  const id = unsigned(head.subarray(0, idLength));
  const first = head[idLength];
  ensure(first !== undefined, 'field.imageFormat');
  const sizeLength = lengthOf(first, 8);
  ensure(head.length >= idLength + sizeLength, 'field.imageFormat');
  const sizeBytes = head.slice(idLength, idLength + sizeLength);
  const mask = 0xff >> sizeLength;
  const isOpen = (sizeBytes[0]! & mask) === mask && sizeBytes.subarray(1).every((byte) => byte === 0xff);
  sizeBytes[0]! &= mask;
  const content = start + idLength + sizeLength;
  const end = isOpen ? limit : content + unsigned(sizeBytes);
  ensure(Number.isSafeInteger(end) && end >= content && end <= limit, 'field.imageFormat');
  return { id, content, end, isOpen };
}

/** The length of a variable-length number by its first byte. */
function lengthOf(first: number, most: number): number {
  const length = Math.clz32(first) - 23;
  ensure(length <= most, 'field.imageFormat');
  return length;
}

const unsigned = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

/** Whether bytes are an ASCII text, which any number of zeros may follow. */
const isText = (bytes: Uint8Array, text: string): boolean =>
  bytes.length >= text.length && bytes.every((byte, index) => byte === (text.charCodeAt(index) || 0));

type Child = { readonly id: number; readonly bytes: Uint8Array };

function childrenOf(bytes: Uint8Array): Child[] {
  const children: Child[] = [];
  for (let start = 0; start < bytes.length;) {
    const { id, content, end, isOpen } = elementAt(bytes.subarray(start, start + 12), start, bytes.length);
    ensure(!isOpen && children.length < 1000, 'field.imageFormat');
    children.push({ id, bytes: bytes.subarray(content, end) });
    start = end;
  }
  return children;
}

const find = (children: readonly Child[], id: number): Child | undefined => children.find((child) => child.id === id);

/** The image size of the first video track. Tracks must not be encrypted, or compressed in a way that can expand. */
function videoOf(tracks: Uint8Array): { width: number; height: number } {
  const entries = childrenOf(tracks)
    .filter(({ id }) => id === ids.track)
    .map(({ bytes }) => childrenOf(bytes));
  for (const entry of entries) {
    const encodings = find(entry, ids.encodings);
    for (const { id, bytes } of encodings ? childrenOf(encodings.bytes) : []) {
      if (id !== ids.encoding) continue;
      const encoding = childrenOf(bytes);
      const compression = find(encoding, ids.compression);
      const kind = compression && find(childrenOf(compression.bytes), ids.compressionKind);
      ensure(!find(encoding, ids.encryption), 'field.imageFormat');
      ensure(kind && unsigned(kind.bytes) === headerStripping, 'field.imageFormat');
    }
  }
  const entry = entries.find((one) => unsigned(find(one, ids.trackType)?.bytes ?? new Uint8Array()) === 1);
  const video = entry && find(entry, ids.video);
  ensure(video, 'field.imageFormat');
  const parts = childrenOf(video.bytes);
  const pixels = (id: number) => unsigned(find(parts, id)?.bytes ?? new Uint8Array());
  return { width: pixels(ids.width), height: pixels(ids.height) };
}

/** The duration in milliseconds; null if a recording does not state it. */
function durationOf(info: Uint8Array): number | null {
  const parts = childrenOf(info);
  const scale = find(parts, ids.scale);
  const duration = find(parts, ids.duration);
  if (!duration) return null;
  const { buffer, byteOffset, byteLength } = duration.bytes;
  ensure(byteLength === 4 || byteLength === 8, 'field.imageFormat');
  const view = new DataView(buffer, byteOffset, byteLength);
  const units = byteLength === 4 ? view.getFloat32(0) : view.getFloat64(0);
  return Math.round((units * (scale ? unsigned(scale.bytes) : 1_000_000)) / 1_000_000);
}
