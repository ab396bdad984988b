import { randomFillSync } from 'node:crypto';

const last = { timestamp: 0, sequence: 0 };
const sequenceSize = 0x1000;

/** A UUID version 7 (RFC 9562): ids of one process sort by creation. */
export function newId(now = Date.now()): string {
  // a sequence number orders the ids of the same millisecond
  last.sequence = now > last.timestamp ? 0 : last.sequence + 1;
  last.timestamp = Math.max(now, last.timestamp) + (last.sequence === sequenceSize ? 1 : 0);
  last.sequence %= sequenceSize;
  const bytes = randomFillSync(Buffer.alloc(16));
  bytes.writeUIntBE(last.timestamp, 0, 6);
  bytes.writeUInt16BE(0x7000 | last.sequence, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
