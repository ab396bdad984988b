import { rmSync } from 'node:fs';
import { startProduct } from './product.ts';

const { buildWeb } = (await import(new URL('../scripts/build-web.mjs', import.meta.url).href)) as {
  readonly buildWeb: (node: string) => Promise<boolean>;
};

/** Builds the web app if it has changed, and creates the demo data once; every later start copies them. */
// oxlint-disable-next-line import/no-default-export -- required by Playwright
export default async function prepareDemoData(): Promise<() => void> {
  if (!(await buildWeb(process.execPath))) throw new Error('The web app could not be built; see the error above.');
  const product = await startProduct();
  const folder = await product.keepAsDemo();
  process.env['DEMO_FOLDER'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
