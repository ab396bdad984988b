import { setTimeout as delay } from 'node:timers/promises';
import type { InputTarget } from './input-steps.ts';
import { largestInputs } from './largest-inputs.ts';
import { type Client, signedIn, withProduct } from './product.ts';
import { type Figure, kestrel, type ProofOptions, rowsOf } from './setup.ts';
import { startUnendingReceiver } from './unending-receiver.ts';

/** The longest time in milliseconds for which the event loop may be blocked. */
const limitMs = 50;
/** The metric counts the interval of its timer as a delay. */
const resolutionMs = 10;
const metricsToken = 'a-token-of-the-proofs-0123456789';

/**
 * How long the event loop is blocked at most, by the metrics of the product, while the largest input of each kind is processed; `rounds`
 * is the number of rows of a file in thousands. Workbooks are no kind of input: the browser reads them, and sends a table.
 */
export async function eventLoop({ rounds: thousands = 100, log }: ProofOptions): Promise<Figure[]> {
  const receiver = await startUnendingReceiver();
  const settings = { METRICS_TOKEN: metricsToken, ENVIRONMENT: 'development' }; // webhooks may reach this machine
  return withProduct(async ({ client, ownerUrl }) => {
    const target: InputTarget = {
      client,
      headers: await signedIn(client, kestrel.host, kestrel.admin),
      receiver: receiver.url,
      rows: Math.min(100_000, thousands * 1_000),
      ...(await subjectsOf(ownerUrl)),
    };
    const figures: Figure[] = [];
    for (const [name, process] of Object.entries(largestInputs)) {
      await longestDelay(client); // resets the metric
      const startedAt = performance.now();
      const outcome = await process(target).catch((error: Error) => error.message);
      await delay(200); // what is done after the response
      const longest = await longestDelay(client);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      figures.push({
        label: `event loop blocked by ${name}`,
        measured: `${longest.toFixed(0)} ms at most in ${seconds} s${outcome === undefined ? '' : `; ${outcome.slice(0, 200)}`}`,
        expected: `less than ${limitMs} ms`,
        passed: longest < limitMs && outcome === undefined,
      });
      log(`${name}: ${figures.at(-1)!.measured}`);
    }
    return figures;
  }, settings).finally(receiver.close);
}

/** The longest delay in milliseconds since the metrics were read last. */
async function longestDelay(client: Client): Promise<number> {
  const { text } = await client.send({ path: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  return Math.max(0, Number(seconds) * 1000 - resolutionMs);
}

async function subjectsOf(ownerUrl: string) {
  const [row] = await rowsOf<Pick<InputTarget, 'organisation' | 'store' | 'group' | 'sku'>>(
    ownerUrl,
    `with org as (select org_id as id from portal_hosts where host = $1),
       store as (select n.id, n.code, n.parent_id from nodes n join org on org.id = n.org_id
                  where n.node_type = 'STORE' and n.status and n.deleted_date is null and n.region = '{}' order by n.id limit 1)
     select org.id as organisation, json_build_object('id', store.id, 'code', store.code) as store, p.code as group,
            (select t.sku from products t where t.org_id = org.id and t.deleted_date is null order by t.id limit 1) as sku
       from org, store join nodes p on p.id = store.parent_id`,
    [kestrel.host],
  );
  return row!;
}
