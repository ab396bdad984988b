import type { HostileFile } from './hostile-images.ts';
import { bmpImage, plainImage } from './image-files.ts';
import { box, element, isoVideo, matroskaHeader, matroskaVideo, unknownSize } from './video-files.ts';

const html = '<!doctype html><script>alert(1)</script>';
const zip = Buffer.from('504b03040a00000000000000', 'hex');
const compressedBy = (kind: number) =>
  element(0x6d80, element(0x6240, element(0x5034, element(0x4254, Buffer.from([kind])))));
const nested = (depth: number): Buffer => {
  let bytes: Buffer = Buffer.alloc(0);
  for (let level = 0; level < depth; level += 1) bytes = element(0xae, bytes);
  return bytes;
};
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Files that claim to be videos and are none, or more than that; each is refused for its format. */
export async function hostileVideos(): Promise<HostileFile[]> {
  const [mp4, mov, mkv] = [isoVideo(), isoVideo({ brand: 'qt  ' }), matroskaVideo()];
  const png = await plainImage(9, 9).png().toBuffer();
  const withMedia = (offset: number, value: number) => {
    const bytes = Buffer.from(mp4);
    bytes.writeUInt32BE(value, offset);
    return bytes;
  };
  const files: [string, Buffer][] = [
    ['an MP4 with HTML appended', Buffer.concat([mp4, Buffer.from(html)])],
    ['an MP4 with an archive appended', Buffer.concat([mp4, zip])],
    ['an MP4 with a picture appended', Buffer.concat([mp4, png])],
    ['an MP4 with a second MP4 appended', Buffer.concat([mp4, mp4])],
    ['an MP4 with one byte appended', Buffer.concat([mp4, Buffer.from([0])])],
    ['a QuickTime file with a PDF appended', Buffer.concat([mov, Buffer.from('%PDF-1.7')])],
    ['an MP4 with HTML in front', Buffer.concat([Buffer.from(html), mp4])],
    ['an MP4 whose media data reach beyond its end', withMedia(20, 0x7fffffff)],
    ['an MP4 whose media data have the size of a header', withMedia(20, 7)],
    [
      'an MP4 with a long size beyond every number',
      Buffer.concat([mp4, Buffer.from('000000016d646174ffffffffffffffff', 'hex')]),
    ],
    ['an MP4 without an index', mp4.subarray(0, 20 + 408)],
    ['an MP4 without media data', Buffer.concat([mp4.subarray(0, 20), mp4.subarray(428)])],
    ['an MP4 of sound alone', isoVideo({ handler: 'soun' })],
    ['an MP4 of brand M4A', isoVideo({ brand: 'M4A ' })],
    ['a HEIC picture', isoVideo({ brand: 'heic' })],
    ['an AVIF picture', isoVideo({ brand: 'avif' })],
    ['an MP4 without width', isoVideo({ width: 0 })],
    ['an MP4 of 65535 by 65535 pixels', isoVideo({ width: 65535, height: 65535 })],
    ['an MP4 of 49 days', isoVideo({ milliseconds: 4294967295 })],
    ['an MP4 of no length', isoVideo({ milliseconds: 0 })],
    ['an MP4 whose samples lie in its index', isoVideo({ offset: 500 })],
    ['an MP4 whose samples lie beyond its end', isoVideo({ offset: 100_000_000 })],
    ['an MP4 with four thousand million samples', isoVideo({ sampleCount: 4294967295, sampleBytes: 1 })],
    ['an MP4 that times more samples than it has', isoVideo({ timedCount: 4294967295 })],
    ['an MP4 whose samples are larger than it', isoVideo({ sampleBytes: 4294967295 })],
    ['an MP4 with a compressed index', isoVideo({ extra: box('cmov', zip) })],
    ['an MP4 with a box of size one in its index', isoVideo({ extra: Buffer.concat([u32(1), Buffer.from('free')]) })],
    ['an MP4 with a box beyond its index', isoVideo({ extra: Buffer.concat([u32(99), Buffer.from('free')]) })],
    ['an MP4 with two indexes', Buffer.concat([mp4, mp4.subarray(428)])],
    ['an MP4 with an index of five megabytes', isoVideo({ extra: box('free', Buffer.alloc(5_000_000)) })],
    ['an MP4 of thirty thousand boxes', Buffer.concat([mp4, ...Array.from({ length: 30_000 }, () => box('free'))])],
    ['an MP4 with an unknown box', Buffer.concat([mp4, box('evil', Buffer.from(html))])],
    ['HTML after the start of an MP4', Buffer.concat([mp4.subarray(0, 20), Buffer.from(html)])],
    ['only the start of an MP4', mp4.subarray(0, 20)],
    ['an MKV with HTML appended', Buffer.concat([mkv, Buffer.from(html)])],
    ['an MKV with an archive appended', Buffer.concat([mkv, zip])],
    ['an MKV with a second MKV appended', Buffer.concat([mkv, mkv])],
    ['an MKV with one byte appended', Buffer.concat([mkv, Buffer.from([0])])],
    ['a WebM file', matroskaVideo({ documentType: 'webm' })],
    ['an MKV of an unknown kind', matroskaVideo({ documentType: 'matroskb' })],
    ['an MKV compressed by zlib', matroskaVideo({ encodings: compressedBy(0) })],
    ['an MKV compressed by bzlib', matroskaVideo({ encodings: compressedBy(1) })],
    ['an MKV compressed by LZO', matroskaVideo({ encodings: compressedBy(2) })],
    [
      'an MKV compressed in the default way',
      matroskaVideo({ encodings: element(0x6d80, element(0x6240, element(0x5034, Buffer.alloc(0)))) }),
    ],
    [
      'an encrypted MKV',
      matroskaVideo({ encodings: element(0x6d80, element(0x6240, element(0x5035, Buffer.alloc(2)))) }),
    ],
    ['an MKV with an attached page', matroskaVideo({ extra: element(0x1941a469, Buffer.from(html)) })],
    ['an MKV with an unknown element', matroskaVideo({ extra: element(0x1badf00d, Buffer.from(html)) })],
    ['an MKV with a cluster beyond its end', matroskaVideo({ clusterSize: 1n << 40n })],
    ['an MKV with a segment beyond its end', matroskaVideo({ segmentSize: 1n << 40n })],
    ['an MKV with a segment of almost the largest size', matroskaVideo({ segmentSize: unknownSize - 1n })],
    ['an MKV with a segment that ends too early', matroskaVideo({ segmentSize: 40n })],
    ['an MKV without a cluster', Buffer.concat([matroskaHeader(), element(0x18538067, Buffer.alloc(0))])],
    ['an MKV of a header alone', matroskaHeader()],
    ['an MKV without width', matroskaVideo({ width: 0 })],
    ['an MKV of 65535 by 65535 pixels', matroskaVideo({ width: 65535, height: 65535 })],
    ['an MKV of a thousand years', matroskaVideo({ milliseconds: 3.2e13 })],
    ['an MKV of an endless length', matroskaVideo({ milliseconds: Infinity })],
    ['an MKV of no length in numbers', matroskaVideo({ milliseconds: NaN })],
    ['an MKV of a negative length', matroskaVideo({ milliseconds: -1 })],
    [
      'an MKV of a hundred thousand elements',
      matroskaVideo({ extra: Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from('ec80', 'hex'))) }),
    ],
    ['an MKV with tracks of two megabytes', matroskaVideo({ encodings: element(0xec, Buffer.alloc(2_000_000)) })],
    ['an MKV with tracks nested a thousand times', matroskaVideo({ extra: element(0x1654ae6b, nested(1000)) })],
    ['an MKV with an id of five bytes', Buffer.concat([matroskaHeader(), Buffer.from('0800000000', 'hex')])],
    ['an MKV with a size of nine bytes', Buffer.concat([matroskaHeader(), Buffer.from('1853806700', 'hex')])],
    ['a transport stream', Buffer.alloc(188 * 4, 0x47)],
    ['an AVI file', Buffer.concat([Buffer.from('RIFF'), u32(1000), Buffer.from('AVI LIST')])],
    ['an FLV file', Buffer.from('464c5601050000000900000000', 'hex')],
    ['a playlist that names other files', Buffer.from('#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\nfile:///etc/passwd')],
    ['a subtitle that names other files', Buffer.from('1\n00:00:00 --> 00:00:01\n<img src="file:///etc/passwd">')],
    ['a picture as a video', bmpImage(24, 40).subarray(0, 500)],
  ];
  const cuts = (
    [
      [mp4, 'an MP4'],
      [mov, 'a QuickTime file'],
      [mkv, 'an MKV'],
    ] as const
  ).flatMap(([bytes, name]) =>
    [0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((part): [string, Buffer] => [
      `${name} cut off at ${part * 100} per cent`,
      bytes.subarray(0, Math.floor(bytes.length * part)),
    ]),
  );
  return [...files, ...cuts].map(([title, bytes]) => ({ title, bytes, error: 'field.imageFormat' }));
}
