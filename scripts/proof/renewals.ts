import { cheapHashCosts, type Figure, kestrel, type ProofOptions, withDatabase } from './setup.ts';
import { type ProductResponse, type Client, createClient, product, signIn } from './product.ts';

const concurrency = 64;

/** Renews one token 64 times concurrently over two processes, and renews while signing out; checks which sessions survive. */
export function renewals({ rounds = 200, log }: ProofOptions): Promise<Figure[]> {
  return withDatabase(cheapHashCosts, async ({ settings }) => {
    const processes = [await product(settings), await product(settings)];
    for (const running of processes) await running.start();
    const clients = processes.map(({ port }) => createClient(port, kestrel.host));
    try {
      const { families, retried } = await renewConcurrently(clients, rounds, log);
      const alive = await renewDuringSignOut(clients, Math.round(rounds * 2.5), log);
      return [
        {
          label: `one token renewed ${concurrency} times concurrently by two processes: exactly one token family stays valid`,
          measured: `${families} of ${rounds}, ${retried} responses were 503`,
          expected: 'all',
          passed: families === rounds,
        },
        {
          label: `renewal concurrent with sign-out, ${Math.round(rounds * 2.5)} rounds: sessions alive afterwards`,
          measured: String(alive),
          expected: '0',
          passed: alive === 0,
        },
      ];
    } finally {
      for (const client of clients) client.close();
      for (const running of processes) await running.stop();
    }
  });
}

type Tokens = { readonly accessToken: string; readonly refreshToken: string };

const tokensIn = ({ text }: ProductResponse) => (JSON.parse(text) as { result: Tokens }).result;
const signInTokens = async (client: Client) => tokensIn(await client.send(signIn(kestrel.host, kestrel.admin)));
const renewal = ({ refreshToken }: Tokens) => ({
  path: '/user-management/refresh-token',
  method: 'POST',
  body: { clientId: 'portal-web', refreshToken },
});
const as = ({ accessToken }: Tokens) => ({ headers: { authorization: `Bearer ${accessToken}` } });
const isAlive = async (client: Client, tokens: Tokens) =>
  (await client.send({ path: '/user-management/sessions', ...as(tokens) })).status === 200;

async function renewConcurrently(clients: readonly Client[], rounds: number, log: ProofOptions['log']) {
  let families = 0;
  let retried = 0;
  for (let round = 0; round < rounds; round += 1) {
    const first = await signInTokens(clients[0]!);
    const responses = await Promise.all(
      Array.from({ length: concurrency }, (_, index) => clients[index % clients.length]!.send(renewal(first))),
    );
    const renewed = responses.filter(({ status }) => status === 200).map(tokensIn);
    const refreshTokens = new Set(renewed.map(({ refreshToken }) => refreshToken));
    const next = renewed[0] && (await clients[1]!.send(renewal(renewed[0])));
    // a 503 is retried by clients; no other rejection is allowed, and the token family must stay valid
    const unavailable = responses.filter(({ status }) => status === 503).length;
    retried += unavailable;
    if (renewed.length + unavailable === concurrency && refreshTokens.size === 1 && next?.status === 200) families += 1;
    if ((round + 1) % 50 === 0) log(`${round + 1} of ${rounds} rounds of concurrent renewal`);
  }
  return { families, retried };
}

async function renewDuringSignOut(
  clients: readonly Client[],
  rounds: number,
  log: ProofOptions['log'],
): Promise<number> {
  let alive = 0;
  for (let round = 0; round < rounds; round += 1) {
    const tokens = await signInTokens(clients[0]!);
    const [response] = await Promise.all([
      clients[round % 2]!.send(renewal(tokens)),
      clients[(round + 1) % 2]!.send({ path: '/user-management/logout', method: 'POST', ...as(tokens) }),
    ]);
    const last = response.status === 200 ? tokensIn(response) : tokens;
    if ((await isAlive(clients[0]!, last)) || (await clients[0]!.send(renewal(last))).status === 200) alive += 1;
    if ((round + 1) % 100 === 0) log(`${round + 1} of ${rounds} rounds of renewal during sign-out`);
  }
  return alive;
}
