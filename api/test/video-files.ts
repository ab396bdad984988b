/** Videos that consist of what a player needs to recognise them: an index, and media data that is never decoded. */

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
};

/** A box of an MP4 or QuickTime file. */
export const box = (type: string, ...content: Uint8Array[]) => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([u32(bytes.length + 8), Buffer.from(type, 'latin1'), bytes]);
};

export type IsoOptions = {
  readonly brand?: string;
  readonly media?: Buffer;
  readonly width?: number;
  readonly height?: number;
  readonly milliseconds?: number;
  readonly sampleCount?: number;
  readonly timedCount?: number;
  readonly sampleBytes?: number;
  /** Where the samples begin, counted from the start of the media data. */
  readonly offset?: number;
  readonly handler?: string;
  readonly extra?: Buffer;
  /** How often the only sample is listed as the beginning of a chunk. */
  readonly chunkCount?: number;
  /** How many empty media data precede those with the sample. */
  readonly emptyMedia?: number;
};

/** An MP4 file, or with the brand `qt  ` one of QuickTime, whose only sample is all of its media data. */
export function isoVideo(options: IsoOptions = {}): Buffer {
  const { brand = 'isom', media = Buffer.alloc(400, 7), width = 640, height = 480, milliseconds = 2500 } = options;
  const { sampleCount = 1, timedCount = sampleCount, sampleBytes = media.length, offset = 0 } = options;
  const { handler = 'vide', extra = Buffer.alloc(0), chunkCount = 1, emptyMedia = 0 } = options;
  const empty = Array.from({ length: emptyMedia }, () => box('mdat'));
  const head = Buffer.concat([box('ftyp', Buffer.from(brand), u32(512), Buffer.from(brand)), ...empty]);
  const chunks = Buffer.alloc(chunkCount * 4, u32(head.length + 8 + offset));
  const samples = box(
    'stbl',
    box('stsd', u32(0, 1), box('avc1', Buffer.alloc(78))),
    box('stts', u32(0, 1, timedCount, 40)),
    box('stsz', u32(0, sampleBytes, sampleCount)),
    box('stco', u32(0, chunkCount), chunks),
  );
  const track = box(
    'trak',
    box('tkhd', Buffer.alloc(76), u32(width * 65536, height * 65536)),
    box('mdia', box('hdlr', u32(0, 0), Buffer.from(handler), Buffer.alloc(13)), box('minf', samples)),
  );
  const index = box('moov', box('mvhd', u32(0, 0, 0, 1000, milliseconds), Buffer.alloc(80)), track, extra);
  return Buffer.concat([head, box('mdat', media), index]);
}

/** An element of a Matroska file, with its size in eight bytes; `size` replaces the true one. */
export function element(id: number, content: Uint8Array, size: bigint = BigInt(content.length)): Buffer {
  const idBytes = Buffer.from(id.toString(16).padStart(2, '0'), 'hex');
  const sizeBytes = Buffer.alloc(8);
  sizeBytes.writeBigUInt64BE(size | 0x0100000000000000n);
  return Buffer.concat([idBytes, sizeBytes, content]);
}

const unsigned = (value: number) => u32(value);
const double = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** A size that stands for an unknown one. */
export const unknownSize = 0x00ffffffffffffffn;

export type MatroskaOptions = {
  readonly documentType?: string;
  readonly media?: Buffer;
  readonly width?: number;
  readonly height?: number;
  readonly milliseconds?: number;
  readonly encodings?: Buffer;
  readonly extra?: Buffer;
  readonly clusterSize?: bigint;
  readonly segmentSize?: bigint;
};

/** The header of a Matroska file. */
export const matroskaHeader = (documentType = 'matroska') =>
  Buffer.concat([
    Buffer.from('1a45dfa3', 'hex'),
    Buffer.from([0x80 | (3 + documentType.length)]),
    Buffer.from('4282', 'hex'),
    Buffer.from([0x80 | documentType.length]),
    Buffer.from(documentType),
  ]);

/** A Matroska file with one video track and one cluster. */
export function matroskaVideo(options: MatroskaOptions = {}): Buffer {
  const { documentType, media = Buffer.alloc(400, 7), width = 640, height = 480, milliseconds = 2500 } = options;
  const { encodings = Buffer.alloc(0), extra = Buffer.alloc(0), clusterSize, segmentSize } = options;
  const video = element(0xe0, Buffer.concat([element(0xb0, unsigned(width)), element(0xba, unsigned(height))]));
  const cluster = Buffer.concat([element(0xe7, unsigned(0)), element(0xa3, media)]);
  const content = Buffer.concat([
    element(0x1549a966, Buffer.concat([element(0x2ad7b1, unsigned(1_000_000)), element(0x4489, double(milliseconds))])),
    element(0x1654ae6b, element(0xae, Buffer.concat([element(0x83, Buffer.from([1])), video, encodings]))),
    element(0x1f43b675, cluster, clusterSize ?? BigInt(cluster.length)),
    extra,
  ]);
  return Buffer.concat([
    matroskaHeader(documentType),
    element(0x18538067, content, segmentSize ?? BigInt(content.length)),
  ]);
}

/** The most chunks and parts that the limits of a video allow: each chunk lies in the last of the parts. */
export const videoWithManyOffsets = (): Buffer => isoVideo({ chunkCount: 1_000_000, emptyMedia: 19_990 });

/** A video of an exact size in bytes. */
export const videoOfSize = (size: number): Buffer =>
  isoVideo({ media: Buffer.alloc(size - isoVideo({ media: Buffer.alloc(0) }).length, 1) });
