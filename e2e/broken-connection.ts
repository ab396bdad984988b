import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { expect, type Page } from '@playwright/test';

/**
 * Breaks the next upload of the page after about half of these bytes. The page learns of it once the server has stored
 * the bytes, since an upload that is continued earlier may start anew.
 */
export async function breakNextUpload(page: Page, bytes: Buffer): Promise<void> {
  await page.route(
    '**/files/**',
    async (route) => {
      const { pathname, search, host, port } = new URL(route.request().url());
      const { 'content-type': type = '' } = await route.request().allHeaders();
      const upload = { host, port: Number(port), path: `${pathname}${search}`, type };
      const head = [`PUT ${upload.path} HTTP/1.1`, `host: ${host}`, `content-type: ${type}`];
      await new Promise<void>((resolve) => {
        const socket = connect({ port: upload.port, host: 'localhost' }).on('close', () => resolve());
        socket.write([...head, `content-length: ${bytes.length}`, '', ''].join('\r\n'));
        socket.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroySoon());
      });
      await expect.poll(() => arrivedRange(upload, bytes.length)).toMatch(/^bytes=0-\d/);
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

type Upload = { readonly host: string; readonly port: number; readonly path: string; readonly type: string };

/** The range of an upload that the server has, as its header; undefined if it has none. */
const arrivedRange = ({ host, port, path, type }: Upload, size: number): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { host, 'content-type': type, 'content-range': `bytes */${size}`, 'content-length': '0' };
    httpRequest({ host: '127.0.0.1', port, path, method: 'PUT', headers }, (response) => {
      response.resume();
      resolve(response.headers.range);
    })
      .on('error', reject)
      .end();
  });
