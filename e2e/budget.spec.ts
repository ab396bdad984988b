import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

type Part = { readonly url: string; readonly encoding: string | undefined; bytes: number };

/** What has travelled since the count began, as the network saw it: the bytes of every answer, compressed as they came. */
async function meter(page: Page) {
  const network = await page.context().newCDPSession(page);
  const parts = new Map<string, Part>();
  network.on('Network.responseReceived', ({ requestId, response: { url, headers } }) => {
    parts.set(requestId, { url, encoding: headers['content-encoding'], bytes: 0 });
  });
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const part = parts.get(requestId);
    if (part) part.bytes += encodedDataLength;
  });
  await network.send('Network.enable');
  return {
    parts: () => [...parts.values()],
    restart: () => parts.clear(),
    /** What counts: everything but the film or picture behind the form, which comes later and keeps nobody waiting. */
    kibibytes: () =>
      [...parts.values()]
        .filter(({ url }) => !url.includes('/login-film-'))
        .reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
  };
}

const list = (parts: readonly Part[]) => parts.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n');

test('the sign-in page takes at most 150 KiB, and the user list behind it at most 250 KiB more', async ({
  page,
  product,
}) => {
  const travelled = await meter(page);
  await page.goto(`${product.at('kestrel.localhost')}/login`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  const files = travelled.parts().filter(({ url }) => /\.(js|css)$/.test(url));
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter(({ encoding, bytes }) => encoding !== 'br' && bytes > 1024)).toEqual([]);
  expect(travelled.kibibytes(), list(travelled.parts())).toBeGreaterThan(40);
  expect(travelled.kibibytes(), list(travelled.parts())).toBeLessThanOrEqual(150);

  travelled.restart();
  await page.getByRole('textbox', { name: 'Username' }).fill('org.admin');
  await page.getByRole('textbox', { name: 'Password' }).fill('Demo-portal-26');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'User List' }).click();
  await expect(page.locator('tbody a')).toHaveCount(10);
  expect(travelled.parts().some(({ url }) => url.includes('/user-management/users?'))).toBe(true);
  expect(travelled.kibibytes(), list(travelled.parts())).toBeGreaterThan(80);
  expect(travelled.kibibytes(), list(travelled.parts())).toBeLessThanOrEqual(250);
});

test('while a screen is looked at, the files of the screens in the menu come by themselves', async ({ enter }) => {
  const page = await enter('org.admin');
  await page.waitForResponse(/hierarchy-page.*js/);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.getByRole('link', { name: 'Hierarchy' }).click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  expect(fetched.filter((url) => url.includes('/children'))).toHaveLength(1);
  expect(fetched.filter((url) => url.includes('hierarchy-page'))).toEqual([]);
});
