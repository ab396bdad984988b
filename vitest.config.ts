import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Limits end tests that hang. They judge no speed, and are long enough for a machine under heavy load.
const limits = { testTimeout: 180_000, hookTimeout: 240_000 };
const onDatabases = {
  globalSetup: ['api/test/template.ts'],
  setupFiles: ['api/test/wait-limits.ts'],
  expect: { poll: { timeout: 120_000 } },
  ...limits,
};

export default defineConfig({
  test: {
    // a small machine has two cores, and tests wait for the database and for what falls due
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], ...limits } },
      {
        test: {
          name: 'api',
          include: ['api/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          ...onDatabases,
        },
      },
      {
        // what leads to a session or a password, once more on a hardened installation
        test: {
          name: 'hardened',
          include: [
            'api/src/sessions/{api-key,authenticate,binding,token-refresh,sign-in,service,open-sessions}.test.ts',
            'api/src/passwords/{change-password,secret-word-reset,token-reset,email-reset,service}.test.ts',
            'api/test/{invitations,recovery-state-machine}.test.ts',
          ],
          env: { SECURITY_PROFILE: 'hardened' },
          ...onDatabases,
        },
      },
      'web/vitest.config.ts',
    ],
  },
});
