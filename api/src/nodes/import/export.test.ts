import { csvLine } from '@storeward/contract/csv';
import { nodeColumns } from '@storeward/contract/nodes/node-import';
import { expect, test } from 'vitest';
import { type ApiClient, createClient, createUser, type TestNode } from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';
import { createSmallTree } from '../../../test/small-tree.ts';

const server = await startTestServer();

/** More stores than a part of the file has, whose codes sort between those of other parents. */
const insertStores = (parent: TestNode, prefix: string, count: number) =>
  server.query(
    `insert into nodes (id, org_id, parent_id, tpath, node_type, name, name_norm, code, code_norm, search_text, city, country, region)
     select gen_random_uuid(), $1, $2, $3 || node_label(nextval('node_labels')) || '.', 'STORE', 'Store "' || x || '"', 'store "' || x || '"',
            $4 || '-' || x, lower($4) || '-' || x, 'store ' || x, case when x % 3 = 0 then 'Leeds, ' || x end, 'GB', '{REST_OF_WORLD,CHINA}'
       from generate_series(1, $5) x`,
    [parent.orgId, parent.id, parent.tpath, prefix, count],
  );

/** The lines of the nodes below these paths, as they are stored. */
async function storedLines(paths: readonly string[]): Promise<string[]> {
  const rows = await server.query<Record<string, string>>(
    `select n.node_type as type, n.code, n.name, p.code as "parentCode", array_to_string(n.region, '|') as region, n.street, n.city, n.state,
            n.post_code as "postCode", n.country, n.time_zone as "timeZone", n.latitude::text, n.longitude::text,
            n.phone_number as "phoneNumber", n.email_id as "emailId", case when n.status then 'enabled' else 'disabled' end as status
       from nodes n join nodes p on p.id = n.parent_id
      where exists (select from unnest($1::text[]) path where starts_with(n.tpath, path) and n.tpath <> path)`,
    [paths],
  );
  return rows.map((row) => csvLine(nodeColumns.map(({ name }) => row[name])));
}

const exportedLines = async (client: ApiClient) => {
  const { status, text, headers } = await client.get('/node-management/export');
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="Structure.csv"',
  ]);
  expect(text.startsWith('\uFEFF')).toBe(true);
  const [head, ...lines] = text.slice(1).match(/[^\n]+\n/g) ?? [];
  expect(head).toBe(csvLine(nodeColumns.map(({ name }) => name)));
  return lines;
};

test('a node export of several parts has each stored node once, below its parent, and its audit entry their number', async () => {
  const { org, region, south, admin } = await createSmallTree(server);
  await insertStores(region, 'K', 1_003);
  await insertStores(south, 'B', 601);
  const lines = await exportedLines(admin);
  expect(lines.toSorted()).toEqual((await storedLines([org.tpath])).toSorted());
  const [root] = await server.query<{ code: string }>('select code from nodes where id = $1', [org.id]);
  const seen = new Set([root!.code]);
  for (const line of lines) {
    const [, code, name, parentCode] = line.split(',');
    expect(seen.has(parentCode!) ? '' : `${name} comes before its parent`).toBe('');
    seen.add(code!);
  }
  const [entry] = (await admin.get('/audit?preset=exports')).body.result;
  expect(entry).toMatchObject({ action: 'node.exported', after: { rowCount: lines.length } });
});

test('a node export has no node outside the scope of the client, in any part', async () => {
  const { region, north, south } = await createSmallTree(server);
  await insertStores(region, 'K', 702);
  await insertStores(south, 'B', 702);
  const manager = await createClient(server, await createUser(server, { node: north }));
  const lines = await exportedLines(manager);
  expect(lines.toSorted()).toEqual((await storedLines([north.tpath])).toSorted());
  expect(lines.join('')).not.toContain(',B-');
});
