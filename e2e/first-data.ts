import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product.ts';

/** Starts the product once as a newcomer does, and keeps the data folder of its first day for every start that follows. */
// oxlint-disable-next-line import/no-default-export -- the runner asks for it under this name
export default async function firstData(): Promise<() => void> {
  const kept = mkdtempSync(join(tmpdir(), 'storeward-e2e-first-'));
  const product = await startProduct();
  await product.stop(kept);
  process.env['FIRST_DATA'] = kept;
  return () => rmSync(kept, { recursive: true, force: true });
}
