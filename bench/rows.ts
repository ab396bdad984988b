import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { findPageTold, findSettingsAlong } from '../api/src/settings/queries.ts';
import { configurationSections } from '../api/src/settings/resolve.ts';
import { countUsers, listUsers } from '../api/src/users/list-queries.ts';
import { findUser } from '../api/src/users/queries.ts';
import { pageWanted } from '@storeward/contract/paging';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import { caller, load } from './load.ts';
import { start } from './product.ts';
import { type Statement, statementsOf, wholeScope } from './statements.ts';

/** One line of the table: what was done, the figure, the yardstick's figure in the same run, and the budget as a ratio. */
export type Row = {
  readonly work: string;
  readonly figure: number;
  readonly yardstick: number;
  readonly unit: string;
  readonly budget: number;
  readonly note?: string;
};

/** Where the product and its database are, and as whom the bench comes. */
export type Bench = {
  readonly port: number;
  readonly ownerUrl: string;
  readonly host: string;
  readonly userName: string;
  readonly org: { readonly id: string; readonly path: string };
  readonly seconds: number;
};

/** How many ask at once. */
export const atOnce = 8;
const rounds = 5;
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Signs in, the way the browser does. */
export async function tokenOf({ port, host, userName }: Pick<Bench, 'port' | 'host' | 'userName'>): Promise<string> {
  const { ask, close } = caller(port, host);
  const answer = JSON.parse(await ask(signIn(host, userName))) as { result: { accessToken: string } };
  close();
  return answer.result.accessToken;
}

const signIn = (host: string, userName: string) => ({
  path: '/user-management/login',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: base64(userName), password: base64(demoPassword), domainName: base64(host) }),
});

/** Runs the product and its yardstick in turn, so that a noisy machine is noisy for both; answers the round whose ratio is in the middle. */
export async function inTurn(
  product: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<{ figure: number; yardstick: number }> {
  const pairs: { figure: number; yardstick: number }[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ figure: await product(), yardstick: await yardstick() });
  const ratio = (pair: (typeof pairs)[number]) => pair.figure / pair.yardstick;
  return pairs.sort((a, b) => ratio(a) - ratio(b))[Math.floor(rounds / 2)]!;
}

