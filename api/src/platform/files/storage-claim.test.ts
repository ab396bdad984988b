import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/server.ts';
import { claimStorage } from './storage-claim.ts';

const root = mkdtempSync(join(tmpdir(), 'storeward storage '));
afterAll(() => rmSync(root, { recursive: true }));

let ownerUrl: string;
let count = 0;
beforeEach(async () => {
  ownerUrl = await createTestDatabase();
});

const newFolder = () => {
  const folder = join(root, String((count += 1)));
  mkdirSync(folder);
  return folder;
};
const errorOf = (dataDir: string) =>
  claimStorage({ ownerUrl, dataDir }).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

test('a process without the folder of the first one is refused, and one that mounts it is not', async () => {
  const [first, second, third] = [newFolder(), newFolder(), newFolder()];
  expect(await errorOf(first)).toBe('accepted');
  expect(await errorOf(first)).toBe('accepted');
  expect(await errorOf(second)).toMatch(/^The files of this database are in another folder than .*S3 storage/);
  symlinkSync(join(first, 'files'), join(third, 'files'));
  expect(await errorOf(third)).toBe('accepted');
});

test('of two starts at once with folders of their own, one is refused', async () => {
  const outcomes = await Promise.all([newFolder(), newFolder()].map(errorOf));
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
});

test('the command of the message lets a process start whose folder was lost', async () => {
  const [lost, next] = [newFolder(), newFolder()];
  await claimStorage({ ownerUrl, dataDir: lost });
  const command = /start without its files: (.*)$/m.exec(await errorOf(next))?.[1];
  execFileSync('sh', ['-ec', command!]);
  expect(await errorOf(next)).toBe('accepted');
});

test('a folder that served one database may serve the next', async () => {
  const folder = newFolder();
  await claimStorage({ ownerUrl, dataDir: folder });
  ownerUrl = await createTestDatabase();
  expect(await errorOf(folder)).toBe('accepted');
});
