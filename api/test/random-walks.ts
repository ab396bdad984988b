import { expect } from 'vitest';
import { longProof, longTest } from './limits.ts';

/**
 * A model-based test in two sizes. The tests take a fixed sample: the same number of the same walks on every machine.
 * A proof takes `<prefix>_WALKS` random walks, and adds up the outcomes that its batches report; `<prefix>_SEED`
 * repeats one of them.
 */
export function randomWalks(prefix: string, sample: { readonly walks: number; readonly seed: number }) {
  const { [`${prefix}_WALKS`]: walks, [`${prefix}_SEED`]: repeated } = process.env;
  const isProof = walks !== undefined;
  const seed = repeated ?? (isProof ? undefined : sample.seed);
  const counts = new Map<string, number>();
  return {
    timeout: (isProof ? longProof : longTest).timeout,
    /** For `fc.assert`; the examples are constructed walks, with which the sample begins. */
    parameters: <T>(examples: T[] = []) => ({
      numRuns: Number(walks ?? sample.walks),
      ...(isProof ? {} : { examples }),
      // a failed batch of long walks is repeated by its seed, not made smaller
      endOnFailure: isProof,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
    }),
    count: (outcome: string) => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
    /** Tells a proof how often each outcome occurred, of which none may be missing in all batches together. */
    reportOutcomes(required: readonly string[]): void {
      if (!isProof) return;
      console.log(
        `outcomes: ${JSON.stringify(Object.fromEntries(required.map((name) => [name, counts.get(name) ?? 0])))}`,
      );
    },
    /** Expects that the sample, which is known to meet them, still meets these outcomes. */
    expectOutcomes(required: readonly string[]): void {
      this.reportOutcomes(required);
      if (!isProof) expect(required.filter((outcome) => !counts.has(outcome))).toEqual([]);
    },
  };
}
