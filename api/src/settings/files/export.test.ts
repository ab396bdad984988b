import { importLimits } from '@storeward/contract/imports';
import { expect, test, vi } from 'vitest';
import { newId } from '../../platform/database/ids.ts';
import { createClient, createNode, createOrganisation, createUser, type TestNode } from '../../../test/builders.ts';
import { sectionUrl } from '../../../test/bulk.ts';
import { startTestServer } from '../../../test/server.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('../../../test/sample-section.ts');
  return withSampleSection(await importOriginal());
});

const server = await startTestServer();

/** An organisation with two companies, each with more stores than a part of a file has. */
async function createStores(slug: string, count: number) {
  const org = await createOrganisation(server, { slug });
  const [first, second] = [
    await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'FIRST' }),
    await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'SECOND' }),
  ];
  for (const [parent, prefix] of [
    [first, 'f'],
    [second, 's'],
  ] as const)
    await server.query(
      `insert into nodes (id, org_id, parent_id, tpath, node_type, name, name_norm, code, code_norm, search_text)
       select gen_random_uuid(), $1, $2, $3 || node_label(nextval('node_labels')) || '.', 'STORE', x::text, x::text, c, c, c
         from generate_series(10001, 10000 + $5::int) x cross join lateral (select $4 || x as c) named`,
      [org.id, parent.id, parent.tpath, prefix, count],
    );
  return { org, first, second, admin: await createClient(server, await createUser(server, { node: org })) };
}

/** Stores a value of a field at each store below a node; `value` and `mode` are SQL of the store `n` and of its number `x`. */
const storeValues = (
  below: TestNode,
  section: string,
  field: string,
  { value, mode = `'free'` }: { value: string; mode?: string },
) =>
  server.query(
    `insert into setting_values (id, org_id, node_id, tpath, section, field, value, mode)
     select gen_random_uuid(), n.org_id, n.id, n.tpath, $2, $3, ${value}, ${mode}
       from (select n.*, right(n.code, 5)::int as x from nodes n where n.tpath ^@ $1 and n.node_type = 'STORE') n`,
    [below.tpath, section, field],
  );

const linesOf = (text: string) => text.replace('\uFEFF', '').split('\r\n').slice(0, -1);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => 10_001 + index);

test('a settings export of several parts has the values of each node once, and the mode of one in its last part', async () => {
  const { org, first, admin } = await createStores('parts', 620);
  await storeValues(org, 'ebasketDisplay', 'displayName', {
    value: `to_jsonb('Basket ' || n.code)`,
    mode: `case when n.code = 's10620' then 'locked' else 'free' end`,
  });
  const columns = ['ebasketDisplay.displayName', 'ebasketDisplay.displayName.mode', 'ebasketDisplay.displayLogo'];
  const lineOf = (code: string) => `${code},${code.slice(1)},Basket ${code},${code === 's10620' ? 'locked' : 'free'},`;
  const { text } = await admin.get(sectionUrl(org, 'ebasketDisplay', '/export'));
  expect(linesOf(text)).toEqual([
    ['code', 'name', ...columns].join(','),
    ...numbers(620).map((number) => lineOf(`f${number}`)),
    ...numbers(620).map((number) => lineOf(`s${number}`)),
  ]);
  const manager = await createClient(server, await createUser(server, { node: first }));
  const { text: own } = await manager.get(sectionUrl(first, 'ebasketDisplay', '/export'));
  // the mode of a store that the manager does not see has no column either
  expect(linesOf(own)).toEqual([
    'code,name,ebasketDisplay.displayName,ebasketDisplay.displayLogo',
    ...numbers(620).map((number) => `f${number},${number},Basket f${number},`),
  ]);
  const [entry] = (await admin.get(`/audit?preset=exports&actorId=${admin.user.id}`)).body.result;
  expect(entry).toMatchObject({ action: 'setting.exported', after: { rowCount: 1_240 } });
});

test('an export of a list of several parts has each order and each operation, and none of another list or field', async () => {
  const { org, first, admin } = await createStores('lists', 510);
  await storeValues(org, 'sample', 'title', { value: `to_jsonb('Other'::text)` });
  await storeValues(first, 'sample', `reasons/${newId()}`, { value: `jsonb_build_object('action', 'hide')` });
  await storeValues(first, 'sample', 'reasons', {
    value: `case when x = 10001 then jsonb_build_object('order', (select jsonb_agg(gen_random_uuid()) from generate_series(1, 450))) else '{}' end`,
  });
  const { text } = await admin.get(sectionUrl(org, 'sample', '/export?list=reasons'));
  const [, ...lines] = linesOf(text);
  const actionsOf = (number: number) =>
    lines.filter((line) => line.startsWith(`f${number},`)).map((line) => line.split(',')[4] ?? '');
  expect(actionsOf(10_001).toSorted()).toEqual(['hide', 'order', 'order', 'order']);
  expect(actionsOf(10_510).toSorted()).toEqual(['hide', 'order']);
  expect(lines).toHaveLength(2 * 510 + 2);
});

test('a settings export of more rows than an import accepts is refused by name, before any part is sent', async () => {
  const { org, first, admin } = await createStores('many', 1);
  await server.query(
    `insert into setting_values (id, org_id, node_id, tpath, section, field, value)
     select gen_random_uuid(), $1, $2, $3, 'sample', 'reasons/' || gen_random_uuid(), '{"action":"hide"}' from generate_series(1, $4)`,
    [first.orgId, first.id, first.tpath, importLimits.rows + 1],
  );
  const { status, body } = await admin.get(sectionUrl(org, 'sample', '/export?list=reasons'));
  expect([status, body.messageCode]).toEqual([400, 'import.tooManyRows']);
});
