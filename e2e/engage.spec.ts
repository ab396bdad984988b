import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { element, isoVideo, matroskaHeader, videoOfSize } from '../api/test/video-files.ts';
import { expectAccessible } from './accessibility.ts';
import { bitmap } from './bitmap.ts';
import { breakNextUpload } from './broken-connection.ts';
import { applyRow } from './settings-form.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

/**
 * The video of the sign-in page as an MKV file: WebM is Matroska with another name in its header. A void element at the end
 * makes half of the file larger than what the system buffers for a connection.
 */
function loginVideo(): Buffer {
  const webm = readFileSync(new URL('../web/src/platform/theme/login-video.webm', import.meta.url));
  const content = webm.subarray(webm.indexOf(Buffer.from('18538067', 'hex')) + 12);
  const padding = element(0xec, Buffer.alloc(24 * 1024 * 1024));
  return Buffer.concat([matroskaHeader(), element(0x18538067, Buffer.concat([content, padding]))]);
}

async function openEngage(page: Page) {
  await page.getByRole('treeitem', { name: /^Kestrel Sports/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules', exact: true }).click();
  await page.getByRole('button', { name: 'Engage', exact: true }).click();
}

const choose = (row: Locator, name: string, buffer: Buffer) =>
  row.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

test('media of Engage are checked before they are sent, uploaded with progress, retried, continued and played', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openEngage(page);
  const engage = page.getByRole('region', { name: 'Engage', exact: true });
  for (const name of ['Seconds per picture', 'Media'])
    await engage.getByRole('button', { name: `${name}: Set here`, exact: true }).click();
  await page.getByRole('textbox', { name: 'Seconds per picture' }).fill('15');
  await engage.getByRole('button', { name: 'Add row' }).click();
  const field = page.getByRole('group', { name: 'Picture or video', exact: true });
  for (const [name, bytes, message] of [
    ['small.bmp', bitmap(599, 799), 'Please upload image with width larger than 600px'],
    ['square.bmp', bitmap(600, 600), 'Image ratio 3:4 allowed'],
    ['page.png', Buffer.from('<script>alert(1)</script>'), 'Invalid file format'],
    ['moving.gif', Buffer.from('GIF89a'), 'Invalid file format'],
  ] as const) {
    await choose(field, name, bytes);
    await expect(field.getByRole('alert')).toHaveText(message);
  }
  const largeFile = test.info().outputPath('long.mp4');
  writeFileSync(largeFile, videoOfSize(52_428_801));
  await field.locator('input[type=file]').setInputFiles(largeFile);
  await expect(field.getByRole('alert')).toHaveText('Please add video of size below 50MB');

  await page.route('**/files/**', (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionreset') : route.continue(),
  );
  await choose(field, 'spring.bmp', bitmap(600, 800));
  await expect(field.getByRole('alert')).toHaveText('File upload failed');
  await page.unroute('**/files/**');
  await field.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('File Uploaded Successfully').first()).toBeVisible();
  await expect(field.locator('img')).toHaveAttribute('src', /^\/files\/[^?]+\.webp$/);
  await applyRow(page);

  await engage.getByRole('button', { name: 'Add row' }).click();
  await choose(field, 'broken.mp4', isoVideo().subarray(0, 300));
  await expect(field.getByRole('alert')).toHaveText('Invalid file format');
  const bytes = loginVideo();
  await breakNextUpload(page, bytes);
  await choose(field, 'film.mkv', bytes);
  await expect(field.getByRole('alert')).toHaveText('File upload failed');
  const continued = page.waitForRequest((request) => /^bytes \d/.test(request.headers()['content-range'] ?? ''));
  await field.getByRole('button', { name: 'Try again' }).click();
  const [, first = '', rest] = /^bytes (\d+)-(.*)$/.exec((await continued).headers()['content-range'] ?? '') ?? [];
  expect([Number(first) > 0, rest]).toEqual([true, `${bytes.length - 1}/${bytes.length}`]);
  const video = field.locator('video');
  await expect(field.getByRole('alert')).toHaveCount(0);
  await expect(video).toHaveAttribute('src', /^\/files\/[^?]+\.mkv$/);
  await expect(field).toContainText(/\d s/);
  expect(await video.evaluate((element: HTMLVideoElement) => element.duration)).toBeGreaterThan(1);
  await expectAccessible(page, 'media of Engage');
  await applyRow(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel Sports' })).first()).toBeVisible();

  await page.reload();
  await page.getByRole('tab', { name: 'Modules', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Seconds per picture' })).toHaveValue('15');
  await expect(engage.locator('[data-row] img')).toHaveAttribute('src', /^\/files\/[^?]+\.webp$/);
  await expect(engage.locator('[data-row] video')).toHaveAttribute('src', /^\/files\/[^?]+\.mkv$/);
  const rows = engage.getByRole('button', { name: /^Edit / });
  await rows.first().click();
  await expect(field.locator('img')).toHaveAttribute('src', /^\/files\/[^?]+\.webp$/);
  await expect.poll(() => field.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await rows.last().click();
  await expect(video).toHaveAttribute('src', /^\/files\/[^?]+\.mkv$/);
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
});
