import { files } from '@storeward/contract/files';
import { beforeEach, expect, test, vi } from 'vitest';
import { type RecordedRequest, mockResponse, mockError, startMockServer } from '../../test/mock-server.ts';
import { UploadUrlError, uploadImage } from './queries.ts';

let requests: RecordedRequest[] = [];
const publicUrl = '/files/0199a000-0000-7000-8000-000000000042/aaaaaaaaaaaaaaaaaaaaaaaa.webp';
const logo = new File(['x'], 'Our logo (final).PNG', { type: 'image/png' });

beforeEach(() => {
  requests = startMockServer();
  mockResponse(files.sign, `${publicUrl}?expires=1&type=image%2Fpng&signature=s`);
  mockResponse(files.put, { Location: publicUrl });
});

test('uploads an image to the signed URL with its content type, and returns the URL without the query', async () => {
  expect(await uploadImage(logo)).toBe(publicUrl);
  expect(requests.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/common/getPreSignedUrl'],
    ['PUT', publicUrl],
  ]);
  expect(requests[0]?.query.get('key')).toBe('picture.png');
  expect(requests[1]?.query.get('signature')).toBe('s');
  expect(requests[1]?.headers.get('content-type')).toBe('image/png');
  expect(requests[1]?.headers.get('authorization')).toBeNull();
  expect(requests[1]?.body).toBe(logo);
});

test('sends nothing and only logs if no upload URL can be obtained', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  mockError(files.sign, 'service.failed');
  await expect(uploadImage(logo)).rejects.toBeInstanceOf(UploadUrlError);
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
  expect(log).toHaveBeenCalledOnce();
});

test('rejects with the error code of a refused upload', async () => {
  mockError(files.put, 'field.imageFormat');
  await expect(uploadImage(logo)).rejects.toMatchObject({ code: 'field.imageFormat' });
});
