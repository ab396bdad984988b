import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('npm run proof loads all of its proofs outside the test runner, and names them', () => {
  const script = fileURLToPath(new URL('proof.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, '--only', 'nothing'], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Unknown proof "nothing"\. Available: kills, .*\.\n$/)]);
});
