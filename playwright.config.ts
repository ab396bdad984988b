import { defineConfig } from '@playwright/test';
import { browserFlags, browserPath } from './scripts/browser-flags.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // Two products, each with its own browser and database, are what two cores carry.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // limits end tests that hang; they judge no speed, and are long enough for a machine under heavy load
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: browserPath(),
      args: [...browserFlags, '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
    },
    trace: 'off',
    video: 'off',
    screenshot: 'off',
  },
});
