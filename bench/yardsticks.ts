import type { Duplex } from 'node:stream';
import { normalised } from '@storeward/contract/fields';
import { fullNameOf } from '@storeward/contract/full-names';
import { searchText } from '@storeward/contract/search';
import pg from 'pg';
import { newId } from '../api/src/platform/database/ids.ts';
import { sessionOptions, standardLimits } from '../api/src/platform/database/session-settings.ts';
import { client, load } from './load.ts';
import { type Bench, concurrency, deepestStore, measureAlternately, type Row, tokenOf } from './rows.ts';
import { wholeScope } from './statements.ts';
import { userUpdates } from './updates.ts';

const termCount = 32;

/**
 * Requests of the product against small statements written by hand on the same tables, which show what the product's own
 * SQL costs: a comparison with the same SQL cannot.
 */
export async function yardstickRows(bench: Bench): Promise<Row[]> {
  const { port, host, ownerUrl, appUrl, org, seconds } = bench;
  const { id: store, levels } = await deepestStore(bench);
  const { users, update, close: closeUpdates } = await userUpdates(bench);
  const { send, close } = client(port, host);
  const headers = { authorization: `Bearer ${await tokenOf(bench)}` };
  const get = (path: string) => send({ path, headers });
  const application = transactions(appUrl, bench, users[0]!.id);
  const owner = transactions(ownerUrl, bench, users[0]!.id);
  const [terms, path] = await withOwner(ownerUrl, async (connection) => [
    await searchTerms(connection, org.id),
    await pathOf(connection, store),
  ]);
  const measure = (request: () => Promise<unknown>, yardstick: () => Promise<unknown>) => {
    const rateOf = async (work: () => Promise<unknown>) => (await load(work, { concurrency, seconds })).perSecond;
    return measureAlternately(
      () => rateOf(request),
      () => rateOf(yardstick),
    );
  };

  const [requestedUser, readUser] = [inTurn(users), inTurn(users)];
  const [requestedTerm, readTerm] = [inTurn(terms), inTurn(terms)];
  const changedUser = inTurn(users);
  let changes = 0;
  const changeUser = () => {
    changes += 1;
    const user = changedUser();
    const { id, firstName, emailId, userName } = user;
    const lastName = `Changed ${changes}`;
    const columns = [
      lastName,
      normalised(fullNameOf({ firstName, lastName })),
      searchText(firstName, lastName, emailId, userName),
    ];
    const audited = [newId(), org.id, org.path, users[0]!.id, id, { lastName: user.lastName }, { lastName }];
    return application.run(prepare(userUpdate, [id, ...columns]), prepare(auditInsert, audited));
  };

  const rows: Row[] = [
    {
      work: 'get one user, against a user by primary key',
      unit: '/s',
      budget: 0.065,
      ...(await measure(
        () => get(`/user-management/users/${requestedUser().id}`),
        () => application.run(prepare(userByKey, [readUser().id])),
      )),
    },
    {
      work: 'list 25 users with total, against a page by key',
      unit: '/s',
      budget: 0.1,
      ...(await measure(
        () => get('/user-management/users?size=25'),
        () => application.run(prepare(userPage, [org.id, '', '00000000-0000-0000-0000-000000000000'])),
      )),
    },
    {
      // row-level security keeps the application's role from using the trigram index
      work: `search users by ${terms.length} terms with total, against a trigram search by the owner`,
      unit: '/s',
      budget: 0.2,
      ...(await measure(
        () => get(`/user-management/users?size=25&search=${requestedTerm()}`),
        () => owner.run(prepare(userSearch, [org.id, `%${readTerm()}%`])),
      )),
    },
    {
      work: 'update one user with audit entry, against an update and an insert by key',
      unit: '/s',
      budget: 0.15,
      ...(await measure(update, changeUser)),
    },
    {
      work: `node configuration over ${levels} levels, against its values by node`,
      unit: '/s',
      budget: 0.09,
      ...(await measure(
        () => get(`/node-management/node/${store}/configuration`),
        () => application.run(prepare(valuesOfNodes, [org.id, path])),
      )),
    },
  ];
  await Promise.all([application.close(), owner.close()]);
  closeUpdates();
  close();
  return rows;
}

const userByKey = `
  select id, user_name, domain_name, first_name, last_name, email_id, phone_number, language, time_zone, country, status, last_active,
         created_date, updated_date, version
    from users where id = $1`;

