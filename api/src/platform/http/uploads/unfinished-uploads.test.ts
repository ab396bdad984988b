import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFile } from '../temporary-file.ts';
import { unfinishedUploads } from './unfinished-uploads.ts';

afterEach(() => void vi.useRealTimers());

test('a part of an upload is deleted when its time is over, and when the server ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storeward-parts-'));
  const newPart = async () => {
    const file = await temporaryFile(folder);
    return { file, hash: createHash('sha256'), size: 3, head: Buffer.alloc(3), total: 9 };
  };
  const [expiring, remaining] = [await newPart(), await newPart()];
  const uploads = unfinishedUploads({ user: 2, organisation: 2, total: 2 });
  vi.useFakeTimers();
  const owner = { user: 'me', organisation: 'ours' };
  uploads.keep(expiring, { key: 'a', seconds: 60, ...owner });
  uploads.keep(remaining, { key: 'b', seconds: 300, ...owner });
  vi.advanceTimersByTime(59_000);
  expect([uploads.find('a'), uploads.find('b')]).toEqual([expiring, remaining]);
  vi.advanceTimersByTime(2000);
  expect([uploads.find('a'), uploads.find('b')]).toEqual([undefined, remaining]);
  uploads.dropAll();
  vi.useRealTimers();
  await vi.waitFor(() => expect([expiring.file.fd, remaining.file.fd]).toEqual([-1, -1]));
  await rm(folder, { recursive: true });
});
