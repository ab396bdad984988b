import { expect, test } from 'vitest';
import { createClient, createOrganisation, createUser } from '../../test/builders.ts';
import { upload } from '../../test/imports.ts';
import { startTestServer } from '../../test/server.ts';

test('organisations take turns, however many imports one of them has, and so do the imports of one', async () => {
  const server = await startTestServer();
  // the server does not listen, so that no worker claims
  const runs: string[] = [];
  for (const count of [3, 1]) {
    const admin = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
    for (let run = 0; run < count; run += 1)
      runs.push((await upload(admin, 'type,code,name,parentCode\nSTORE,A,A,B\n')).body.result.id);
  }
  const [first, second, third, other] = runs;
  const turns: string[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const [row] = await server.query('select claim_import() as claimed');
    const { run } = JSON.parse(String(row!['claimed'])) as { run: string };
    turns.push(run);
    // as every batch does; the check of the second import ends with its first
    await server.query(
      `update import_runs set next_try = clock(), updated_date = clock(), state = case when id = $2 then 'ready' else state end
        where id = $1`,
      [run, second],
    );
  }
  expect(turns).toEqual([first, other, second, other, third, other, first]);
});
