import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestNode,
  type TestUser,
  createClient,
} from './builders.ts';
import { countsOf, importsAt, nodeImportUrl, toCsv } from './imports.ts';
import { startTestServer } from './server.ts';
import { runBulkChange, userBulkUrl, waitForBulkRun } from './user-bulk.ts';

const server = await startTestServer();
const imports = importsAt('/user-management/users/import');
const nodeImports = importsAt(nodeImportUrl);
/** Fewer than a batch of a run, and far more than a run has different statements. */
const setSize = 60;
let org: TestNode;
let stores: TestNode[];
let admin: ApiClient;
let roleIds: string[];

beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  org = await createOrganisation(server, { slug: 'sets' });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY', code: 'C-1' });
  await createNode(server, { parent: company, nodeType: 'TRADING_REGION', code: 'R-1' });
  const [first, second] = ['S-1', 'S-2'].map((code) =>
    createNode(server, { parent: company, nodeType: 'STORE', code }),
  );
  stores = await Promise.all([first!, second!]);
  roleIds = [];
  for (const name of ['Till', 'Stock'])
    roleIds.push(
      await createRole(server, {
        organisation: org,
        rights: ['om_dashboard'],
        name,
        name_norm: name.toLowerCase(),
      }),
    );
  admin = await createClient(server, await createUser(server, { node: org }));
});

async function createClerks(overrides = {}): Promise<TestUser[]> {
  const clerks: TestUser[] = [];
  for (let index = 0; index < setSize; index += 1)
    clerks.push(await createUser(server, { node: stores[0]!, roleId: roleIds[0]!, ...overrides }));
  return clerks;
}

/** Fails if a statement is sent about once per record; sending the queued mails is not counted. */
async function expectNoRepetition(work: () => Promise<unknown>): Promise<void> {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const counts = new Map<string, number>();
  for (const [statement] of queries.mock.calls) {
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text;
    if (!/^(begin|commit|rollback)$|record_mail_|claim_queued_mails|discard_expired_mail|clock_offset/.test(text))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  queries.mockRestore();
  expect([...counts].filter(([, times]) => times > setSize / 3)).toEqual([]);
}

describe('a run over many users repeats no statement for each user', () => {
  test.each([
    ['disabling', 'disable', {}],
    ['enabling users without a password', 'enable', { status: false, password_hash: null, manual_password: false }],
    ['sending reset links', 'sendReset', {}],
    ['changing the role', 'changeRole', {}],
    ['moving', 'move', {}],
  ])('when %s in bulk and taking it back', async (_what, action, overrides) => {
    const ids = (await createClerks(overrides)).map(({ id }) => id);
    const request = {
      action,
      ids,
      ...(action === 'changeRole' && { roleId: roleIds[1] }),
      ...(action === 'move' && { nodeId: stores[1]!.id }),
    };
    let runId = '';
    await expectNoRepetition(async () => {
      const run = await runBulkChange(admin, request);
      expect(run).toMatchObject({ state: 'done', updated: setSize });
      runId = run.id;
    });
    if (action === 'sendReset') return;
    await expectNoRepetition(async () => {
      await admin.put(`${userBulkUrl}/${runId}/undo`);
      expect(await waitForBulkRun(admin, runId)).toMatchObject({ undone: setSize });
    });
  });

  test('when a file creates users, changes their addresses and status, and is taken back', async () => {
    const newRows = Array.from({ length: setSize }, (_, index) => ({
      userName: `filed.${index}`,
      firstName: 'Ada',
      lastName: `Filed ${index}`,
      emailId: `filed.${index}@mail.example`,
      roleName: 'Till',
      nodeCode: 'S-1',
      language: 'en',
      timeZone: 'Europe/London',
      status: '',
    }));
    const changedRows = newRows.map((row, index) => ({
      ...row,
      emailId: `moved.${index}@mail.example`,
      nodeCode: 'S-2',
      status: 'disabled',
    }));
    for (const [rows, counts] of [
      [newRows, [setSize, 0, 0, 0]],
      [changedRows, [0, setSize, 0, 0]],
    ] as const) {
      const checked = await imports.uploadAndCheck(admin, toCsv(rows));
      await expectNoRepetition(async () => {
        expect(countsOf(await imports.runToEnd(admin, checked))).toEqual(counts);
      });
      if (counts[1] === 0) continue;
      await expectNoRepetition(async () => {
        expect(await imports.runToEnd(admin, checked, 'undo')).toMatchObject({ undone: setSize });
      });
    }
  });
});

test('a file that creates and changes many places repeats no statement for each place', async () => {
  const newRows = Array.from({ length: setSize }, (_, index) => ({
    code: `N-${index}`,
    name: `New ${index}`,
    type: 'STORE',
    parentCode: 'R-1',
    status: '',
  }));
  for (const [rows, counts] of [
    [newRows, [setSize, 0, 0, 0]],
    [newRows.map((row) => ({ ...row, name: `${row.name} again`, status: 'disabled' })), [0, setSize, 0, 0]],
  ] as const) {
    const checked = await nodeImports.uploadAndCheck(admin, toCsv(rows));
    await expectNoRepetition(async () => {
      expect(countsOf(await nodeImports.runToEnd(admin, checked))).toEqual(counts);
    });
  }
});
