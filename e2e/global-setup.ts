import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product.ts';

const { buildWeb } = (await import(new URL('../scripts/build-web.mjs', import.meta.url).href)) as {
  readonly buildWeb: (node: string) => Promise<boolean>;
};

/** Builds the web app if it has changed, and creates the demo data once; every later start copies its data folder. */
// oxlint-disable-next-line import/no-default-export -- required by Playwright
export default async function prepareDemoData(): Promise<() => void> {
  if (!(await buildWeb(process.execPath))) throw new Error('The web app could not be built; see the error above.');
  const demoDataDir = mkdtempSync(join(tmpdir(), 'storeward-e2e-first-'));
  const product = await startProduct();
  await product.stop(demoDataDir);
  process.env['DEMO_DATA_DIR'] = demoDataDir;
  return () => rmSync(demoDataDir, { recursive: true, force: true });
}
