import { expect, test } from 'vitest';
import { box, isoVideo, videoWithManyOffsets } from '../../../test/video-files.ts';
import { checkThread, fileCheckThread } from './check-thread.ts';
import type { RandomAccess } from './video-metadata.ts';

const check = (bytes: Buffer, thread = checkThread, read: RandomAccess['read'] = partsOf(bytes)) =>
  thread.run('video', { type: 'video/mp4', size: bytes.length }, read);
const partsOf =
  (bytes: Buffer): RandomAccess['read'] =>
  async (position, length) =>
    bytes.subarray(position, position + length);

test('a video with a million chunks in twenty thousand parts is accepted, and the server goes on meanwhile', async () => {
  const bytes = videoWithManyOffsets();
  let turns = 0;
  let isChecked = false;
  const count = () => {
    turns += 1;
    if (!isChecked) setImmediate(count);
  };
  const read: RandomAccess['read'] = async (position, length) => {
    if (length > 16) {
      // the index, which is the last part that is read
      turns = 0;
      setImmediate(count);
    }
    return bytes.subarray(position, position + length);
  };
  expect(await check(bytes, checkThread, read)).toEqual({ width: 640, height: 480, duration: 2500 });
  isChecked = true;
  expect(turns).toBeGreaterThan(1);
});

test('a check that does not end is given up, and the next file is checked', async () => {
  const thread = fileCheckThread(100);
  const never: RandomAccess['read'] = () => new Promise(() => undefined);
  await expect(check(isoVideo(), thread, never)).rejects.toMatchObject({ code: 'field.imageFormat' });
  expect(await check(isoVideo())).toEqual({ width: 640, height: 480, duration: 2500 });
  await expect(check(Buffer.concat([isoVideo(), box('evil')]))).rejects.toMatchObject({ code: 'field.imageFormat' });
});

test('a file that cannot be read is a defect of the server, not of the file', async () => {
  const broken: RandomAccess['read'] = () => Promise.reject(new Error('the disk is gone'));
  await expect(check(isoVideo(), checkThread, broken)).rejects.toThrow('the disk is gone');
  expect(await check(isoVideo())).toEqual({ width: 640, height: 480, duration: 2500 });
});