/** Signing in, sixteen at once, against the hash library alone; and what everybody else notices of it. */
export async function signInRows({ port, host, userName, seconds }: Bench): Promise<Row[]> {
  const { ask, close } = caller(port, host);
  const token = await tokenOf({ port, host, userName });
  const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  const crowd = () => load(() => ask(signIn(host, userName)), { atOnce: 16, seconds });
  const measured = await inTurn(
    async () => (await crowd()).perSecond,
    async () => (await load(() => hash(demoPassword, options), { atOnce: 2, seconds })).perSecond,
  );
  const times: number[] = [];
  const gone = new AbortController();
  const everybodyElse = async () => {
    while (!gone.signal.aborted) {
      const begun = performance.now();
      await ask({ path: '/user-management/users?size=5', headers: { authorization: `Bearer ${token}` } });
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const meanwhile = everybodyElse();
  await crowd();
  gone.abort();
  await meanwhile;
  const others = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  close();
  return [
    { work: 'sign-in, 16 at once', ...measured, unit: '/s', budget: 0.65 },
    { work: 'other requests meanwhile, p95', figure: others, yardstick: 100, unit: 'ms', budget: 1, note: 'at most' },
  ];
}

/** What a yardstick's connection is told, so that it plans as the product's do and stands in the same scope. */
export const optionsFor = ({ id, path }: Bench['org']) =>
  `-c TimeZone=UTC -c plan_cache_mode=force_generic_plan -c app.org=${id} -c app.lo=${path} -c app.hi=${path.slice(0, -1)}/`;

/** One read through the product against a bare route that runs the very same statement. */
async function againstBare(bench: Bench, path: string, { text, values }: Statement) {
  const { port, ownerUrl, host, org, seconds } = bench;
  const authorised = { authorization: `Bearer ${await tokenOf(bench)}` };
  const bare = await start(
    'bench/bare-server.ts',
    { DATABASE: ownerUrl, STATEMENT: text, VALUES: JSON.stringify(values), OPTIONS: optionsFor(org) },
    '/',
  );
  const [product, yardstick] = [caller(port, host), caller(bare.port, 'localhost')];
  const measured = await inTurn(
    async () => (await load(() => product.ask({ path, headers: authorised }), { atOnce, seconds })).perSecond,
    async () => (await load(() => yardstick.ask({ path: '/' }), { atOnce, seconds })).perSecond,
  );
  product.close();
  yardstick.close();
  await bare.stop();
  return measured;
}

/** The configuration of a store, with something set at each of the six levels above it. */
export async function configurationRows(bench: Bench): Promise<Row[]> {
  const { ownerUrl, org } = bench;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows: deepest } = await owner.query<{ id: string; levels: number }>(
    `select id, array_length(path_prefixes(tpath), 1) as levels from nodes
      where org_id = $1 and node_type = 'STORE' and deleted_date is null order by levels desc, tpath limit 1`,
    [org.id],
  );
  const { id, levels } = deepest[0]!;
  await owner.query(
    `insert into setting_values (id, org_id, node_id, tpath, section, field, value, valid_from)
     select gen_random_uuid(), n.org_id, n.id, n.tpath, v.section, v.field, v.value::jsonb, '2026-01-01'
       from nodes n, (values ('ebasketDisplay', 'displayName', '"Basket"'), ('nodeConfig', 'autoLogoutDuration', '"00:20:00"'),
         ('theme', 'primaryColour', '"#0B6E69"'), ('theme', 'textColour', '"#10201F"'), ('theme', 'fontSize', '"15px"')) v (section, field, value)
      where n.org_id = $1 and n.tpath = any(path_prefixes((select tpath from nodes where id = $2)))
         on conflict do nothing`,
    [org.id, id],
  );
  await owner.end();
  const [statement] = await statementsOf((db) =>
    findSettingsAlong(db, wholeScope(org.id, org.path), id, configurationSections),
  );
  const wanted = { types: ['STORE'] as const, pattern: null, offset: 0, limit: 100 };
  const [page] = await statementsOf((db) =>
    findPageTold(db, wholeScope(org.id, org.path), org.id, 'theme', wanted).then(() => undefined),
  );
  return [
    {
      work: `node configuration, resolved over ${levels} levels`,
      unit: '/s',
      budget: 0.4,
      ...(await againstBare(bench, `/node-management/node/${id}/configuration`, statement!)),
    },
    {
      work: 'settings of 100 stores on one page',
      unit: '/s',
      budget: 0.4,
      ...(await againstBare(bench, `/node-management/node/${org.id}/settings/theme/places?size=100`, page!)),
    },
  ];
}

/** The user list: first page, row 50,000, search; and one user. */
export async function userRows(bench: Bench): Promise<Row[]> {
  const { port, ownerUrl, host, userName, org, seconds } = bench;
  const token = await tokenOf(bench);
  const { ask, close } = caller(port, host);
  const authorised = { authorization: `Bearer ${token}` };
  const http = async (path: string) =>
    (await load(() => ask({ path, headers: authorised }), { atOnce, seconds })).perSecond;
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 16, options: optionsFor(org) });
  const names = new Map<string, string>();
  const named = ({ text, values }: Statement) => {
    if (!names.has(text)) names.set(text, `y${names.size}`);
    return { name: names.get(text)!, text, values: values as unknown[] };
  };
  const raw = async (statements: readonly Statement[]) =>
    (await load(() => Promise.all(statements.map((statement) => pool.query(named(statement)))), { atOnce, seconds }))
      .perSecond;

  const found = async (query: string) =>
    (
      JSON.parse(await ask({ path: `/user-management/users?size=1&${query}`, headers: authorised })) as {
        result: { id: string }[];
      }
    ).result[0]!.id;
  const id = await found('sort=name:asc');
  const me = await found(`search=${userName.split('@')[0]}`);
  const own = JSON.parse(await ask({ path: `/user-management/users/${me}`, headers: authorised })) as {
    result: { userRole: { modules: { accessRights: { shortName: string }[] }[] }[] };
  };
  const rights = own.result.userRole.flatMap(({ modules }) =>
    modules.flatMap(({ accessRights }) => accessRights.map(({ shortName }) => shortName)),
  );
  const whole = wholeScope(org.id, org.path);
  const listing = (query: Parameters<typeof pageWanted>[0]) =>
    statementsOf(async (db) => {
      const wanted = pageWanted(query, 'name:asc');
      await listUsers(db, whole, wanted, undefined, rights);
      await countUsers(db, whole, wanted);
    });

  const rows: Row[] = [];
  const first = await listing({ size: 25 });
  const page = '/user-management/users?size=25';
  rows.push({
    work: 'list 25 users, first page with total',
    ...(await inTurn(
      () => http(page),
      () => raw(first),
    )),
    unit: '/s',
    budget: 0.4,
  });

  // a small retailer has no such row
  const { next: far } = JSON.parse(await ask({ path: `${page}&page=1999`, headers: authorised })) as { next?: string };
  if (far) {
    const there = `${page}&page=2000&cursor=${far}`;
    rows.push({
      work: 'the same, row 50,000',
      ...(await inTurn(
        () => http(there),
        () => http(page),
      )),
      unit: '/s',
      budget: 0.6,
      note: 'of the first page',
    });
  }
  const searched = await listing({ size: 25, search: 'chen' });
  rows.push({
    work: 'search users by part of a name',
    ...(await inTurn(
      () => http(`${page}&search=chen`),
      () => raw(searched),
    )),
    unit: '/s',
    budget: 0.5,
  });

  const [one] = await statementsOf((db) => findUser(db, whole, id, { userId: id, roleId: null, accessRights: rights }));
  rows.push({
    work: 'get one user',
    unit: '/s',
    budget: 0.4,
    ...(await againstBare(bench, `/user-management/users/${id}`, one!)),
  });
  rows.push({
    work: 'who may what, against reading one user',
    unit: '/s',
    budget: 0.15,
    ...(await againstBare(bench, `/user-management/users/${id}/access?permission=VIEW_USER`, one!)),
  });
  await pool.end();
  close();
  return rows;
}