const userPage = `
  select u.id, u.user_name, u.first_name, u.last_name, u.email_id, u.status, u.last_active, u.version, n.name as node_name
    from users u left join nodes n on n.org_id = u.org_id and n.id = u.node_id
   where u.org_id = $1 and u.deleted_date is null and (u.name_norm, u.id) > ($2, $3)
   order by u.name_norm, u.id limit 26`;

const userSearch = `
  select u.id, u.user_name, u.first_name, u.last_name, u.email_id, u.status, u.last_active, u.version
    from users u where u.org_id = $1 and u.deleted_date is null and u.search_text like $2
   order by u.name_norm, u.id limit 26`;

const userUpdate = `
  update users set last_name = $2, name_norm = $3, search_text = $4, updated_date = now(), version = version + 1
   where id = $1 returning id, first_name, last_name, version`;

const auditInsert = `
  insert into audit (id, org_id, tpath, actor_id, action, entity, entity_id, before, after)
  values ($1, $2, $3, $4, 'user.updated', 'user', $5, $6, $7)`;

const valuesOfNodes = `
  select node_id, section, field, value, mode from setting_values
   where org_id = $1 and node_id = any($2::uuid[]) and ended_date is null order by tpath, valid_from`;

const names = new Map<string, string>();

/** A statement that each connection plans once. */
function prepare(text: string, values: readonly unknown[]): pg.QueryConfig {
  if (!names.has(text)) names.set(text, `yardstick ${names.size}`);
  return { name: names.get(text)!, text, values: [...values] };
}

/** Runs statements in one transaction with the scope of the organisation, all sent before the first response. */
function transactions(connectionString: string, { org, host }: Bench, userId: string) {
  const options: pg.PoolConfig & { pipeline: boolean } = {
    connectionString,
    max: concurrency,
    pipeline: true,
    options: sessionOptions(standardLimits),
  };
  const pool = new pg.Pool(options);
  const { orgId, lo, hi } = wholeScope(org.id, org.path);
  const scope = prepare(setScope, [orgId, lo, hi, userId, '{}', host]);
  const run = async (...statements: readonly pg.QueryConfig[]) => {
    const connection = await pool.connect();
    try {
      const { stream } = (connection as pg.PoolClient & { connection: { stream: Duplex } }).connection;
      stream.cork();
      const pending = [{ text: 'begin' }, scope, ...statements, { text: 'commit' }].map((one) => connection.query(one));
      stream.uncork();
      const results = (await Promise.all(pending)).slice(2, -1);
      if (results.some(({ rowCount }) => rowCount === 0)) throw new Error('a yardstick found no row');
    } finally {
      connection.release();
    }
  };
  return { run, close: () => pool.end() };
}

const setScope = `
  select set_config('app.org', $1, true), set_config('app.lo', $2, true), set_config('app.hi', $3, true),
         set_config('app.user', $4, true), set_config('app.hidden', $5, true), set_config('app.host', $6, true)`;

function inTurn<T>(items: readonly T[]): () => T {
  let count = 0;
  return () => items[count++ % items.length]!;
}

async function withOwner<T>(ownerUrl: string, read: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: ownerUrl });
  await connection.connect();
  try {
    return await read(connection);
  } finally {
    await connection.end();
  }
}

/** Words that 0.15 to 1% of the users have in a searched field. */
async function searchTerms(connection: pg.Client, orgId: string): Promise<string[]> {
  const { rows } = await connection.query<{ word: string }>(
    `with found as (select search_text from users where org_id = $1 and deleted_date is null),
          bounds as (select 0.0015 * count(*) as least, 0.01 * count(*) as most from found),
          words as (select word from found, regexp_split_to_table(search_text, ' ') word where word ~ '^[a-z]{4,}$'
                     group by word having count(*) between (select least from bounds) and (select most from bounds))
     select word from words, bounds
      where (select count(*) from users where org_id = $1 and deleted_date is null and search_text like '%' || word || '%') between least and most
      order by md5(word) limit $2`,
    [orgId, termCount],
  );
  if (rows.length === 0) throw new Error('no word is borne by 0.15 to 1% of the users');
  return rows.map(({ word }) => word);
}

/** The ids of a node and of all above it. */
async function pathOf(connection: pg.Client, nodeId: string): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    `select n.id from nodes n join nodes leaf on leaf.id = $1 and leaf.org_id = n.org_id
      where n.tpath = any(path_prefixes(leaf.tpath)) order by n.tpath`,
    [nodeId],
  );
  return rows.map(({ id }) => id);
}
