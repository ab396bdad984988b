/**
 * Milliseconds after which a test, or a wait in one, counts as hanging. They judge no speed: a machine that is many times
 * slower than usual stays below them. Tests set no limit of their own, except `longTest` and `longWait`.
 */
export const limits = {
  test: 600_000,
  /** Until a condition holds that a test waits for. */
  wait: 240_000,
  /** Until an expectation about a page holds. */
  expectation: 60_000,
};

/** A test that works longer than others, such as a walk through thousands of states, or an installation. */
export const longTest = { timeout: 3_600_000 };

/** A test that takes hours, in `npm run proof`. */
export const longProof = { timeout: 14_400_000 };

/** A wait for work that takes minutes on a slow machine, such as an installation. */
export const longWait = { timeout: 600_000 };
