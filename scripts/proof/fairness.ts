import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { latencyDuring } from './latency.ts';
import { type Statuses, misbehaviours, type Offender } from './misbehaviour.ts';
import { createClient, product, signedIn } from './product.ts';
import { cheapHashCosts, type Figure, kestrel, percentile, type ProofOptions, rowsOf, withDatabase } from './setup.ts';

const bramble = { host: 'bramble.localhost', admin: 'org.admin@brambletoys.com' };

/** The 95th percentile of another organisation must stay below this, in milliseconds, and within this multiple of its quiet one. */
const [limitMs, limitRatio] = [100, 2];
const [quietSeconds, warmingSeconds, intervalMs] = [3, 4, 50];

/**
 * One organisation misbehaves in ten ways, one after the other and all at once, while another reads a list 20 times a second, from the same process of the server
 * and from another one. `rounds` is the number of seconds of each way.
 */
export function fairness({ rounds: seconds = 4, log }: ProofOptions): Promise<Figure[]> {
  return withDatabase(cheapHashCosts, async (database) => {
    const settings = {
      ...database.settings,
      ENVIRONMENT: 'development', // webhooks may reach this machine
      HASH_MEMORY_KIB: String(cheapHashCosts.memoryKib),
      HASH_PASSES: String(cheapHashCosts.passes),
    };
    const first = await product({ ...settings, DATA_DIR: join(database.dataDir, 'first') });
    const second = await product({ ...settings, DATA_DIR: join(database.dataDir, 'second') });
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
          const quiet = await latencyDuring(other, token, () => delay(quietSeconds * 1000), intervalMs);
          const statuses: Statuses = new Map();
          const until = performance.now() + seconds * 1000;
          // the latencies are those while it lasts; its last statuses may take longer
          let misbehaving = Promise.resolve();
          const latencies = await latencyDuring(
            other,
            token,
            async () => {
              misbehaving = misbehave(offender, () => performance.now() > until, statuses);
              await delay(seconds * 1000);
            },
            intervalMs,
          );
          await misbehaving;
          figures.push(figureOf(`${name}, ${where}`, quiet, latencies, statuses));
          log(figures.at(-1)!.measured);
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

function figureOf(label: string, quiet: readonly number[], latencies: readonly number[], statuses: Statuses): Figure {
  const [before, during] = [percentile(quiet, 0.95), percentile(latencies, 0.95)];
  const responded = latencies.filter((latency) => latency !== Infinity).length;
  const counts = [...statuses].map(([status, times]) => `${status}: ${times}`).join(', ');
  return {
    label: `${label}: p95 of another organisation`,
    measured: `${before.toFixed(1)} ms, then ${during.toFixed(1)} ms; ${responded} of ${latencies.length} responded (the offender ${counts || 'none'})`,
    expected: `at most ${limitRatio} times and ${limitMs} ms`,
    passed: during <= limitMs && during <= limitRatio * before && responded === latencies.length,
  };
}
