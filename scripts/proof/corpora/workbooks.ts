import type { Figure, ProofOptions } from '../setup.ts';
import { vitest } from '../vitest.ts';
import { asExpected } from './corpus.ts';

const corpus = 'web/src/platform/workbook/workbook-corpus.test.ts';

/** Workbooks, which the browser reads: the reader of the web app takes them in its own tests. */
export async function workbooks(log: ProofOptions['log']): Promise<Figure> {
  const { output } = await vitest(corpus, { WORKBOOK_BOMBS: '1' });
  for (const [line] of output.matchAll(/^ *FAIL .*$/gm)) log(line.trim());
  const counted = /^ *Tests +(?:(\d+) failed \| )?(?:(\d+) passed )?\((\d+)\)$/m.exec(output);
  const [, , passed = '0', count = '0'] = counted ?? [];
  return asExpected('workbooks', Number(passed), Number(count));
}
