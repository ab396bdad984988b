import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { latenciesOf, latencyDuring } from './latency.ts';
import { type Statuses, misbehaviours, type Offender } from './misbehaviour.ts';
import { type Client, createClient, product, signedIn, signIn } from './product.ts';
import {
  type Figure,
  kestrel,
  percentile,
  type ProofOptions,
  rowsOf,
  standardHashCosts,
  withDatabase,
} from './setup.ts';

const bramble = { host: 'bramble.localhost', admin: 'org.admin@brambletoys.com' };

/** The 95th percentile of another organisation's lists must stay below this, in milliseconds, and within this multiple of its quiet one. */
const [limitMs, limitRatio] = [100, 2];
/** A sign-in computes a slow hash, which others compute on the same processors; it waits for those that have begun, and no longer. */
const signInLimitMs = 500;
const [quietSeconds, warmingSeconds, intervalMs, signInIntervalMs] = [3, 4, 50, 500];

/**
 * One organisation misbehaves in ten ways, one after the other and all at once, while another reads a list 20 times a second and
 * signs in twice, from the same process of the server and from another one. `rounds` is the number of seconds of each way.
 */
export function fairness({ rounds: seconds = 4, log }: ProofOptions): Promise<Figure[]> {
  return withDatabase(standardHashCosts, async (database) => {
    const settings = {
      ...database.settings,
      ENVIRONMENT: 'development', // webhooks may reach this machine
      ADDRESS_TRIES: '1000000', // all are sent from this machine
    };
    // both processes have the same files
    const [firstFolder, secondFolder] = ['first', 'second'].map((name) => join(database.dataDir, name)) as [
      string,
      string,
    ];
    mkdirSync(join(firstFolder, 'files'), { recursive: true });
    mkdirSync(secondFolder);
    symlinkSync(join(firstFolder, 'files'), join(secondFolder, 'files'));
    const first = await product({ ...settings, DATA_DIR: firstFolder });
    const second = await product({ ...settings, DATA_DIR: secondFolder });
    const client = createClient(first.port, kestrel.host, 400);
    const others = {
      'the same process': createClient(first.port, bramble.host),
      'another process': createClient(second.port, bramble.host),
    };
    try {
      await first.start();
      await second.start();
      const { ownerUrl } = database.server();
      const [organisation] = await rowsOf<{ id: string }>(
        ownerUrl,
        'select org_id as id from portal_hosts where host = $1',
        [kestrel.host],
      );
      const offender: Offender = {
        port: first.port,
        client,
        ownerUrl,
        organisationId: organisation!.id,
        admin: await signedIn(client, kestrel.host, kestrel.admin),
        clerk: await signedIn(client, kestrel.host, 'store.user@kestrelsports.com'),
      };
      const figures: Figure[] = [];
      for (const [where, other] of Object.entries(others)) {
        const token = await signedIn(other, bramble.host, bramble.admin);
        await latencyDuring(other, token, () => delay(warmingSeconds * 1000), intervalMs);
        for (const [name, misbehave] of Object.entries(misbehaviours)) {
          log(`${name}, ${where}`);
          const quiet = await latenciesDuring(other, token, () => delay(quietSeconds * 1000));
          const statuses: Statuses = new Map();
          const until = performance.now() + seconds * 1000;
          // the latencies are those while it lasts; its last statuses may take longer
          let misbehaving = Promise.resolve();
          const latencies = await latenciesDuring(other, token, async () => {
            misbehaving = misbehave(offender, () => performance.now() > until, statuses);
            await delay(seconds * 1000);
          });
          await misbehaving;
          const found = figuresOf(`${name}, ${where}`, quiet, latencies, statuses);
          for (const { measured } of found) log(measured);
          figures.push(...found);
        }
      }
      return figures;
    } finally {
      for (const each of [client, ...Object.values(others)]) each.close();
      await first.stop();
      await second.stop();
    }
  });
}

type Latencies = { readonly lists: readonly number[]; readonly signIns: readonly number[] };

/** Latencies of lists and of sign-ins of an organisation while `work` runs. */
async function latenciesDuring(
  other: Client,
  token: Record<string, string>,
  work: () => Promise<void>,
): Promise<Latencies> {
  let lists: readonly number[] = [];
  const readLists = async () => {
    lists = await latencyDuring(other, token, work, intervalMs);
  };
  const signIns = await latenciesOf(other, signIn(bramble.host, bramble.admin), readLists, signInIntervalMs);
  return { lists, signIns };
}

function figuresOf(label: string, quiet: Latencies, during: Latencies, statuses: Statuses): Figure[] {
  const counts = [...statuses].map(([status, times]) => `${status}: ${times}`).join(', ');
  const compare = (
    kind: keyof Latencies,
    isWithin: (before: number, now: number) => boolean,
    expected: string,
  ): Figure => {
    const [before, now] = [percentile(quiet[kind], 0.95), percentile(during[kind], 0.95)];
    const responded = during[kind].filter((latency) => latency !== Infinity).length;
    return {
      label: `${label}: p95 of another organisation's ${kind === 'lists' ? 'lists' : 'sign-ins'}`,
      measured: `${before.toFixed(1)} ms, then ${now.toFixed(1)} ms; ${responded} of ${during[kind].length} responded (the offender ${counts || 'none'})`,
      expected,
      passed: isWithin(before, now) && responded === during[kind].length,
    };
  };
  return [
    compare(
      'lists',
      (before, now) => now <= limitMs && now <= limitRatio * before,
      `at most ${limitRatio} times and ${limitMs} ms`,
    ),
    compare('signIns', (_, now) => now <= signInLimitMs, `at most ${signInLimitMs} ms`),
  ];
}
