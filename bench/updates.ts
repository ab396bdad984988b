import type { User, UserInput } from '@storeward/contract/users';
import pg from 'pg';
import { insertAudit } from '../api/src/audit/queries.ts';
import { newId } from '../api/src/platform/ids.ts';
import { filledIn } from '../api/src/users/one-user.ts';
import { updateUser } from '../api/src/users/queries.ts';
import { caller, load } from './load.ts';
import { atOnce, type Bench, inTurn, optionsFor, type Row, tokenOf } from './rows.ts';
import { type Statement, statementsOf, wholeScope } from './statements.ts';

/** As many people as are changed in turn, so that nobody waits for another change of the same one. */
const crowd = 64;

/** Changing one user, with the entry in the history, against the two statements alone in a transaction of their own. */
export async function updateRows(bench: Bench): Promise<Row[]> {
  const { port, ownerUrl, host, org, seconds } = bench;
  const { ask, close } = caller(port, host);
  const headers = { authorization: `Bearer ${await tokenOf(bench)}`, 'content-type': 'application/json' };
  const got = async <T>(path: string) => (JSON.parse(await ask({ path, headers })) as { result: T }).result;
  const listed = await got<{ id: string }[]>(`/user-management/users?size=${crowd}&sort=name:asc`);
  const people = await Promise.all(listed.map(({ id }) => got<User>(`/user-management/users/${id}`)));
  let turn = 0;
  const throughTheDoor = () => {
    turn += 1;
    const person = people[turn % people.length]!;
    const body = { ...filledIn(person), lastName: `Changed ${turn}` };
    return ask({ path: `/user-management/users/${person.id}`, method: 'PUT', headers, body: JSON.stringify(body) });
  };

  const pool = new pg.Pool({ connectionString: ownerUrl, max: atOnce, options: optionsFor(org) });
  const whole = wholeScope(org.id, org.path);
  const alone: Statement[][] = [];
  for (const person of people) {
    alone.push(
      await statementsOf(async (db) => {
        await updateUser(db, whole, person.id, filledIn(person) as UserInput, {
          userId: person.id,
          version: undefined,
        });
        await insertAudit(db, whole, { address: '127.0.0.1' } as never, {
          action: 'user.updated',
          entity: 'user',
          entityId: person.id,
          tpath: org.path,
          actorId: person.id,
          before: { lastName: 'Changed 1' },
          after: { lastName: 'Changed 2' },
        });
      }),
    );
  }
  const twoStatements = async () => {
    turn += 1;
    const [update, insert] = alone[turn % alone.length]!;
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
  const measured = await inTurn(
    async () => (await load(throughTheDoor, { atOnce, seconds })).perSecond,
    async () => (await load(twoStatements, { atOnce, seconds })).perSecond,
  );
  await pool.end();
  close();
  return [{ work: 'update one user, with audit', ...measured, unit: '/s', budget: 0.15 }];
}
