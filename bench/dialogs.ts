/// <reference lib="dom" />
import { chromium, type Page } from '@playwright/test';
import { productSearch } from '@storeward/contract/limits';
import { browserFlags, browserPath } from '../scripts/browser-flags.ts';
import { signIn } from './designer.ts';
import type { Bench, Row } from './rows.ts';

const rounds = 7;
const limitMs = 100;

const dialogs = [
  { name: 'hotkey', button: 'Add hotkey', search: 'Search by product name' },
  { name: 'badge', button: 'Shirt, men: Badge: Select', search: 'Filter by SKU' },
  { name: 'name and number', button: 'Shirt, men: Name and number: Select', search: 'By Name' },
] as const;

/** The dialogs of a hotkey and of SKU selection: from the click to the drawn dialog, and from the end of the pause to the results. */
export async function dialogRows(bench: Bench): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, bench);
    const words = await searchedWords(page, bench);
    await page.goto(`http://${bench.host}:${bench.port}/organisation/${bench.org.id}/edit?tab=module`);
    await page.getByRole('button', { name: 'Shirt, men: Set here' }).click();
    await page.getByRole('button', { name: 'Add hotkey' }).waitFor();
    const rows: Row[] = [];
    for (const { name, button, search } of dialogs) {
      const [openings, searches]: [number[], number[]] = [[], []];
      for (const word of words) {
        openings.push(await timeToOpen(page, button));
        const text = search === 'Filter by SKU' ? word.sku : word.text;
        searches.push((await timeToFind(page, search, text)) - productSearch.pauseMs);
        await close(page);
      }
      rows.push(
        row(`dialog of ${name}, opening`, openings),
        row(`dialog of ${name}, results after the pause`, searches),
      );
    }
    return rows;
  } finally {
    await browser.close();
  }
}

const row = (work: string, figures: number[]): Row => ({
  work,
  figure: figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)]!,
  baseline: limitMs,
  unit: 'ms',
  budget: 1,
  note: 'at most',
});

/** The beginning of the SKU and the first words of the name of some products, so that no two searches are the same. */
async function searchedWords(page: Page, { host, port }: Bench): Promise<{ sku: string; text: string }[]> {
  const loaded = page.waitForResponse((response) => response.url().includes('/product-management/products?'));
  await page.goto(`http://${host}:${port}/products?size=50`);
  const { result } = (await (await loaded).json()) as { result: { SKU: string; name: string | null }[] };
  return result
    .filter(({ name }) => name !== null)
    .filter((_, index) => index % 3 === 0)
    .slice(0, rounds)
    .map(({ SKU, name }) => ({ sku: SKU.slice(0, -1), text: name!.split(' ').slice(0, 2).join(' ') }));
}

/** From the click to the second frame with the dialog. */
const timeToOpen = (page: Page, button: string): Promise<number> =>
  page.evaluate(async (text) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const opener = [...document.querySelectorAll<HTMLElement>('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === text,
    );
    const startedAt = performance.now();
    opener!.click();
    while (!document.querySelector('[role=dialog] input')) await nextFrame();
    await nextFrame();
    return performance.now() - startedAt;
  }, button);

/** From the typed text to the frame with results. */
async function timeToFind(page: Page, label: string, text: string): Promise<number> {
  const field = page.getByRole('dialog').getByLabel(label).first();
  const found = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let typedAt = 0;
        addEventListener('input', () => (typedAt = performance.now()), { once: true, capture: true });
        const frame = () => {
          const shown = [
            ...document.querySelectorAll<HTMLElement>('[role=dialog] tbody tr:not([aria-hidden]), [role=option]'),
          ].some(({ offsetParent }) => offsetParent !== null);
          const isBusy = document.querySelector('[aria-busy=true]') !== null;
          const hasPaused = performance.now() - typedAt > 250;
          if (typedAt > 0 && hasPaused && shown && !isBusy) resolve(performance.now() - typedAt);
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
  );
  await field.fill(text);
  return found;
}

async function close(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
