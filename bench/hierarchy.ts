/// <reference lib="dom" />
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserFlags, browserPath } from '../scripts/browser-flags.ts';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import { plant } from './planted.ts';
import type { Bench, Row } from './rows.ts';

/** The hierarchy as a person meets it: how soon its first lines are there, and what a place with 2,000 below it asks of the page. */
export async function hierarchyRows(bench: Bench, say: (line: string) => void): Promise<Row[]> {
  const { port, host } = bench;
  const { wide } = await plant(bench, say);
  const executablePath = browserPath();
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const atOnce = await signedIn(browser, bench);
    const [hurried = Number.NaN] = await drawings(atOnce, 1);
    await atOnce.close();
    const page = await signedIn(browser, bench);
    // the dashboard is looked at for a moment, as people do, and the files of the menu come meanwhile
    await page.waitForResponse((answer) => answer.url().includes('/hierarchy-page'));
    const drawn = await drawings(page, 6);
    say('opening a place with 2,000 below it');
    await page.goto(`http://${host}:${port}/structure/hierarchy?node=${wide.id}`);
    const line = page.getByRole('treeitem', { name: /^Wide/ });
    await line.waitFor();
    await page.evaluate(() => ((window as Watching).longest = 0));
    const tree = page.getByRole('tree');
    await tree.focus();
    await tree.press('ArrowRight');
    await page
      .getByRole('treeitem', { name: /^Neighbour/ })
      .first()
      .waitFor(); // the first hundred
    let most = 0;
    for (let hundreds = 1; hundreds < 20; hundreds += 1) {
      most = Math.max(most, await rowsDrawn(page));
      // the line that asks for more stands below the last hundred
      await tree.press('End');
      const more = page.getByRole('treeitem', { name: /^Show .* more/ }).first();
      await more.scrollIntoViewIfNeeded();
      const came = page.waitForResponse(/children/);
      await more.click();
      await came;
    }
    most = Math.max(most, await rowsDrawn(page));
    const longest = await page.evaluate(() => (window as Watching).longest ?? 0);
    const [first = Number.NaN] = drawn.slice(0, 1);
    const again = drawn.slice(1).sort((a, b) => a - b)[2] ?? Number.NaN;
    const atMost = { budget: 1, note: 'at most' } as const;
    return [
      {
        work: 'hierarchy, first lines drawn at once after sign-in',
        figure: hurried,
        yardstick: 300,
        unit: 'ms',
        ...atMost,
      },
      { work: 'hierarchy, first lines drawn, first time', figure: first, yardstick: 300, unit: 'ms', ...atMost },
      { work: 'hierarchy, first lines drawn, later', figure: again, yardstick: 300, unit: 'ms', ...atMost },
      { work: '2,000 places opened: longest task of the page', figure: longest, yardstick: 100, unit: 'ms', ...atMost },
      { work: '2,000 places opened: rows in the page', figure: most, yardstick: 300, unit: 'rows', ...atMost },
    ];
  } finally {
    await browser.close();
  }
}

async function signedIn(browser: Browser, { port, host, userName }: Bench): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(watchTasks);
  await page.goto(`http://${host}:${port}/login`);
  await page.getByLabel('Username').fill(userName.split('@')[0]!);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/dashboard/);
  return page;
}

/** How long it takes from the click to the first lines, some times from the dashboard. */
async function drawings(page: Page, rounds: number): Promise<number[]> {
  const drawn: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('Dashboard is coming soon').waitFor();
    const begun = performance.now();
    await page.getByRole('link', { name: 'Hierarchy' }).click();
    await lines(page).nth(3).waitFor();
    drawn.push(performance.now() - begun);
  }
  return drawn;
}

const lines = (page: Page) => page.getByRole('tree').getByRole('treeitem');

/** All rows there are: lines of the tree, rows of tables and entries of lists. */
const rowsDrawn = (page: Page) => page.evaluate(() => document.querySelectorAll('[role=treeitem], tr, li').length);

type Watching = Window & { longest?: number };

/** Runs in the page from its first moment: notes the longest task, during which it could not answer a person. */
function watchTasks(): void {
  Object.assign(window, { longest: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      Object.assign(window, { longest: Math.max((window as Watching).longest ?? 0, duration) });
  }).observe({ type: 'longtask' });
}
