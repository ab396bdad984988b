import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { createOrganisation, createUser, type TestUser, platformNode, createClient } from './builders.ts';
import { organisationFields } from './input-fields.ts';
import { startMailWorker } from './mail-worker.ts';
import { emailOf, createRecoveryClient } from './recovery.ts';
import { startTestServer, type TestServer } from './server.ts';

const waitOptions = { interval: 50 };
const stateOf = `select sent_date is not null as sent, failed_date is not null as failed, encrypted_content is null as wiped, last_error
   from mails where user_id = $1`;

describe('a mail with a link', () => {
  const deliverAfter = async (change: (testServer: TestServer, user: TestUser) => Promise<unknown>) => {
    const separateServer = await startTestServer();
    const node = await createOrganisation(separateServer);
    const user = await createUser(separateServer, { node });
    const recoveryApi = createRecoveryClient(separateServer, node);
    await recoveryApi.sendMail((await recoveryApi.start(emailOf(user))).body.result.userId);
    await change(separateServer, user);
    const sent: string[] = [];
    const mailWorker = startMailWorker(separateServer, { send: async ({ text }) => void sent.push(text) });
    mailWorker.worker.start();
    const pendingMails = async () => separateServer.query('select from mails where next_try is not null');
    await vi.waitFor(async () => expect(await pendingMails()).toEqual([]), waitOptions);
    await mailWorker.close();
    return {
      sent,
      warnings: mailWorker.warnings,
      states: async () => (await separateServer.query(stateOf, [user.id]))[0],
      rows: separateServer.query,
    };
  };

  test.for([
    ['its link expired', (testServer: TestServer) => testServer.advanceClock('31 minutes')],
    ['its link was used', (testServer: TestServer) => testServer.query('update reset_tokens set used_date = clock()')],
    [
      'the address was changed',
      (testServer: TestServer) => testServer.query('update reset_tokens set replaced_date = clock()'),
    ],
  ] as const)('is not delivered once %s', async ([, change]) => {
    const { sent, states, warnings } = await deliverAfter(change);
    expect(sent).toEqual([]);
    expect(await states()).toMatchObject({
      sent: false,
      failed: true,
      wiped: true,
      last_error: 'link over',
    });
    expect(warnings).toEqual([{ mail: expect.any(String), kind: 'resetLink' }]);
  });

  test('is delivered until its link expires, and only the latest of several is', async () => {
    expect((await deliverAfter((testServer) => testServer.advanceClock('29 minutes'))).sent).toHaveLength(1);
    const { sent, rows } = await deliverAfter(async (testServer, user) => {
      const recoveryApi = createRecoveryClient(testServer, user.node);
      await recoveryApi.sendMail((await recoveryApi.start(emailOf(user))).body.result.userId);
    });
    expect(sent).toHaveLength(1);
    const hash = createHash('sha256')
      .update(/resetPassword\/(\S+)/.exec(sent[0]!)![1]!)
      .digest();
    expect(await rows('select from reset_tokens where token_hash = $1 and replaced_date is null', [hash])).toHaveLength(
      1,
    );
  });

  test('is not delivered after its expiry if it is an invitation', async () => {
    const separateServer = await startTestServer();
    const platformAdmin = await createClient(separateServer, await createUser(separateServer, { node: platformNode }));
    const administrator = { firstName: 'A', lastName: 'B', userName: 'ann', emailId: 'ann@mail.example' };
    const body = { ...organisationFields(), nodeType: 'organization', administrator };
    expect((await platformAdmin.post('/node-management/node', body)).status).toBe(200);
    await separateServer.advanceClock('7 days 1 minute');
    const sent: unknown[] = [];
    const { worker, close: end } = startMailWorker(separateServer, {
      send: async (message) => void sent.push(message),
    });
    worker.start();
    const pendingMails = async () =>
      separateServer.query(`select from mails where next_try is not null and kind = 'invitation'`);
    await vi.waitFor(async () => expect(await pendingMails()).toEqual([]), waitOptions);
    await end();
    expect(sent).toEqual([]);
  });
});
