import { randomFillSync } from 'node:crypto';

const last = { moment: 0, place: 0 };
const places = 0x1000;

/** A new id, never given before and never given again; ids made later sort after ids made earlier. */
export function newId(now = Date.now()): string {
  // within one moment they are counted, so that what was written down together stays in its order
  last.place = now > last.moment ? 0 : last.place + 1;
  last.moment = Math.max(now, last.moment) + (last.place === places ? 1 : 0);
  last.place %= places;
  const bytes = randomFillSync(Buffer.alloc(16));
  bytes.writeUIntBE(last.moment, 0, 6);
  bytes.writeUInt16BE(0x7000 | last.place, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
