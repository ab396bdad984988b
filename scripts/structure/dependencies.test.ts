import { expect, test } from 'vitest';
import { dependencyErrors } from './dependencies.ts';

/** The errors of one file that imports a module. */
const errorsOf = (path: string, ...modules: readonly string[]) =>
  dependencyErrors(new Map([[path, modules.map((module) => `import type { X } from '${module}';`).join('\n')]]));

test.each([
  ['api/src/audit/service.ts', '../cli/verify/database.ts', 'nothing imports the commands of operators'],
  ['scripts/seed/load.ts', '../../api/src/cli/backup/tables.ts', 'nothing imports the commands of operators'],
  ['api/src/cli/verify.ts', '../app.ts', 'app is the top of the server'],
  ['api/src/cli/backup.ts', '../../../scripts/seed/demo.ts', 'scripts is not part of the product'],
  ['api/src/cli/verify/export-file.ts', '../../audit/hash-chain.ts', 'outsiders run this file with Node alone'],
  ['api/src/cli/verify/export-file.ts', 'zod/mini', 'outsiders run this file with Node alone'],
])('refuses that %s imports %s', (path, module, reason) => {
  expect(errorsOf(path, module)).toEqual([expect.stringContaining(`${path} imports ${module}: ${reason}`)]);
});

test('accepts that a command of operators imports files of any domain, and its test the demo data', () => {
  expect(errorsOf('api/src/cli/verify.ts', '../audit/record-files.ts', '../passwords/reset/token-queries.ts')).toEqual(
    [],
  );
  expect(errorsOf('api/src/cli/backup/backup.test.ts', '../../../../scripts/seed/demo-accounts.ts')).toEqual([]);
  expect(errorsOf('api/src/cli/verify/export-file.ts', 'node:fs', './audit-verifier.ts')).toEqual([]);
});
