/// <reference lib="dom" />
import { chromium } from '@playwright/test';
import { browserFlags, browserPath } from '../scripts/browser-flags.ts';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import type { Bench, Row } from './rows.ts';

/** Bytes a browser loads and time to use: the sign-in page with an empty cache, then the user list. */
export async function pageRows({ port, host, userName }: Pick<Bench, 'port' | 'host' | 'userName'>): Promise<Row[]> {
  const executablePath = browserPath();
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const usable: number[] = [];
    let signInBytes = 0;
    for (let round = 0; round < 5; round += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const bytes = await countBytes(page);
      await page.addInitScript(watchForm);
      await page.goto(`http://${host}:${port}/login`);
      const usableAt = await page.waitForFunction(() => (window as FormWindow).usableAt);
      usable.push((await usableAt.jsonValue()) ?? Number.NaN);
      await page.waitForLoadState('networkidle');
      signInBytes = bytes();
      await context.close();
    }
    const context = await browser.newContext();
    const page = await context.newPage();
    const bytes = await countBytes(page);
    await page.goto(`http://${host}:${port}/login`);
    await page.getByLabel('Username').fill(userName.split('@')[0]!);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.waitForLoadState('networkidle');
    const before = bytes();
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/dashboard/);
    await page.getByRole('link', { name: 'User List' }).click();
    await page.getByRole('table').getByRole('row').nth(5).waitFor();
    const listBytes = bytes() - before;
    const startedAt = performance.now();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('Dashboard is coming soon').waitFor();
    await page.getByRole('link', { name: 'User List' }).click();
    await page.getByRole('table').getByRole('row').nth(5).waitFor();
    const listRendered = performance.now() - startedAt;
    await context.close();
    return [
      {
        work: 'sign-in page, transferred',
        figure: signInBytes / 1024,
        baseline: 150,
        unit: 'KiB',
        budget: 1,
        note: 'at most',
      },
      {
        work: 'sign-in form usable, empty cache',
        figure: usable.sort((a, b) => a - b)[2]!,
        baseline: 300,
        unit: 'ms',
        budget: 1,
        note: 'at most',
      },
      {
        work: 'user list, additional bytes after sign-in',
        figure: listBytes / 1024,
        baseline: 250,
        unit: 'KiB',
        budget: 1,
        note: 'at most',
      },
      {
        work: 'dashboard and back to the user list, rendered',
        figure: listRendered,
        baseline: 300,
        unit: 'ms',
        budget: 1,
        note: 'at most',
      },
    ];
  } finally {
    await browser.close();
  }
}

type FormWindow = Window & { usableAt?: number };

/** Init script: records when the form accepts input. */
function watchForm(): void {
  const check = () => {
    const name = document.querySelector<HTMLInputElement>('input[name=username]');
    if (name?.checkVisibility({ visibilityProperty: true }) && !name.disabled)
      Object.assign(window, { usableAt: performance.now() });
    else requestAnimationFrame(check);
  };
  check();
}

/** Counts response bytes from now on, compressed as sent; brand images and the video load later and are not counted. */
async function countBytes(page: import('@playwright/test').Page): Promise<() => number> {
  const client = await page.context().newCDPSession(page);
  const bytesByRequest = new Map<string, number>();
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type !== 'Image' && type !== 'Media') bytesByRequest.set(requestId, 0);
  });
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const before = bytesByRequest.get(requestId);
    if (before !== undefined) bytesByRequest.set(requestId, before + encodedDataLength);
  });
  await client.send('Network.enable');
  return () => [...bytesByRequest.values()].reduce((sum, bytes) => sum + bytes, 0);
}
