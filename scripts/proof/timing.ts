import { randomBytes } from 'node:crypto';
import { demoAccounts, demoPassword } from '../seed/demo-accounts.ts';
import { type Figure, kestrel, quantile, type Wish, withDatabase } from './ground.ts';
import { type Caller, caller, product, signIn } from './product.ts';

const costs = { memoryKib: 19_456, passes: 2, parallelism: 1, atOnce: 2, queueSeconds: 60 };
const warmUp = 10;
const allowed = 2;
const noLimits = { ADDRESS_TRIES: '1000000', SIGN_IN_TRIES: '1000000', SIGN_IN_TRIES_IN_ROW: '1000000' };
const lockedAtOnce = { ...noLimits, SIGN_IN_TRIES: '1' };
const wrongPassword = 'Wrong-portal-26';

const names = demoAccounts.filter(({ portal }) => portal === kestrel.host).map(({ userName }) => userName);
const anyName = () => names[Math.floor(Math.random() * names.length)]!;

/** Two tries at signing in that must not be told apart. */
type Pair = readonly [one: Try, other: Try];
type Try = { readonly userName: string; readonly password: string };

/** Whether the time of a refused sign-in tells if the name exists, or, of a locked name, if the password was right. */
export function signInTiming({ rounds = 300, say }: Wish): Promise<Figure[]> {
  return withDatabase(costs, async ({ settings }) => [
    ...(await compared({ ...settings, ...noLimits }, 'unknown name less known name', rounds, say, () => {
      const userName = anyName();
      const unknown = randomBytes(userName.length).toString('hex').slice(0, userName.length);
      return [
        { userName, password: wrongPassword },
        { userName: unknown, password: wrongPassword },
      ];
    })),
    ...(await compared({ ...settings, ...lockedAtOnce }, 'locked name, right less wrong password', rounds, say, () => {
      const userName = names[0]!;
      return [
        { userName, password: wrongPassword },
        { userName, password: demoPassword },
      ];
    })),
  ]);
}

/** Asks in pairs, in turn, once more should the first look be too noisy. */
async function compared(
  settings: Readonly<Record<string, string>>,
  what: string,
  rounds: number,
  say: Wish['say'],
  pairOf: () => Pair,
): Promise<Figure[]> {
  const running = await product(settings);
  await running.start();
  const client = caller(running.port, kestrel.host, 1);
  try {
    let found = await measured(client, rounds, pairOf);
    if (found.bound > allowed) {
      say(`${what}: the bound is ${found.bound.toFixed(2)} ms; looking once more`);
      found = await measured(client, rounds, pairOf);
    }
    const { median, low, high, bound, usual, samePairs } = found;
    const range = `${median.toFixed(2)} ms (95%: ${low.toFixed(2)} to ${high.toFixed(2)}; a refusal takes ${usual.toFixed(0)} ms)`;
    return [
      {
        what: `${rounds} pairs of refused sign-ins, ${what}: median difference`,
        seen: range,
        promised: `within ${allowed} ms`,
        kept: bound <= allowed,
      },
      {
        what: `${what}: refusals that differ in more than time`,
        seen: String(rounds - samePairs),
        promised: '0',
        kept: samePairs === rounds,
      },
    ];
  } finally {
    client.close();
    await running.stop();
  }
}

async function measured(client: Caller, rounds: number, pairOf: () => Pair) {
  const differences: number[] = [];
  const times: number[] = [];
  let samePairs = 0;
  const refused = async ({ userName, password }: Try) => {
    const begun = performance.now();
    const answer = await client.send(signIn(kestrel.host, userName, password));
    return { took: performance.now() - begun, told: `${answer.status} ${answer.text}` };
  };
  for (let pair = -warmUp; pair < rounds; pair += 1) {
    const [one, other] = pairOf();
    const inOrder = Math.random() < 0.5;
    const first = await refused(inOrder ? one : other);
    const second = await refused(inOrder ? other : one);
    if (pair < 0) continue;
    if (!first.told.startsWith('400 ')) throw new Error(`A refused sign-in was answered with ${first.told}`);
    if (first.told === second.told) samePairs += 1;
    differences.push(inOrder ? second.took - first.took : first.took - second.took);
    times.push(first.took, second.took);
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
