import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compilePhrases } from './compile-phrases.ts';

export default defineConfig({
  plugins: [react(), compilePhrases()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    setupFiles: ['./test/browser.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // as in ../vitest.config.ts: against tests that hang, not against slow machines
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
});
