import { expect, test } from 'vitest';
import { createOrganisation } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const testServer = await startTestServer();

test('a batch of entries of several organisations continues the chain of each in the order of their times', async () => {
  const others = [await createOrganisation(testServer), await createOrganisation(testServer)];
  await testServer.query('select extend_audit_chain(10000)');
  const add = (batch: number) =>
    testServer.query(
      `insert into audit (id, org_id, tpath, at, action, entity, entity_id, address, reason)
       select gen_random_uuid(), o.id, '', now() + make_interval(secs => 10 * $2 + i), 'node.updated', 'node', o.id, '', $2 || ' ' || i
         from generate_series(1, 9) i, lateral (select ($1::uuid[])[1 + i % 2] as id) o order by i desc`,
      [others.map(({ id }) => id), batch],
    );
  for (const batch of [1, 2]) {
    await add(batch);
    await testServer.query('select extend_audit_chain(4)');
    await testServer.query('select extend_audit_chain(10000)');
  }
  for (const { id } of others) {
    const chain = await testServer.query<{ position: string; isInOrder: boolean; isRight: boolean }>(
      `select s.position, a.at > lag(a.at, 1, '-infinity') over w as "isInOrder",
              s.hash = audit_hash(s.version, coalesce(lag(s.hash) over w, ''), a) as "isRight"
         from audit_chain s join audit a on a.id = s.audit_id where s.org_id = $1 window w as (order by s.position) order by s.position`,
      [id],
    );
    expect(chain.length).toBeGreaterThan(8 - 1);
    expect(chain).toEqual(chain.map((_, index) => ({ position: String(index + 1), isInOrder: true, isRight: true })));
  }
});
