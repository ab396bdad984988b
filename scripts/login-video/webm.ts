/** One encoded frame: timestamp in milliseconds and whether it is a key frame. */
export type Frame = { readonly at: number; readonly whole: boolean; readonly bytes: Uint8Array };

/** Muxes VP9 frames into a WebM file: one track, no audio, and a cue for the start so that it loops without delay. */
export function webm(frames: readonly Frame[], video: { width: number; height: number; milliseconds: number }): Buffer {
  const head = element(
    0x1a45dfa3,
    element(0x4286, uint(1)),
    element(0x42f7, uint(1)),
    element(0x42f2, uint(4)),
    element(0x42f3, uint(8)),
    element(0x4282, text('webm')),
    element(0x4287, uint(4)),
    element(0x4285, uint(2)),
  );
  const info = element(
    0x1549a966,
    element(0x2ad7b1, uint(1_000_000)),
    element(0x4489, float(video.milliseconds)),
    element(0x4d80, text('Storeward')),
    element(0x5741, text('Storeward')),
  );
  const size = element(0xe0, element(0xb0, uint(video.width)), element(0xba, uint(video.height)));
  const track = [
    element(0xd7, uint(1)),
    element(0x73c5, uint(1)),
    element(0x9c, uint(0)),
    element(0x86, text('V_VP9')),
  ];
  const tracks = element(0x1654ae6b, element(0xae, ...track, element(0x83, uint(1)), size));
  const begins = (position: number) => element(0xb7, element(0xf7, uint(1)), element(0xf1, uint(position)));
  const cues = (position: number) => element(0x1c53bb6b, element(0xbb, element(0xb3, uint(0)), begins(position)));
  const cluster = element(0x1f43b675, element(0xe7, uint(0)), ...frames.map(block));
  const position = info.length + tracks.length + cues(0).length;
  return Buffer.concat([head, element(0x18538067, info, tracks, cues(position), cluster)]);
}

function block({ at, whole, bytes }: Frame): Buffer {
  const begin = Buffer.from([0x81, 0, 0, whole ? 0x80 : 0]);
  begin.writeInt16BE(at, 1);
  return element(0xa3, begin, Buffer.from(bytes));
}

function element(id: number, ...content: Buffer[]): Buffer {
  const name = Buffer.from(id.toString(16), 'hex');
  const length = content.reduce((sum, { length }) => sum + length, 0);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(length));
  size[0] = 0x01;
  return Buffer.concat([name, size, ...content]);
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

const text = (words: string) => Buffer.from(words, 'latin1');
