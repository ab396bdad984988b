import { vi } from 'vitest';
import { limits } from './limits.ts';

const { waitFor, waitUntil } = vi;
vi.waitFor = (check, options) => waitFor(check, withLimit(options));
vi.waitUntil = (check, options) => waitUntil(check, withLimit(options));

function withLimit<O extends object>(options: number | O | undefined): O & { readonly timeout: number } {
  return { timeout: limits.wait, ...(typeof options === 'number' ? { timeout: options } : options) } as O & {
    readonly timeout: number;
  };
}
