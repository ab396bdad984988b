import { vi } from 'vitest';

/** Milliseconds. Waiting ends as soon as the condition holds; the limit only ends tests whose condition never holds. */
const limit = 120_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (check, options) => waitFor(check, withLimit(options));
vi.waitUntil = (check, options) => waitUntil(check, withLimit(options));

function withLimit<O extends object>(options: number | O | undefined): O & { readonly timeout: number } {
  return { timeout: limit, ...(typeof options === 'number' ? { timeout: options } : options) } as O & {
    readonly timeout: number;
  };
}
