/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { chromium, type Page } from '@playwright/test';
import { browserFlags, browserPath } from '../scripts/browser-flags.ts';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import { client } from './load.ts';
import { type Bench, type Row, tokenOf } from './rows.ts';

const [pageCount, keysPerPage] = [20, 14];
const rounds = 5;

/** The grid of 300 hotkeys (20 pages of 14 keys): first draw, the longest frame of a drag, and saving one moved key. */
export async function designerRows(bench: Bench): Promise<Row[]> {
  await putLayout(bench);
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, bench);
    const [draws, frames, saves]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(`http://${bench.host}:${bench.port}/organisation/${bench.org.id}/edit?tab=module`);
      const hotkeys = page.getByRole('region', { name: 'Hotkeys', exact: true });
      await hotkeys.getByText('Grid', { exact: true }).waitFor();
      draws.push(await timeToDraw(page));
      frames.push(await longestFrameOfDrag(page));
      saves.push(await timeToSave(page));
    }
    const row = (work: string, figures: number[], baseline: number): Row => ({
      work,
      figure: figures.sort((a, b) => a - b)[Math.floor(rounds / 2)]!,
      baseline,
      unit: 'ms',
      budget: 1,
      note: 'at most',
    });
    return [
      row('designer with 300 hotkeys, first draw', draws, 300),
      row('designer with 300 hotkeys, longest frame of a drag', frames, 50),
      row('designer with 300 hotkeys, saving one moved key', saves, 100),
    ];
  } finally {
    await browser.close();
  }
}

async function putLayout(bench: Bench): Promise<void> {
  const { send, close } = client(bench.port, bench.host);
  const path = `/node-management/node/${bench.org.id}/settings/hotkeys`;
  const headers = { authorization: `Bearer ${await tokenOf(bench)}`, 'content-type': 'application/json' };
  const pages = Array.from({ length: pageCount }, (_, index) => ({
    id: randomUUID(),
    values: { type: 'page', displayName: `Page ${index + 1}` },
  }));
  const keys = pages.flatMap(({ id: parentId }, page) =>
    Array.from({ length: keysPerPage }, (_, index) => ({
      id: randomUUID(),
      values: { type: 'hotkey', SKU: `BENCH-${page}-${index}`, displayName: `Key ${page + 1}.${index + 1}`, parentId },
    })),
  );
  const all = [...pages, ...keys];
  const rows = Object.fromEntries(
    all.map(({ id, values }, index) => [id, { action: 'add', after: all[index - 1]?.id ?? 'first', values }]),
  );
  await send({ path, method: 'PUT', headers, body: JSON.stringify({ fields: { keys: { value: { rows } } } }) });
  close();
}

/** Signs in with the form and waits for the dashboard. */
export async function signIn(page: Page, { port, host, userName }: Bench): Promise<void> {
  await page.goto(`http://${host}:${port}/login`);
  await page.getByLabel('Username').fill(userName.split('@')[0]!);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/dashboard/);
}

/** From the click to the frame that shows all cells of the first page. */
const timeToDraw = (page: Page): Promise<number> =>
  page.evaluate(async (count) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const label = [...document.querySelectorAll<HTMLElement>('label')].find((one) => one.textContent === 'Grid');
    const startedAt = performance.now();
    label!.click();
    while (document.querySelectorAll('[role=gridcell]').length < count) await nextFrame();
    await nextFrame();
    return performance.now() - startedAt;
  }, keysPerPage);

/** Drags the first key over the whole page with the pointer; the longest time between two frames. */
async function longestFrameOfDrag(page: Page): Promise<number> {
  const cells = page.getByRole('gridcell');
  const boxes = await cells.evaluateAll((all) =>
    all
      .map((cell) => cell.getBoundingClientRect())
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
  );
  await cells.first().scrollIntoViewIfNeeded();
  const watched = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let [longest, last] = [0, performance.now()];
        const frame = () => {
          const now = performance.now();
          longest = Math.max(longest, now - last);
          last = now;
          if (document.body.dataset['dragged'] === undefined) requestAnimationFrame(frame);
          else resolve(longest);
        };
        requestAnimationFrame(frame);
      }),
  );
  const first = (await cells.first().boundingBox())!;
  await page.mouse.move(first.x + first.width / 2, first.y + first.height / 2);
  await page.mouse.down();
  for (const { x, y } of boxes.slice(1)) await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
  await page.evaluate(() => void (document.body.dataset['dragged'] = ''));
  return watched;
}

/** From the click on Save to the response. */
async function timeToSave(page: Page): Promise<number> {
  const cell = page.getByRole('gridcell').first();
  await cell.focus();
  await page.keyboard.press('Alt+ArrowRight');
  const response = page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().endsWith('/settings'));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await (await response).finished();
  return (await response).request().timing().responseEnd;
}
