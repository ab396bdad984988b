import { expect, test } from 'vitest';
import { recentEntries } from './recent-entries.ts';

test('keeps what is used, and drops the rest after one to two intervals', () => {
  let now = 0;
  const entries = recentEntries<string>(100, 60, () => now);
  for (const key of ['used', 'unused', 'removed']) entries.set(key, key);
  entries.delete('removed');
  for (now = 10; now <= 300; now += 10) {
    entries.set('other', 'other');
    expect(entries.get('used')).toBe('used');
  }
  expect([entries.get('unused'), entries.get('removed')]).toEqual([undefined, undefined]);
});

test('keeps the most recently used entries, up to the maximum', () => {
  const entries = recentEntries<number>(100, 60, () => 0);
  for (let key = 0; key < 1000; key += 1) {
    entries.set(`${key}`, key);
    expect(entries.get('0')).toBe(0);
  }
  const kept = Array.from({ length: 1000 }, (_, key) => key).filter((key) => entries.get(`${key}`) !== undefined);
  expect(kept.length).toBeLessThanOrEqual(100);
  expect(kept).toContain(999);
});
