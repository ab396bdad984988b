import type { User } from '@storeward/contract/users';
import type { UserInput } from '@storeward/contract/users/user-input';
import pg from 'pg';
import { insertAudit } from '../api/src/audit/queries.ts';
import { newId } from '../api/src/platform/database/ids.ts';
import { pickUserInput } from '../api/src/users/user-mapper.ts';
import { updateUsers } from '../api/src/users/commands/change-queries.ts';
import { client, load } from './load.ts';
import { concurrency, type Bench, measureAlternately, optionsFor, type Row, tokenOf } from './rows.ts';
import { type Statement, statementsOf, wholeScope } from './statements.ts';

/** Number of users changed in turn, large enough that no two concurrent updates hit the same row. */
const userCount = 64;

/** Users and a request that changes one of them in turn, with its last name. */
export async function userUpdates(bench: Bench): Promise<{
  users: readonly User[];
  update: () => Promise<string>;
  close: () => void;
}> {
  const { send, close } = client(bench.port, bench.host);
  const headers = { authorization: `Bearer ${await tokenOf(bench)}`, 'content-type': 'application/json' };
  const get = async <T>(path: string) => (JSON.parse(await send({ path, headers })) as { result: T }).result;
  const listed = await get<{ id: string }[]>(`/user-management/users?size=${userCount}&sort=name:asc`);
  const users = await Promise.all(listed.map(({ id }) => get<User>(`/user-management/users/${id}`)));
  let updates = 0;
  const update = () => {
    updates += 1;
    const user = users[updates % users.length]!;
    const body = { ...pickUserInput(user), lastName: `Changed ${updates}` };
    return send({ path: `/user-management/users/${user.id}`, method: 'PUT', headers, body: JSON.stringify(body) });
  };
  return { users, update, close };
}

/** Updating one user with its audit entry, against the two statements alone in one transaction. */
export async function updateRows(bench: Bench): Promise<Row[]> {
  const { ownerUrl, org, seconds } = bench;
  const { users, update: updateOverHttp, close } = await userUpdates(bench);
  const pool = new pg.Pool({ connectionString: ownerUrl, max: concurrency, options: optionsFor(org) });
  const scope = wholeScope(org.id, org.path);
  const baselines: Statement[][] = [];
  for (const user of users) {
    baselines.push(
      await statementsOf(async (db) => {
        const { dateOfBirth, communicationEmail, communicationPush, communicationSms, shortName, dashboardAccess } =
          user;
        const personal = {
          dateOfBirth,
          communicationEmail,
          communicationPush,
          communicationSms,
          shortName,
          dashboardAccess,
        };
        const row = {
          id: user.id,
          userName: user.userName,
          input: pickUserInput(user) as UserInput,
          personal,
          node: null,
          removedSecrets: [],
        };
        await updateUsers(db, scope, [row], { by: user.id, needsTime: true });
        await insertAudit(db, scope, { address: '127.0.0.1' } as never, {
          action: 'user.updated',
          entity: 'user',
          entityId: user.id,
          tpath: org.path,
          actorId: user.id,
          before: { lastName: 'Changed 1' },
          after: { lastName: 'Changed 2' },
        });
      }),
    );
  }
  let updates = 0;
  const updateInDatabase = async () => {
    updates += 1;
    const [update, insert] = baselines[updates % baselines.length]!;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({ name: 'update', text: update!.text, values: [...update!.values] });
      const [, ...rest] = insert!.values;
      await client.query({ name: 'insert', text: insert!.text, values: [newId(), ...rest] });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  const measured = await measureAlternately(
    async () => (await load(updateOverHttp, { concurrency, seconds })).perSecond,
    async () => (await load(updateInDatabase, { concurrency, seconds })).perSecond,
  );
  await pool.end();
  close();
  return [{ work: 'update one user, with audit entry', ...measured, unit: '/s', budget: 0.15 }];
}
