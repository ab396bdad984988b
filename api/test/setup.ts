import { afterAll, afterEach, vi } from 'vitest';
import { cleanUp } from './after-file.ts';
import { failOnDifferences } from './statement-results.ts';
import './wait-limits.ts';

// Runs before each test file. Files that share a worker share its modules, so that hooks for every file belong here, and
// not in a module, which is evaluated for the first file only.
afterEach(failOnDifferences);
afterAll(async () => {
  await cleanUp();
  failOnDifferences();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
