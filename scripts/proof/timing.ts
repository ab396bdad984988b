import { randomBytes } from 'node:crypto';
import { demoAccounts } from '../seed/demo-accounts.ts';
import { type Figure, kestrel, quantile, type Wish, withDatabase } from './ground.ts';
import { type Caller, caller, product, signIn } from './product.ts';

const costs = { memoryKib: 19_456, passes: 2, parallelism: 1 };
const warmUp = 10;
const allowed = 2;

/** Whether the time of a refused sign-in tells if the name exists: pairs in turn, once more should the first look be too noisy. */
export function signInTiming({ rounds = 300, say }: Wish): Promise<Figure[]> {
  return withDatabase(costs, async (own) => {
    const running = await product(own.settings);
    await running.start();
    const client = caller(running.port, kestrel.host, 1);
    try {
      let found = await measured(client, rounds);
      if (found.bound > allowed) {
        say(`the bound is ${found.bound.toFixed(2)} ms; looking once more`);
        found = await measured(client, rounds);
      }
      const { median, low, high, bound, usual, samePairs } = found;
      const range = `${median.toFixed(2)} ms (95%: ${low.toFixed(2)} to ${high.toFixed(2)}; a refusal takes ${usual.toFixed(0)} ms)`;
      return [
        {
          what: `${rounds} pairs of refused sign-ins, unknown name less known name: median difference`,
          seen: range,
          promised: `within ${allowed} ms`,
          kept: bound <= allowed,
        },
        {
          what: 'refusals that differ in more than time',
          seen: String(rounds - samePairs),
          promised: '0',
          kept: samePairs === rounds,
        },
      ];
    } finally {
      client.close();
      await running.stop();
    }
  });
}

async function measured(client: Caller, rounds: number) {
  const names = demoAccounts.filter(({ portal }) => portal === kestrel.host).map(({ userName }) => userName);
  const differences: number[] = [];
  const times: number[] = [];
  let samePairs = 0;
  const refused = async (userName: string) => {
    const begun = performance.now();
    const answer = await client.send(signIn(kestrel.host, userName, 'Wrong-portal-26'));
    return { took: performance.now() - begun, told: `${answer.status} ${answer.text}` };
  };
  for (let pair = -warmUp; pair < rounds; pair += 1) {
    const known = names[Math.floor(Math.random() * names.length)]!;
    const unknown = randomBytes(known.length).toString('hex').slice(0, known.length);
    const knownFirst = Math.random() < 0.5;
    const one = await refused(knownFirst ? known : unknown);
    const two = await refused(knownFirst ? unknown : known);
    if (pair < 0) continue;
    if (!one.told.startsWith('400 ')) throw new Error(`A wrong password was answered with ${one.told}`);
    if (one.told === two.told) samePairs += 1;
    differences.push(knownFirst ? two.took - one.took : one.took - two.took);
    times.push(one.took, two.took);
  }
  const sorted = differences.toSorted((a, b) => a - b);
  // the 95% range of a median lies between these two places of the sorted values
  const reach = 0.98 * Math.sqrt(sorted.length);
  const place = (index: number) => sorted[Math.max(0, Math.min(sorted.length - 1, Math.round(index)))]!;
  const [low, high] = [place(sorted.length / 2 - reach - 1), place(sorted.length / 2 + reach)];
  return {
    median: quantile(sorted, 0.5),
    low,
    high,
    bound: Math.max(Math.abs(low), Math.abs(high)),
    usual: quantile(times, 0.5),
    samePairs,
  };
}
