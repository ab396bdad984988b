import { defineConfig } from '@playwright/test';
import { browserFlags, browserPath } from './scripts/browser-flags.ts';
import { hasRoomInMemory } from './api/test/memory-folder.ts';
import { limits } from './api/test/limits.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // Two products, each with its own browser and database, are what two cores carry.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: limits.test,
  expect: { timeout: limits.expectation },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: browserPath(),
      // Chromium's shared memory in memory where there is room, and not in files of the temporary folder
      ignoreDefaultArgs: hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [],
      args: [...browserFlags, '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
    },
    trace: 'off',
    video: 'off',
    screenshot: 'off',
  },
});
