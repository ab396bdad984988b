import { expect, test } from 'vitest';
import { platformNode } from '../../../../test/builders.ts';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../ids.ts';

const testServer = await startTestServer();

test('the platform has its own root node, which no organisation can imitate', async () => {
  await expect(
    testServer.query(
      `insert into nodes (id, org_id, tpath, node_type, name, name_norm, code, code_norm, search_text) select $1, $1, 'zz.', 'GLOBAL', 'x', 'x', 'x', 'x', 'x'`,
      [newId()],
    ),
  ).rejects.toThrow(/node_one_global/);
  expect(platformNode.tpath).toBe(
    (await testServer.query(`select tpath from nodes where node_type = 'GLOBAL'`))[0]!['tpath'],
  );
});
