import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { phrases } from './phrases.ts';

export default defineConfig({
  plugins: [react(), phrases()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    setupFiles: ['./test/browser.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
