import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { demoPassword } from '../seed/demo-accounts.ts';
import { demoSecretWord } from '../seed/load.ts';
import {
  type Figure,
  kestrel,
  percentile,
  rowsOf,
  type ProofOptions,
  standardHashCosts,
  withDatabase,
} from './setup.ts';
import { type Client, createClient, product, type ProductRequest, signIn } from './product.ts';

const warmUpPairs = 10;
/** Maximum difference of the medians in milliseconds. */
const maxDifference = 2;
const unlimited = '1000000';
const noLimits = {
  ADDRESS_TRIES: unlimited,
  SIGN_IN_TRIES: unlimited,
  SIGN_IN_TRIES_IN_ROW: unlimited,
  RECOVERY_MAILS: unlimited,
};
const lockedAtOnce = { ...noLimits, SIGN_IN_TRIES: '1' };
const hardened = { ...noLimits, SECURITY_PROFILE: 'hardened' };
const wrongPassword = 'Wrong-portal-26';
const wrongSecretWord = 'blackbird';

/** An existing user. */
type ExistingUser = { readonly userName: string; readonly emailId: string; readonly domainName: string };

/** Two requests whose response times must be indistinguishable. */
type Pair = readonly [first: ProductRequest, second: ProductRequest];

/** Builds a pair of requests for an unknown and an existing user; clears the counted attempts. */
type Setup = {
  readonly requestPair: (requestFor: (user: ExistingUser) => ProductRequest) => Pair;
  readonly resetLimits: () => Promise<unknown>;
};

/** A comparison: environment variables of the product, and the untimed preparation of both requests. */
type Comparison = {
  readonly label: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly status: number;
  readonly pairOf: (client: Client) => Pair | Promise<Pair>;
};

/** Whether the time of a failed sign-in reveals that the name exists, or, for a locked name, that the password was right. */
export const signInTiming = (options: ProofOptions): Promise<Figure[]> => timing(options, signIns);

/** Whether the time of a recovery request reveals that a user exists. */
export const recoveryTiming = (options: ProofOptions): Promise<Figure[]> => timing(options, recoveries);

function timing({ rounds = 300, log }: ProofOptions, comparisons: (setUp: Setup) => readonly Comparison[]) {
  return withDatabase(standardHashCosts, async ({ settings }) => {
    const send = (sql: string, values: readonly unknown[] = []) => rowsOf(settings['DATABASE_URL']!, sql, values);
    const users = (await send(
      `select u.user_name as "userName", u.email_id as "emailId", u.domain_name as "domainName"
         from users u join portal_hosts h on h.org_id = u.org_id where h.host = $1 and u.status`,
      [kestrel.host],
    )) as ExistingUser[];
    const setUp: Setup = {
      requestPair(requestFor) {
        const existingUser = users[Math.floor(Math.random() * users.length)]!;
        return [requestFor(existingUser), requestFor(unknownUserLike(existingUser))];
      },
      resetLimits: () => send('delete from failed_attempts'),
    };
    const figures: Figure[] = [];
    for (const comparison of comparisons(setUp)) {
      figures.push(
        ...(await compare({ ...comparison, settings: { ...settings, ...comparison.settings } }, rounds, log)),
      );
    }
    return figures;
  });
}

/** An unknown user of the same domain with a name and address of equal length. */
function unknownUserLike({ userName, emailId, domainName }: ExistingUser): ExistingUser {
  const letters = (count: number) => randomBytes(count).toString('hex').slice(0, count);
  const at = emailId.indexOf('@');
  return { userName: letters(userName.length), emailId: letters(at) + emailId.slice(at), domainName };
}

function signIns({ requestPair }: Setup): readonly Comparison[] {
  const failedSignIn = ({ userName, domainName }: ExistingUser) =>
    signIn(kestrel.host, `${userName}@${domainName}`, wrongPassword);
  return [
    {
      label: 'rejected sign-ins, unknown minus known name',
      settings: noLimits,
      status: 400,
      pairOf: () => requestPair(failedSignIn),
    },
    {
      label: 'rejected sign-ins, locked name, right minus wrong password',
      settings: lockedAtOnce,
      status: 400,
      pairOf: () => [
        signIn(kestrel.host, kestrel.admin, wrongPassword),
        signIn(kestrel.host, kestrel.admin, demoPassword),
      ],
    },
  ];
}

