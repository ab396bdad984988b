import { connect } from 'node:net';
import type { Page } from '@playwright/test';

/**
 * Breaks the next upload of the page after about half of these bytes. They must be more than the system buffers for a
 * connection, so that the server has stored some of them by then.
 */
export async function breakNextUpload(page: Page, bytes: Buffer): Promise<void> {
  await page.route(
    '**/files/**',
    async (route) => {
      const { pathname, search, host, port } = new URL(route.request().url());
      const { 'content-type': type } = await route.request().allHeaders();
      const head = [`PUT ${pathname}${search} HTTP/1.1`, `host: ${host}`, `content-type: ${type}`];
      await new Promise<void>((resolve) => {
        const socket = connect({ port: Number(port), host: 'localhost' }).on('close', () => resolve());
        socket.write([...head, `content-length: ${bytes.length}`, '', ''].join('\r\n'));
        socket.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroySoon());
      });
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}
