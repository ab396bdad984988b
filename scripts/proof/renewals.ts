import { cheap, type Figure, kestrel, type Wish, withDatabase } from './ground.ts';
import { type Answer, type Caller, caller, product, signIn } from './product.ts';

const atOnce = 64;

/** Renews one token sixty-four times at once over two processes, and renews while signing out: what is alive afterwards. */
export function renewals({ rounds = 200, say }: Wish): Promise<Figure[]> {
  return withDatabase(cheap, async ({ settings }) => {
    const both = [await product(settings), await product(settings)];
    for (const running of both) await running.start();
    const clients = both.map(({ port }) => caller(port, kestrel.host));
    try {
      const { lines, later } = await renewedAtOnce(clients, rounds, say);
      const alive = await renewedWhileLeft(clients, Math.round(rounds * 2.5), say);
      return [
        {
          what: `one token ${atOnce} times at once over two processes: exactly one line of tokens lives on`,
          seen: `${lines} of ${rounds}, ${later} answers asked to come later`,
          promised: 'all',
          kept: lines === rounds,
        },
        {
          what: `renewing against signing out, ${Math.round(rounds * 2.5)} rounds: alive afterwards`,
          seen: String(alive),
          promised: '0',
          kept: alive === 0,
        },
      ];
    } finally {
      for (const client of clients) client.close();
      for (const running of both) await running.stop();
    }
  });
}

type Tokens = { readonly accessToken: string; readonly refreshToken: string };

const tokensIn = ({ text }: Answer) => (JSON.parse(text) as { result: Tokens }).result;
const begun = async (client: Caller) => tokensIn(await client.send(signIn(kestrel.host, kestrel.admin)));
const renewal = ({ refreshToken }: Tokens) => ({
  path: '/user-management/refresh-token',
  method: 'POST',
  body: { clientId: 'portal-web', refreshToken },
});
const as = ({ accessToken }: Tokens) => ({ headers: { authorization: `Bearer ${accessToken}` } });
const isAlive = async (client: Caller, tokens: Tokens) =>
  (await client.send({ path: '/user-management/sessions', ...as(tokens) })).status === 200;

async function renewedAtOnce(clients: readonly Caller[], rounds: number, say: Wish['say']) {
  let lines = 0;
  let later = 0;
  for (let round = 0; round < rounds; round += 1) {
    const first = await begun(clients[0]!);
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, index) => clients[index % clients.length]!.send(renewal(first))),
    );
    const renewed = answers.filter(({ status }) => status === 200).map(tokensIn);
    const line = new Set(renewed.map(({ refreshToken }) => refreshToken));
    const next = renewed[0] && (await clients[1]!.send(renewal(renewed[0])));
    // whoever could not be answered in time comes again; nobody may be turned away, and the line has to live on
    const unanswered = answers.filter(({ status }) => status === 503).length;
    later += unanswered;
    if (renewed.length + unanswered === atOnce && line.size === 1 && next?.status === 200) lines += 1;
    if ((round + 1) % 50 === 0) say(`${round + 1} of ${rounds} rounds at once`);
  }
  return { lines, later };
}

async function renewedWhileLeft(clients: readonly Caller[], rounds: number, say: Wish['say']): Promise<number> {
  let alive = 0;
  for (let round = 0; round < rounds; round += 1) {
    const tokens = await begun(clients[0]!);
    const [answer] = await Promise.all([
      clients[round % 2]!.send(renewal(tokens)),
      clients[(round + 1) % 2]!.send({ path: '/user-management/logout', method: 'POST', ...as(tokens) }),
    ]);
    const last = answer.status === 200 ? tokensIn(answer) : tokens;
    if ((await isAlive(clients[0]!, last)) || (await clients[0]!.send(renewal(last))).status === 200) alive += 1;
    if ((round + 1) % 100 === 0) say(`${round + 1} of ${rounds} rounds against signing out`);
  }
  return alive;
}
