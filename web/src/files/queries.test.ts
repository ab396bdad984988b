import { files } from '@storeward/contract/files';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Heard, answer, refuse, startServer } from '../../test/answer.ts';
import { NoUploadAddress, uploadPicture } from './queries.ts';

let heard: Heard[] = [];
const address = '/files/0199a000-0000-7000-8000-000000000042/aaaaaaaaaaaaaaaaaaaaaaaa.webp';
const logo = new File(['x'], 'Our logo (final).PNG', { type: 'image/png' });

beforeEach(() => {
  heard = startServer();
  answer(files.sign, `${address}?expires=1&type=image%2Fpng&signature=s`);
  answer(files.put, { Location: address });
});

test('a picture goes to the address that was signed for it, by its kind, and is known without the query', async () => {
  expect(await uploadPicture(logo)).toBe(address);
  expect(heard.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/common/getPreSignedUrl'],
    ['PUT', address],
  ]);
  expect(heard[0]?.query.get('key')).toBe('picture.png');
  expect(heard[1]?.query.get('signature')).toBe('s');
  expect(heard[1]?.headers.get('content-type')).toBe('image/png');
  expect(heard[1]?.headers.get('authorization')).toBeNull();
  expect(heard[1]?.body).toBe(logo);
});

test('without an address nothing is sent, and that is only logged', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  refuse(files.sign, 'service.failed');
  await expect(uploadPicture(logo)).rejects.toBeInstanceOf(NoUploadAddress);
  expect(heard.some(({ method }) => method === 'PUT')).toBe(false);
  expect(log).toHaveBeenCalledOnce();
});

test('what is refused on arrival is refused by its name', async () => {
  refuse(files.put, 'field.imageFormat');
  await expect(uploadPicture(logo)).rejects.toMatchObject({ code: 'field.imageFormat' });
});
