import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { maxWorkers } from './web/vitest.config.ts';
import { limits } from './api/test/limits.ts';

const timeouts = { testTimeout: limits.test, hookTimeout: limits.test };
const onDatabases = {
  globalSetup: ['api/test/template.ts'],
  setupFiles: ['api/test/setup.ts'],
  expect: { poll: { timeout: limits.wait } },
  ...timeouts,
};

const apiTests = ['api/{src,test}/**/*.test.ts', '{client,cli}/test/**/*.test.ts', 'scripts/**/*.test.ts'];
/** Files that change the modules or the process of their worker for good. */
const isolated = globSync(apiTests).filter((file) =>
  /\bvi\.mock\(|\btrustLocalhost\b/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], isolate: false, ...timeouts } },
      {
        // loading the modules of the server anew for each file would take a third of the processor time
        test: {
          name: 'api',
          include: apiTests,
          exclude: [...configDefaults.exclude, ...isolated],
          isolate: false,
          ...onDatabases,
        },
      },
      { test: { name: 'isolated', include: isolated, ...onDatabases } },
      {
        // what leads to a session or a password, once more on a hardened installation
        test: {
          name: 'hardened',
          include: [
            'api/src/sessions/**/{api-key,authenticate,binding,token-refresh,sign-in,normal-form,service,open-sessions}.test.ts',
            'api/src/passwords/**/{change-password,secret-word-reset,token-reset,email-reset,service}.test.ts',
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
