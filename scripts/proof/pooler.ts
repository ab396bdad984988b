import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  differingSettingsSql,
  sessionOptions,
  standardLimits,
} from '../../api/src/platform/database/session-settings.ts';
import { statements } from './cluster.ts';
import { createClient, refusedStart, signedIn } from './product.ts';
import { pgBouncers } from './programs.ts';
import { type Figure, kestrel, type ProofOptions, rowsOf } from './setup.ts';
import { type Pooler, type Stack, withStack } from './stack.ts';
import { reconcile, writers } from './writers.ts';

/** Poolers that the portal cannot use, by the lines of the file that make them so, and what the message has to say. */
const unusable: readonly { title: string; lines: readonly (readonly [string, string])[]; says: RegExp }[] = [
  {
    title: 'named statements switched off',
    lines: [['max_prepared_statements = 500', 'max_prepared_statements = 0']],
    says: /PgBouncer 1\.21 or newer with max_prepared_statements = 500/,
  },
  {
    title: 'options refused',
    lines: [['ignore_startup_parameters = options', '']],
    says: /Set ignore_startup_parameters = options/,
  },
  {
    title: 'single statements pooled',
    lines: [['pool_mode = transaction', 'pool_mode = statement']],
    says: /Set pool_mode = transaction/,
  },
];

/** Runs the product through PgBouncer with pooled transactions, and starts it behind poolers that it has to refuse. */
export function pooler({ rounds = 20, log }: ProofOptions): Promise<Figure[]> {
  return withStack(async (stack) => {
    await stack.seed();
    const rejected = await refusedPoolers(stack, log);
    const usable = await stack.startPooler();
    const settings = await lostSettings(stack, usable);
    return [...rejected, settings, ...(await load(stack, usable, rounds))];
  });
}

async function refusedPoolers(stack: Stack, log: ProofOptions['log']): Promise<Figure[]> {
  const old = pgBouncers().filter(({ hasNames }) => !hasNames);
  const cases = [
    ...unusable,
    ...old.map((program) => ({ title: `PgBouncer ${program.version}`, lines: [], says: unusable[0]!.says, program })),
  ];
  const figures: Figure[] = [];
  for (const { title, says, ...options } of cases) {
    const refused = await stack.startPooler(options);
    const line = await refusedStart(stack.settings(refused.url('portal')));
    await refused.stop();
    log(`${title}: ${line}`);
    figures.push({
      label: `a start behind a pooler with ${title}`,
      measured: says.test(line) ? `refused in ${line.split('\n').length} line` : line,
      expected: 'refused in 1 line',
      passed: says.test(line) && !line.includes('\n'),
    });
  }
  if (old.length === 0) log('This machine has no PgBouncer older than 1.21, so none was refused.');
  return figures;
}

/** A role whose settings are missing, with an owner who may not set them: the commands of the message mend it. */
async function lostSettings({ cluster, settings }: Stack, through: Pooler): Promise<Figure> {
  const administrator = cluster.url('postgres');
  await statements(administrator, [
    'alter role portal in database storeward reset all',
    'alter role storeward_owner nocreaterole',
    'grant storeward_app, storeward_definer to storeward_owner with admin option',
  ]);
  const own = settings(through.url('portal'));
  const message = await refusedStart(own);
  const commands = message.split('\n').filter((line) => line.startsWith('  alter role'));
  await statements(administrator, [
    ...commands,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'portal'`,
  ]);
  const again = await refusedStart(own);
  await statements(administrator, ['alter role storeward_owner createrole']);
  const isNamed = /statement_timeout is 0 instead of 4250ms/.test(message);
  return {
    label: 'a start with a role whose settings are missing',
    measured: `${isNamed ? 'refused' : message}, and ${again === '' ? 'started' : again} after its ${commands.length} commands`,
    expected: 'refused, and started after its 5 commands',
    passed: isNamed && again === '' && commands.length === 5,
  };
}

async function load(stack: Stack, through: Pooler, seconds: number): Promise<Figure[]> {
  const ownerUrl = stack.cluster.url('postgres');
  // both roles through the pooler: migrations too
  const options = { ownerUrl: through.url('storeward_owner') };
  const first = await stack.addProduct(stack.settings(through.url('portal'), options));
  await first.start();
  const second = await stack.addProduct(stack.settings(through.url('portal'), options));
  await second.start();
  const [locks] = await rowsOf<{ count: number }>(
    ownerUrl,
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'`,
  );
  const writing = await writers(first.port, ownerUrl);
  const reads = await readersOf(second.port, seconds);
  await writing.stop();
  const { lost, duplicated, inconsistent } = await reconcile(writing.journal, ownerUrl);
  const differing = await differingSessions(through.url('portal'));
  return [
    {
      label: 'locks of the session that two starts through the pooler left behind',
      measured: String(locks!.count),
      expected: '0',
      passed: locks!.count === 0,
    },
    {
      label: `changes through the pooler in ${seconds} s: lost, twice, unlike their audit entry`,
      measured: `${lost}, ${duplicated}, ${inconsistent} of ${writing.journal.length}, ${writing.retried()} failed`,
      expected: '0, 0, 0, 0 failed',
      passed: lost + duplicated + inconsistent + writing.retried() === 0 && writing.journal.length > 100,
    },
    {
      label: 'reads through the pooler: lists, exports by a cursor, roles',
      measured: `${reads.failed} failed of ${reads.all}`,
      expected: '0 failed',
      passed: reads.failed === 0 && reads.all > 100,
    },
    {
      label: 'pooled sessions with other settings',
      measured: `${differing.wrong} of ${differing.all}`,
      expected: '0',
      passed: differing.wrong === 0 && differing.all > 1,
    },
  ];
}

/** Eight readers of another process. */
async function readersOf(port: number, seconds: number): Promise<{ all: number; failed: number }> {
  const client = createClient(port, kestrel.host);
  const headers = await signedIn(client, kestrel.host, kestrel.admin);
  const paths = [
    '/user-management/users?size=25',
    '/user-management/user-export',
    '/node-management/node/search?search=a',
    '/role-management/roles',
  ];
  const counts = { all: 0, failed: 0 };
  const until = performance.now() + seconds * 1000;
  const reader = async (index: number) => {
    for (let turn = index; performance.now() < until; turn += 1) {
      const { status } = await client.send({ path: paths[turn % paths.length]!, headers });
      counts.all += 1;
      if (status !== 200) counts.failed += 1;
      await delay(5);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => reader(index)));
  client.close();
  return counts;
}

/** Looks at all sessions of the pool at once, each held by a transaction. */
async function differingSessions(url: string): Promise<{ all: number; wrong: number }> {
  const options = sessionOptions(standardLimits);
  const clients = Array.from({ length: 12 }, () => new pg.Client({ connectionString: url, options }));
  const sessions = new Map<number, number>();
  for (const client of clients) {
    await client.connect();
    await client.query('begin');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    sessions.set(rows[0]!.pid, (await client.query(differingSettingsSql())).rowCount ?? 0);
  }
  await Promise.all(clients.map((client) => client.end()));
  return { all: sessions.size, wrong: [...sessions.values()].filter((count) => count > 0).length };
}
