import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { prepareDatabase } from '../../api/src/platform/database/server/prepare.ts';
import { startPostgres } from '../../api/src/platform/database/server/postgres.ts';
import { hashing } from '../../api/src/platform/security/hashing.ts';
import { seedSize } from '../seed/sizes.ts';
import { everydayRequests, type EverydayRecords } from './everyday-requests.ts';
import { type Client, createClient, product, signedIn } from './product.ts';
import { cheapHashCosts, type Figure, type ProofOptions, rowsOf, withTempFolder } from './setup.ts';
import { loggedStatements, logLength, logPlans, type StatementRun } from './statement-plans.ts';

const host = 'big.localhost';
/** Three in ten of the largest organisation’s users. */
const mostVisited = 150_000;
const roundsBefore = 2;

/** What was read, by whom, and the statements of it. */
type Walked = {
  readonly path: string;
  readonly reader: string;
  readonly status: number;
  readonly runs: readonly StatementRun[];
};

/**
 * The plans of what people read and change every day, in the largest organisation of size L: no scan visits more than three in ten
 * of its users. The figures are the twenty most frequent statements, and each that does.
 */
export function statementPlans({ log }: ProofOptions): Promise<Figure[]> {
  return withTempFolder(async (dataDir) => {
    const key = randomBytes(32);
    const hasher = hashing(cheapHashCosts, key);
    const server = await startPostgres({ dataDir });
    try {
      const { ownerUrl } = server;
      await prepareDatabase({ databaseUrl: ownerUrl, databaseAppUrl: undefined, dataDir }, key, () => undefined);
      await seedSize(ownerUrl, 'L', hasher, log);
      await restrictEverywhere(ownerUrl);
      await rowsOf(ownerUrl, 'vacuum (analyze)');
      await logPlans(ownerUrl);
      const running = await product({
        DATABASE_URL: ownerUrl,
        SECRET_KEY: key.toString('hex'),
        ENVIRONMENT: 'testing',
        DATA_DIR: join(dataDir, 'unused'),
        HASH_MEMORY_KIB: String(cheapHashCosts.memoryKib),
        HASH_PASSES: String(cheapHashCosts.passes),
      });
      await running.start();
      const client = createClient(running.port, host);
      try {
        return report(await walk({ client, ownerUrl, logFile: join(dataDir, 'postgres.log'), log }), log);
      } finally {
        client.close();
        await running.stop();
      }
    } finally {
      await server.stop();
    }
  });
}

/** A field that every node of the organisation locks, and a row of a list that all its stores hide. */
async function restrictEverywhere(ownerUrl: string): Promise<void> {
  const nodes = 'nodes n join portal_hosts h on h.org_id = n.org_id and h.host = $1 where n.deleted_date is null';
  const columns = 'setting_values (id, org_id, node_id, tpath, section, field, value, mode)';
  await rowsOf(
    ownerUrl,
    `insert into ${columns} select gen_random_uuid(), n.org_id, n.id, n.tpath, 'theme', 'fontSize', '"15px"', 'locked' from ${nodes}
       and not exists (select from setting_values v where v.org_id = n.org_id and v.node_id = n.id and v.field = 'fontSize')`,
    [host],
  );
  await rowsOf(
    ownerUrl,
    `insert into ${columns} select gen_random_uuid(), n.org_id, n.id, n.tpath, 'reasons', 'reasons/' || $2,
            case when n.parent_id is null then $3::jsonb else '{"action":"hide"}' end, 'free'
       from ${nodes} and (n.parent_id is null or n.node_type = 'STORE')`,
    [
      host,
      randomUUID(),
      JSON.stringify({
        action: 'add',
        after: 'last',
        values: { reasonId: 'P1', category: 'return', description: 'Price' },
      }),
    ],
  );
}

type Walk = Pick<ProofOptions, 'log'> & {
  readonly client: Client;
  readonly ownerUrl: string;
  readonly logFile: string;
};

