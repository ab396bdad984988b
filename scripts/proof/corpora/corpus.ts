import type { Figure, ProofOptions } from '../setup.ts';
import type { Running } from '../product.ts';

/** What an input led to, and what it has to lead to. */
export type Outcome = { readonly title: string; readonly measured: unknown; readonly expected: unknown };

/** What a corpus is sent to. */
export type Target = Pick<Running, 'client' | 'ownerUrl'> & { readonly token: Record<string, string> };

/** Sends all inputs of one kind, and says what each led to. */
export type Corpus = (target: Target) => AsyncGenerator<Outcome>;

/** Compares the outcomes of one kind of input; each that is not the right one is logged. */
export async function figureOf(
  kind: string,
  outcomes: AsyncIterable<Outcome>,
  log: ProofOptions['log'],
): Promise<Figure> {
  let [count, right] = [0, 0];
  for await (const { title, measured, expected } of outcomes) {
    const [found, due] = [JSON.stringify(measured), JSON.stringify(expected)];
    count += 1;
    if (found === due) right += 1;
    else log(`${kind}: ${title}: ${found}, expected ${due}`);
  }
  return asExpected(kind, right, count);
}

/** The figure of one kind of input; a corpus without inputs proves nothing. */
export const asExpected = (kind: string, right: number, count: number): Figure => ({
  label: `hostile and valid ${kind}: as expected`,
  measured: `${right} of ${count}`,
  expected: `${count} of ${count}`,
  passed: count > 0 && right === count,
});
