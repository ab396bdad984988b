import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figure, Wish } from './ground.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const atOnce = 25;

/** The test of what everybody sees while the tree changes, on many more trees, a handful after the other; the seed of a walk that fails is told. */
export async function treeWalks({ rounds = 250, say }: Wish): Promise<Figure[]> {
  const begun = performance.now();
  let walked = 0;
  let failure: string | undefined;
  while (walked < rounds && failure === undefined) {
    const trees = Math.min(atOnce, rounds - walked);
    const { code, words } = await vitest({ TREE_WALKS: String(trees), TREE_SECONDS: '7200' });
    walked += trees;
    if (code === 0) say(`${walked} of ${rounds} trees`);
    else {
      say(words);
      failure = `a failure, ${/seed: -?\d+/.exec(words)?.[0] ?? 'with no seed'}`;
    }
  }
  const lasted = Math.round((performance.now() - begun) / 1000);
  return [
    {
      what: `${walked} trees that people change: differences between what somebody sees and what they should`,
      seen: failure ?? `0 in ${lasted} s`,
      promised: '0',
      kept: failure === undefined,
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