async function walk({ client, ownerUrl, logFile, log }: Walk): Promise<Walked[]> {
  const records = await recordsOf(ownerUrl);
  const walked: Walked[] = [];
  for (const reader of ['org.admin', 'region.manager', 'store.manager']) {
    log(`requests of ${reader}`);
    const keep = async (path: string, send: () => Promise<number>) => {
      const from = await logLength(logFile);
      const status = await send();
      await logLength(logFile);
      walked.push({ path, reader, status, runs: loggedStatements(logFile, from) });
    };
    let headers: Record<string, string> = {};
    await keep('sign-in', async () => {
      headers = { ...(await signedIn(client, host, `${reader}@big.example`)), host };
      return 200;
    });
    for (const path of everydayRequests(records)) {
      // the first ones fill the caches of the process and of its connections
      for (let round = 0; round < roundsBefore; round += 1) await client.send({ path, headers });
      await keep(path, async () => (await client.send({ path, headers })).status);
    }
    const path = `/user-management/users/${records.user}`;
    const read = await client.send({ path, headers });
    if (read.status !== 200) continue;
    const { result } = JSON.parse(read.text) as { result: Record<string, unknown> };
    const kept = ['lastName', 'emailId', 'phoneNumber', 'language', 'timeZone', 'country'];
    const body = { ...Object.fromEntries(kept.map((name) => [name, result[name]])), firstName: `By ${reader}` };
    await keep('save of a user', async () => (await client.send({ method: 'PUT', path, headers, body })).status);
  }
  return walked;
}

async function recordsOf(ownerUrl: string): Promise<EverydayRecords> {
  const [records] = await rowsOf<EverydayRecords>(
    ownerUrl,
    `select h.org_id as root, a.node_id as store, u.id as "user", a.role_id as role,
            (select p.id from products p where p.org_id = h.org_id order by p.id limit 1) as product,
            (select substr(name_norm, 2, 4) from users where org_id = h.org_id order by id offset 1000 limit 1) as part
       from portal_hosts h
       join users m on m.org_id = h.org_id and m.user_name = 'store.manager'
       join users u on u.org_id = h.org_id and u.node_id = m.node_id and u.id <> m.id and u.user_name <> 'store.user'
       join assignments a on a.org_id = u.org_id and a.user_id = u.id
      where h.host = $1 order by u.id limit 1`,
    [host],
  );
  if (!records) throw new Error('The store of the store manager has no other user.');
  return records;
}

function report(walked: readonly Walked[], log: ProofOptions['log']): Figure[] {
  const failed = walked.filter(
    ({ reader, status }) => status !== 200 && !(reader !== 'org.admin' && [403, 404].includes(status)),
  );
  const byText = new Map<string, { runs: StatementRun[]; widest: Walked; most: StatementRun }>();
  for (const request of walked)
    for (const run of request.runs) {
      const known = byText.get(run.text);
      if (!known) byText.set(run.text, { runs: [run], widest: request, most: run });
      else {
        known.runs.push(run);
        if (run.visited > known.most.visited) Object.assign(known, { widest: request, most: run });
      }
    }
  const statements = [...byText.values()].toSorted((a, b) => b.runs.length - a.runs.length);
  for (const { runs, most, widest } of statements.toSorted((a, b) => b.most.visited - a.most.visited).slice(0, 40))
    log(
      `${most.visited} rows, ${most.buffers} buffers, ${most.milliseconds} ms, ${runs.length} runs, ${widest.reader} ${widest.path}: ${most.scan}: ${most.text.slice(0, 160)}`,
    );
  const shown = statements.filter(({ most }, rank) => rank < 20 || most.visited > mostVisited);
  return [
    {
      label: `requests of three people in the largest organisation of size L`,
      measured: `${walked.length}, unexpected: ${failed.map(({ reader, path, status }) => `${reader} ${path} ${status}`).join(', ') || 'none'}`,
      expected: 'answered',
      passed: failed.length === 0,
    },
    ...shown.map(({ runs, most, widest }) => ({
      label: `${widest.reader}: ${most.text.slice(0, 70)}`,
      measured: `${runs.length} runs, at most ${most.visited} rows visited (${most.scan}), ${most.buffers} buffers, ${most.milliseconds} ms`,
      expected: `at most ${mostVisited} rows`,
      passed: most.visited <= mostVisited,
    })),
  ];
}