function recoveries({ requestPair, resetLimits }: Setup): readonly Comparison[] {
  return [
    {
      label: 'recoveries started by e-mail, hardened profile, unknown minus known address',
      settings: hardened,
      status: 200,
      pairOf: () => requestPair(byMail),
    },
    {
      label: 'recovery mails requested, hardened profile, unknown minus known address',
      settings: hardened,
      status: 200,
      async pairOf(client) {
        const [existing, unknown] = requestPair(byMail);
        return [await mailRequestAfter(client, existing), await mailRequestAfter(client, unknown)];
      },
    },
    {
      label: 'wrong secret words, unknown minus known name',
      settings: noLimits,
      status: 400,
      async pairOf() {
        await resetLimits(); // the secret word has a rate limit of its own, which is reached after a few attempts
        return requestPair((user) => bySecretWord(user));
      },
    },
    {
      label: 'attribute checks, wrong secret word, unknown minus known name',
      settings: noLimits,
      status: 200,
      async pairOf() {
        await resetLimits();
        return requestPair((user) => ({ ...bySecretWord(user), path: checkAttributes }));
      },
    },
    {
      label: 'secret words, hardened profile, unknown name minus known name with the right word',
      settings: hardened,
      status: 400,
      pairOf: () => requestPair((user) => bySecretWord(user, demoSecretWord)),
    },
  ];
}

const checkAttributes = '/user-management/resetpassword/validate-attributes';
const begin = (body: object): ProductRequest => ({ path: '/user-management/validate-email-id', method: 'POST', body });
const byMail = ({ emailId, domainName }: ExistingUser) => begin({ emailId, domainName });
const bySecretWord = ({ userName: username, domainName }: ExistingUser, secretWord = wrongSecretWord) =>
  begin({ username, domainName, secretWord });

/** The second step of a recovery; the first is done untimed. */
async function mailRequestAfter(client: Client, beginRequest: ProductRequest): Promise<ProductRequest> {
  const { text } = await client.send(beginRequest);
  const { result } = JSON.parse(text) as { result: { userId: string } };
  return { path: `/user-management/send-email/${result.userId}`, method: 'PUT', body: {} };
}

/** Measures alternating pairs; a noisy result is measured a second time. */
async function compare(comparison: Comparison, rounds: number, log: ProofOptions['log']): Promise<Figure[]> {
  const { label, settings } = comparison;
  const running = await product(settings);
  await running.start();
  const client = createClient(running.port, kestrel.host, 1);
  try {
    let result = await measure(client, rounds, comparison);
    if (result.bound > maxDifference) {
      log(`${label}: the bound is ${result.bound.toFixed(2)} ms; measuring again`);
      result = await measure(client, rounds, comparison);
    }
    const { median, low, high, bound, responseTime, equalPairs } = result;
    const range = `${median.toFixed(2)} ms (95%: ${low.toFixed(2)} to ${high.toFixed(2)}; a response takes ${responseTime.toFixed(0)} ms)`;
    return [
      {
        label: `${rounds} pairs of ${label}: median difference`,
        measured: range,
        expected: `within ${maxDifference} ms`,
        passed: bound <= maxDifference,
      },
      {
        label: `${label}: responses that differ in more than time`,
        measured: String(rounds - equalPairs),
        expected: '0',
        passed: equalPairs === rounds,
      },
    ];
  } finally {
    client.close();
    await running.stop();
  }
}

/** Pause in milliseconds before each request, so that background work of the previous one is not timed. */
const rest = 25;

async function measure(client: Client, rounds: number, { status, pairOf }: Comparison) {
  const differences: number[] = [];
  const times: number[] = [];
  let equalPairs = 0;
  const sendTimed = async (request: ProductRequest) => {
    await delay(rest);
    const startedAt = performance.now();
    const response = await client.send(request);
    const took = performance.now() - startedAt;
    if (response.status !== status)
      throw new Error(`Unexpected response of ${request.path}: ${response.status} ${response.text}`);
    return { took, text: response.text.replaceAll(/[\w-]{43}/g, '(random token)') };
  };
  for (let pair = -warmUpPairs; pair < rounds; pair += 1) {
    const [left, right] = await pairOf(client);
    const inOrder = Math.random() < 0.5;
    const first = await sendTimed(inOrder ? left : right);
    const second = await sendTimed(inOrder ? right : left);
    if (pair < 0) continue;
    if (first.text === second.text) equalPairs += 1;
    differences.push(inOrder ? second.took - first.took : first.took - second.took);
    times.push(first.took, second.took);
  }
  const sorted = differences.toSorted((a, b) => a - b);
  // order statistics that bound the median with 95% confidence
  const reach = 0.98 * Math.sqrt(sorted.length);
  const at = (index: number) => sorted[Math.max(0, Math.min(sorted.length - 1, Math.round(index)))]!;
  const [low, high] = [at(sorted.length / 2 - reach - 1), at(sorted.length / 2 + reach)];
  return {
    median: percentile(sorted, 0.5),
    low,
    high,
    bound: Math.max(Math.abs(low), Math.abs(high)),
    responseTime: percentile(times, 0.5),
    equalPairs,
  };
}
