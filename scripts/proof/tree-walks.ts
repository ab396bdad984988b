import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figure, Wish } from './ground.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The test of what everybody sees while the tree changes, on many more trees; the seed of a walk that fails is told. */
export async function treeWalks({ rounds = 250, say }: Wish): Promise<Figure[]> {
  const begun = performance.now();
  const { code, words } = await vitest({ TREE_WALKS: String(rounds), TREE_SECONDS: '7200' });
  const lasted = Math.round((performance.now() - begun) / 1000);
  if (code !== 0) say(words);
  const seed = /seed: -?\d+/.exec(words)?.[0];
  return [
    {
      what: `${rounds} trees that people change: differences between what somebody sees and what they should`,
      seen: code === 0 ? `0 in ${lasted} s` : `a failure, ${seed ?? 'with no seed'}`,
      promised: '0',
      kept: code === 0,
    },
  ];
}

function vitest(settings: Record<string, string>): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'api/test/tree-sight.test.ts'], {
    cwd: root,
    env: { ...process.env, ...settings, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (words += part));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, words })));
}
