import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compilePhrases } from './compile-phrases.ts';

// Projects that run together must have the same number of workers. A small machine has two cores, and tests wait for
// the database and for what falls due.
export const maxWorkers = Math.max(4, availableParallelism() - 1);

export default defineConfig({
  plugins: [react(), compilePhrases()],
  test: {
    name: 'web',
    maxWorkers,
    // libraries are loaded once a worker; the portal's own modules are new for each file (test/browser.ts)
    isolate: false,
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    setupFiles: ['./test/browser.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // as in ../api/test/limits.ts
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
