import type { Figure, ProofOptions } from '../setup.ts';
import { vitest } from '../vitest.ts';
import { asExpected } from './corpus.ts';

/** Runs all cases of a test of the web app, of which the tests have a sample, and counts those that pass. */
async function figureOfTest(
  kind: string,
  file: string,
  settings: Record<string, string>,
  log: ProofOptions['log'],
): Promise<Figure> {
  const { output } = await vitest(file, settings);
  for (const [line] of output.matchAll(/^ *FAIL .*$/gm)) log(line.trim());
  const counted = /^ *Tests +(?:(\d+) failed \| )?(?:(\d+) passed )?\((\d+)\)$/m.exec(output);
  const [, , passed = '0', count = '0'] = counted ?? [];
  return asExpected(kind, Number(passed), Number(count));
}

/** Workbooks, which the browser reads: the reader of the web app takes them in its own tests. */
export const workbooks = (log: ProofOptions['log']): Promise<Figure> =>
  figureOfTest('workbooks', 'web/src/platform/workbook/workbook-corpus.test.ts', { WORKBOOK_BOMBS: '1' }, log);

/** Sequences of a barcode scanner in every picker, and in the fields of codes. */
export const scans = (log: ProofOptions['log']): Promise<Figure> =>
  figureOfTest('scans', 'web/src/app/shell/scans.test.tsx', { ALL_SCANS: '1' }, log);
