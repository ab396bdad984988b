import type { Figure, ProofOptions } from './setup.ts';
import { vitest } from './vitest.ts';

/** A model-based test whose number of random walks is set by environment variables. */
type Walk = {
  readonly file: string;
  /** Prefix of its environment variables. */
  readonly prefix: string;
  /** Walks per run of the test file. */
  readonly batchSize: number;
  readonly defaultCount: number;
  readonly label: (count: number) => string;
};

/** Visibility of nodes while the tree changes, on many more trees. */
export const treeWalks = walk({
  file: 'api/test/tree-visibility.test.ts',
  prefix: 'TREE',
  batchSize: 25,
  defaultCount: 250,
  label: (count) => `${count} changing trees: differences between visible and expected nodes`,
});

/** Effective settings of every node while settings are changed, planned, locked, moved and rolled back, with many more steps. */
export const settingWalks = walk({
  file: 'api/test/setting-state-machine.test.ts',
  prefix: 'SETTING',
  batchSize: 250,
  defaultCount: 10_000,
  label: (count) => `${count} random walks through settings: differences between actual and expected values`,
});

/** Row-wise lists of every node while rows are added, replaced, hidden, ordered, locked and moved. */
export const listWalks = walk({
  file: 'api/test/list-state-machine.test.ts',
  prefix: 'LIST',
  batchSize: 250,
  defaultCount: 1_000,
  label: (count) => `${count} random walks through lists: differences between actual and expected rows`,
});

/** Privilege escalation: permissions of all users while roles, nodes and users change, a hundred steps per walk. */
export const escalationWalks = walk({
  file: 'api/test/escalation.test.ts',
  prefix: 'ESCALATION',
  batchSize: 25,
  defaultCount: 500,
  label: (count) => `${count * 100} steps of delegated administrators: users with more permissions than their grantor`,
});

/**
 * Takeover: every level attacks every level, as an administrator who reads every mailbox whose address they entered; and
 * everything left on a user, with every way in which the user or the administrator has other access later.
 */
export async function takeovers({ log }: ProofOptions): Promise<Figure[]> {
  const { code, output } = await vitest('api/test/takeover', { TAKEOVER_PAIRS: 'all' });
  if (code !== 0) log(output);
  const pairs = output.match(/Tests\s+(\d+) passed/)?.[1] ?? '0';
  return [
    {
      label: 'pairs of levels, and gains of access: accounts taken over by an administrator',
      measured: code === 0 ? `0 in ${pairs} tests` : 'a failure',
      expected: '0',
      passed: code === 0,
    },
  ];
}

/** Access explainer: each action of each level at its own location, beside it and below it. */
export async function explainedActions({ log }: ProofOptions): Promise<Figure[]> {
  const { code, output } = await vitest('api/test/actions.test.ts', { ACTION_NODES: 'all' });
  if (code !== 0) log(output);
  return [
    {
      label: 'actions of all levels: answers of the explainer that differ from those of the server',
      measured: code === 0 ? '0' : 'a failure',
      expected: '0',
      passed: code === 0,
    },
  ];
}

/** Two concurrent editors of one record: users, nodes, roles and settings. */
export const conflictWalks = walk({
  file: 'api/test/conflicts.test.ts',
  prefix: 'CONFLICT',
  batchSize: 250,
  defaultCount: 1_000,
  label: (count) => `${count} concurrently edited records: lost changes and server errors`,
});

/** Requests of any content to any endpoint. */
export const randomRequests = walk({
  file: 'api/test/any-request.test.ts',
  prefix: 'REQUEST',
  batchSize: 2_000,
  defaultCount: 20_000,
  label: (count) => `${count} random requests: answers with status 500`,
});

/** Requests by every actor for every record out of scope (the tests make a third of them) and with fields the contract does not name; all must be rejected or ignored. */
export async function rejectedRequests({ log }: ProofOptions): Promise<Figure[]> {
  // the keys are those of the reports that the two test files print
  const minimums = { otherOrganisation: 10_000, outsideScope: 10_000, fields: 5_000 };
  const labels = {
    otherOrganisation: 'requests for records of other organisations that succeeded',
    outsideScope: 'requests for records outside the scope that succeeded',
    fields: 'undeclared fields that were stored',
  };
  const counts: Partial<Record<keyof typeof minimums, number>> = {};
  let failed = false;
  for (const file of ['api/test/isolation.test.ts', 'api/test/mass-assignment.test.ts']) {
    const { code, output } = await vitest(file, { ISOLATION_REPORT: '1', FULL_MATRIX: '1' });
    if (code !== 0) log(output);
    failed ||= code !== 0;
    Object.assign(counts, JSON.parse(/rejected: (\{.*\})/.exec(output)?.[1] ?? '{}'));
  }
  return (Object.keys(minimums) as (keyof typeof minimums)[]).map((name) => ({
    label: labels[name],
    measured: failed ? 'a failure' : `0 of ${counts[name] ?? 0}`,
    expected: `0 of at least ${minimums[name]}`,
    passed: !failed && (counts[name] ?? 0) >= minimums[name],
  }));
}

/** Creates a proof that runs walks in batches; it reports the seed of a failing walk, and each outcome that never occurred. */
function walk({ file, prefix, batchSize, defaultCount, label }: Walk) {
  return async ({ rounds = defaultCount, log }: ProofOptions): Promise<Figure[]> => {
    const startedAt = performance.now();
    const counts = new Map<string, number>();
    let count = 0;
    let failure: string | undefined;
    while (count < rounds && failure === undefined) {
      const walks = Math.min(batchSize, rounds - count);
      const { code, output } = await vitest(file, { [`${prefix}_WALKS`]: String(walks) });
      count += walks;
      for (const [, report] of output.matchAll(/outcomes: (\{.*\})/g))
        for (const [outcome, times] of Object.entries(JSON.parse(report!) as Record<string, number>))
          counts.set(outcome, (counts.get(outcome) ?? 0) + times);
      if (code === 0) log(`${count} of ${rounds}`);
      else {
        log(output);
        failure = `a failure, ${/seed: -?\d+/.exec(output)?.[0] ?? 'with no seed'}`;
      }
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const unmet = { label: `outcomes of these walks that never occurred, of ${counts.size}`, expected: 'none' };
    const missing = [...counts].flatMap(([outcome, times]) => (times === 0 ? [outcome] : []));
    return [
      { label: label(count), measured: failure ?? `0 in ${seconds} s`, expected: '0', passed: failure === undefined },
      ...(counts.size > 0 ? [{ ...unmet, measured: missing.join(', ') || 'none', passed: missing.length === 0 }] : []),
    ];
  };
}
