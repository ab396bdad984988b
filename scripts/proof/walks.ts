import type { Figure, Wish } from './ground.ts';
import { vitest } from './vitest.ts';

/** A test of the product against a model of it, which walks further when it is told to. */
type Walk = {
  readonly file: string;
  /** What its settings in the environment begin with. */
  readonly prefix: string;
  readonly atOnce: number;
  readonly usual: number;
  readonly what: (walked: number) => string;
};

/** What everybody sees while the tree changes, on many more trees. */
export const treeWalks = walk({
  file: 'api/test/tree-sight.test.ts',
  prefix: 'TREE',
  atOnce: 25,
  usual: 250,
  what: (walked) => `${walked} trees that people change: differences between what somebody sees and what they should`,
});

/** What counts at every place while settings are changed, planned, locked, moved and put back, many more times. */
export const settingWalks = walk({
  file: 'api/test/setting-walk.test.ts',
  prefix: 'SETTING',
  atOnce: 250,
  usual: 10_000,
  what: (walked) => `${walked} walks through settings: differences between what counts and what should`,
});

/** What everybody can do while people look after roles, places and people, over many more steps: a hundred in each walk. */
export const escalationWalks = walk({
  file: 'api/test/escalation.test.ts',
  prefix: 'ESCALATION',
  atOnce: 25,
  usual: 500,
  what: (walked) => `${walked * 100} steps of people who look after a part: anybody who can do more than their giver`,
});

/** Two who change one record at once: users, places, roles and settings in turn. */
export const conflictWalks = walk({
  file: 'api/test/conflicts.test.ts',
  prefix: 'CONFLICT',
  atOnce: 250,
  usual: 1_000,
  what: (walked) => `${walked} records that two change at once: changes lost, and failures of the product`,
});

/** How often the tests ask for what is not the asker’s, and with how many fields that no door asks for: all of it in vain. */
export async function askedInVain({ say }: Wish): Promise<Figure[]> {
  const least = { elsewhere: 10_000, beyond: 10_000, fields: 5_000 };
  const what = {
    elsewhere: 'requests about other organisations that were answered',
    beyond: 'requests about what lies beyond the asker’s own part that were answered',
    fields: 'fields that no door asks for, and that were stored',
  };
  const counts: Partial<Record<keyof typeof least, number>> = {};
  let failed = false;
  for (const file of ['api/test/isolation.test.ts', 'api/test/mass-assignment.test.ts']) {
    const { code, words } = await vitest(file, { ISOLATION_TOLD: '1' });
    if (code !== 0) say(words);
    failed ||= code !== 0;
    Object.assign(counts, JSON.parse(/in vain: (\{.*\})/.exec(words)?.[1] ?? '{}'));
  }
  return (Object.keys(least) as (keyof typeof least)[]).map((name) => ({
    what: what[name],
    seen: failed ? 'a failure' : `0 of ${counts[name] ?? 0}`,
    promised: `0 of at least ${least[name]}`,
    kept: !failed && (counts[name] ?? 0) >= least[name],
  }));
}

/** Walks a handful after the other; the seed of a walk that fails is told. */
function walk({ file, prefix, atOnce, usual, what }: Walk) {
  return async ({ rounds = usual, say }: Wish): Promise<Figure[]> => {
    const begun = performance.now();
    let walked = 0;
    let failure: string | undefined;
    while (walked < rounds && failure === undefined) {
      const walks = Math.min(atOnce, rounds - walked);
      const { code, words } = await vitest(file, { [`${prefix}_WALKS`]: String(walks), [`${prefix}_SECONDS`]: '7200' });
      walked += walks;
      if (code === 0) say(`${walked} of ${rounds}`);
      else {
        say(words);
        failure = `a failure, ${/seed: -?\d+/.exec(words)?.[0] ?? 'with no seed'}`;
      }
    }
    const lasted = Math.round((performance.now() - begun) / 1000);
    return [{ what: what(walked), seen: failure ?? `0 in ${lasted} s`, promised: '0', kept: failure === undefined }];
  };
}
