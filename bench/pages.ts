/// <reference lib="dom" />
import { chromium } from '@playwright/test';
import { browserFlags, browserPath } from '../scripts/browser-flags.ts';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import type { Bench, Row } from './rows.ts';

/** What a browser loads, and how long a person waits: the sign-in page on an empty cache, then the user list. */
export async function pageRows({ port, host, userName }: Pick<Bench, 'port' | 'host' | 'userName'>): Promise<Row[]> {
  const executablePath = browserPath();
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const usable: number[] = [];
    let signInBytes = 0;
    for (let round = 0; round < 5; round += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const bytes = await counting(page);
      await page.addInitScript(watchForm);
      await page.goto(`http://${host}:${port}/login`);
      const usableAt = await page.waitForFunction(() => (window as Watching).usableAt);
      usable.push((await usableAt.jsonValue()) ?? Number.NaN);
      await page.waitForLoadState('networkidle');
      signInBytes = bytes();
      await context.close();
    }
    const context = await browser.newContext();
    const page = await context.newPage();
    const bytes = await counting(page);
    await page.goto(`http://${host}:${port}/login`);
    await page.getByLabel('Username').fill(userName.split('@')[0]!);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.waitForLoadState('networkidle');
    const before = bytes();
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/dashboard/);
    await page.getByRole('link', { name: 'User List' }).click();
    await page.getByRole('table').getByRole('row').nth(5).waitFor();
    const further = bytes() - before;
    const begun = performance.now();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('Dashboard is coming soon').waitFor();
    await page.getByRole('link', { name: 'User List' }).click();
    await page.getByRole('table').getByRole('row').nth(5).waitFor();
    const drawn = performance.now() - begun;
    await context.close();
    return [
      {
        work: 'sign-in page, transferred',
        figure: signInBytes / 1024,
        yardstick: 150,
        unit: 'KiB',
        budget: 1,
        note: 'at most',
      },
      {
        work: 'sign-in form usable, empty cache',
        figure: usable.sort((a, b) => a - b)[2]!,
        yardstick: 300,
        unit: 'ms',
        budget: 1,
        note: 'at most',
      },
      {
        work: 'user list, further bytes after signing in',
        figure: further / 1024,
        yardstick: 250,
        unit: 'KiB',
        budget: 1,
        note: 'at most',
      },
      {
        work: 'dashboard and back to the user list drawn',
        figure: drawn,
        yardstick: 300,
        unit: 'ms',
        budget: 1,
        note: 'at most',
      },
    ];
  } finally {
    await browser.close();
  }
}

type Watching = Window & { usableAt?: number };

/** Runs in the page from its first moment: notes when the form can be typed into, as a person sees it. */
function watchForm(): void {
  const look = () => {
    const name = document.querySelector<HTMLInputElement>('input[name=username]');
    if (name?.checkVisibility({ visibilityProperty: true }) && !name.disabled)
      Object.assign(window, { usableAt: performance.now() });
    else requestAnimationFrame(look);
  };
  look();
}

/** Counts the contents that arrive for a page from now on, compressed as they were sent; pictures and the film load later and do not count. */
async function counting(page: import('@playwright/test').Page): Promise<() => number> {
  const client = await page.context().newCDPSession(page);
  const contents = new Map<string, number>();
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type !== 'Image' && type !== 'Media') contents.set(requestId, 0);
  });
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const before = contents.get(requestId);
    if (before !== undefined) contents.set(requestId, before + encodedDataLength);
  });
  await client.send('Network.enable');
  return () => [...contents.values()].reduce((sum, bytes) => sum + bytes, 0);
}
