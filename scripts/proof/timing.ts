import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { demoPassword } from '../seed/demo-accounts.ts';
import { demoSecretWord } from '../seed/load.ts';
import { type Figure, kestrel, quantile, rowsOf, type Wish, withDatabase } from './ground.ts';
import { type Caller, caller, product, type Sent, signIn } from './product.ts';

const costs = { memoryKib: 19_456, passes: 2, parallelism: 1, atOnce: 2, queueSeconds: 60 };
const warmUp = 10;
const allowed = 2;
const without = '1000000';
const noLimits = {
  ADDRESS_TRIES: without,
  SIGN_IN_TRIES: without,
  SIGN_IN_TRIES_IN_ROW: without,
  RECOVERY_MAILS: without,
};
const lockedAtOnce = { ...noLimits, SIGN_IN_TRIES: '1' };
const hardened = { ...noLimits, SECURITY_PROFILE: 'hardened' };
const wrongPassword = 'Wrong-portal-26';
const wrongWord = 'blackbird';

/** Somebody who exists. */
type Somebody = { readonly userName: string; readonly emailId: string; readonly domainName: string };

/** Two requests that must not be told apart. */
type Pair = readonly [one: Sent, other: Sent];

/** Asks the same of somebody and of nobody; forgets all tries there were. */
type Ground = {
  readonly both: (ask: (who: Somebody) => Sent) => Pair;
  readonly forgive: () => Promise<unknown>;
};

/** What is compared: on which installation, and how the two are made ready, whose making is not timed. */
type Comparison = {
  readonly what: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly status: number;
  readonly pairOf: (client: Caller) => Pair | Promise<Pair>;
};

/** Whether the time of a refused sign-in tells if the name exists, or, of a locked name, if the password was right. */
export const signInTiming = (wish: Wish): Promise<Figure[]> => timing(wish, signIns);

/** Whether the time of a recovery, by e-mail or by secret word, tells if somebody exists. */
export const recoveryTiming = (wish: Wish): Promise<Figure[]> => timing(wish, recoveries);

function timing({ rounds = 300, say }: Wish, comparisons: (ground: Ground) => readonly Comparison[]) {
  return withDatabase(costs, async ({ settings }) => {
    const ask = (sql: string, values: readonly unknown[] = []) => rowsOf(settings['DATABASE_URL']!, sql, values);
    const people = (await ask(
      `select u.user_name as "userName", u.email_id as "emailId", u.domain_name as "domainName"
         from users u join portal_hosts h on h.org_id = u.org_id where h.host = $1 and u.status`,
      [kestrel.host],
    )) as Somebody[];
    const ground: Ground = {
      both(asked) {
        const somebody = people[Math.floor(Math.random() * people.length)]!;
        return [asked(somebody), asked(nobodyLike(somebody))];
      },
      forgive: () => ask('delete from attempts'),
    };
    const figures: Figure[] = [];
    for (const comparison of comparisons(ground)) {
      const own = { ...settings, ...comparison.settings };
      figures.push(...(await compared({ ...comparison, settings: own }, rounds, say)));
    }
    return figures;
  });
}

/** Somebody who does not exist, of the same domain, with a name and an address as long. */
function nobodyLike({ userName, emailId, domainName }: Somebody): Somebody {
  const letters = (count: number) => randomBytes(count).toString('hex').slice(0, count);
  const at = emailId.indexOf('@');
  return { userName: letters(userName.length), emailId: letters(at) + emailId.slice(at), domainName };
}

function signIns({ both }: Ground): readonly Comparison[] {
  const wrongly = ({ userName, domainName }: Somebody) =>
    signIn(kestrel.host, `${userName}@${domainName}`, wrongPassword);
  return [
    {
      what: 'refused sign-ins, unknown name less known name',
      settings: noLimits,
      status: 400,
      pairOf: () => both(wrongly),
    },
    {
      what: 'refused sign-ins, locked name, right less wrong password',
      settings: lockedAtOnce,
      status: 400,
      pairOf: () => [
        signIn(kestrel.host, kestrel.admin, wrongPassword),
        signIn(kestrel.host, kestrel.admin, demoPassword),
      ],
    },
  ];
}

