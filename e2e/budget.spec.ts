import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

type Resource = { readonly url: string; readonly encoding: string | undefined; bytes: number };

/** Transferred bytes since the count began: the compressed size of every response, as the network reports it. */
async function measureTraffic(page: Page) {
  const network = await page.context().newCDPSession(page);
  const resources = new Map<string, Resource>();
  network.on('Network.responseReceived', ({ requestId, response: { url, headers } }) => {
    resources.set(requestId, { url, encoding: headers['content-encoding'], bytes: 0 });
  });
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const resource = resources.get(requestId);
    if (resource) resource.bytes += encodedDataLength;
  });
  await network.send('Network.enable');
  return {
    resources: () => [...resources.values()],
    reset: () => resources.clear(),
    /** Everything counts except the background video or image, which loads later and blocks nothing. */
    kibibytes: () =>
      [...resources.values()]
        .filter(({ url }) => !url.includes('/login-video-'))
        .reduce((total, { bytes }) => total + bytes, 0) / 1024,
  };
}

const describe = (resources: readonly Resource[]) =>
  resources.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n');

test('the sign-in page transfers at most 150 KiB, and the user list after it at most 250 KiB more', async ({
  page,
  product,
}) => {
  const traffic = await measureTraffic(page);
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  const files = traffic.resources().filter(({ url }) => /\.(js|css)$/.test(url));
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter(({ encoding, bytes }) => encoding !== 'br' && bytes > 1024)).toEqual([]);
  expect(traffic.kibibytes(), describe(traffic.resources())).toBeGreaterThan(40);
  expect(traffic.kibibytes(), describe(traffic.resources())).toBeLessThanOrEqual(150);

  traffic.reset();
  // the list is the first screen, since the dashboard loads its charts after it is drawn
  await page.evaluate(() => sessionStorage.setItem('REDIRECT_URL', '/users'));
  await page.getByRole('textbox', { name: 'Username' }).fill('org.admin');
  await page.getByRole('textbox', { name: 'Password' }).fill('Demo-portal-26');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.locator('tbody a')).toHaveCount(10);
  // the fonts that the names in the list need are part of it
  await page.evaluate(() => document.fonts.ready);
  expect(traffic.resources().some(({ url }) => url.includes('/user-management/users?'))).toBe(true);
  expect(traffic.kibibytes(), describe(traffic.resources())).toBeGreaterThan(80);
  expect(traffic.kibibytes(), describe(traffic.resources())).toBeLessThanOrEqual(250);
});

test('the scripts of the screens in the menu are prefetched while a screen is open', async ({ openAs }) => {
  const page = await openAs('org.admin');
  await page.waitForResponse(/hierarchy-page.*js/);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.getByRole('link', { name: 'Hierarchy' }).click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  expect(requestedUrls.filter((url) => url.includes('/children'))).toHaveLength(1);
  expect(requestedUrls.filter((url) => url.includes('hierarchy-page'))).toEqual([]);
});
