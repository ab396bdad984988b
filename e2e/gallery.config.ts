import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** Draws the gallery (`npm run gallery`) with the settings of the browser tests. */
// oxlint-disable-next-line import/no-default-export -- required by Playwright
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'gallery.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results/gallery-errors',
  fullyParallel: true,
});