function recoveries({ both, forgive }: Ground): readonly Comparison[] {
  return [
    {
      what: 'recoveries begun by e-mail, hardened, unknown less known address',
      settings: hardened,
      status: 200,
      pairOf: () => both(byMail),
    },
    {
      what: 'recovery mails asked for, hardened, unknown less known address',
      settings: hardened,
      status: 200,
      async pairOf(client) {
        const [one, other] = both(byMail);
        return [await mailAfter(client, one), await mailAfter(client, other)];
      },
    },
    {
      what: 'wrong secret words, unknown name less known name',
      settings: noLimits,
      status: 400,
      async pairOf() {
        await forgive(); // the word has a count of its own, which closes this way after a few tries
        return both((who) => byWord(who));
      },
    },
    {
      what: 'checks of attributes, wrong secret word, unknown name less known name',
      settings: noLimits,
      status: 200,
      async pairOf() {
        await forgive();
        return both((who) => ({ ...byWord(who), path: checkAttributes }));
      },
    },
    {
      what: 'secret words in the hardened profile, right word of a known name less any of an unknown one',
      settings: hardened,
      status: 400,
      pairOf: () => both((who) => byWord(who, demoSecretWord)),
    },
  ];
}

const checkAttributes = '/user-management/resetpassword/validate-attributes';
const begin = (body: object): Sent => ({ path: '/user-management/validate-email-id', method: 'POST', body });
const byMail = ({ emailId, domainName }: Somebody) => begin({ emailId, domainName });
const byWord = ({ userName: username, domainName }: Somebody, secretWord = wrongWord) =>
  begin({ username, domainName, secretWord });

/** What follows once a recovery was begun, which is begun for it. */
async function mailAfter(client: Caller, begun: Sent): Promise<Sent> {
  const { text } = await client.send(begun);
  const { result } = JSON.parse(text) as { result: { userId: string } };
  return { path: `/user-management/send-email/${result.userId}`, method: 'PUT', body: {} };
}

/** Asks in pairs, in turn, once more should the first look be too noisy. */
async function compared(comparison: Comparison, rounds: number, say: Wish['say']): Promise<Figure[]> {
  const { what, settings } = comparison;
  const running = await product(settings);
  await running.start();
  const client = caller(running.port, kestrel.host, 1);
  try {
    let found = await measured(client, rounds, comparison);
    if (found.bound > allowed) {
      say(`${what}: the bound is ${found.bound.toFixed(2)} ms; looking once more`);
      found = await measured(client, rounds, comparison);
    }
    const { median, low, high, bound, usual, samePairs } = found;
    const range = `${median.toFixed(2)} ms (95%: ${low.toFixed(2)} to ${high.toFixed(2)}; an answer takes ${usual.toFixed(0)} ms)`;
    return [
      {
        what: `${rounds} pairs of ${what}: median difference`,
        seen: range,
        promised: `within ${allowed} ms`,
        kept: bound <= allowed,
      },
      {
        what: `${what}: answers that differ in more than time`,
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

/** How long the product has to itself before each question: what the one before left it to do is not timed with the next. */
const rest = 25;

async function measured(client: Caller, rounds: number, { status, pairOf }: Comparison) {
  const differences: number[] = [];
  const times: number[] = [];
  let samePairs = 0;
  const answered = async (sent: Sent) => {
    await pause(rest);
    const begun = performance.now();
    const answer = await client.send(sent);
    const took = performance.now() - begun;
    if (answer.status !== status) throw new Error(`${sent.path} was answered with ${answer.status} ${answer.text}`);
    return { took, told: answer.text.replaceAll(/[\w-]{43}/g, 'a word by chance') };
  };
  for (let pair = -warmUp; pair < rounds; pair += 1) {
    const [one, other] = await pairOf(client);
    const inOrder = Math.random() < 0.5;
    const first = await answered(inOrder ? one : other);
    const second = await answered(inOrder ? other : one);
    if (pair < 0) continue;
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
