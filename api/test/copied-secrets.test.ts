import { beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import type { MailTransport } from '../src/platform/mail/mail-transport.ts';
import { createOrganisation, createUser, type ApiClient } from './builders.ts';
import { createChain } from './bulk.ts';
import { startMailWorker } from './mail-worker.ts';
import { createRecoveryClient, emailOf } from './recovery.ts';
import { startTestServer } from './server.ts';
import { createWebhook, deliveriesOf, startReceiver, waitOptions, webhooksUrl } from './webhooks.ts';

const server = await startTestServer({ environment: 'development' });
const receiver = await startReceiver();

test('the content of a mail is sent to the user and address it was written for, and nowhere else', async () => {
  const quiet = await startTestServer(); // does not listen, so it sends no mails itself
  const [acorn, beech] = [await createOrganisation(quiet), await createOrganisation(quiet)];
  const [ann, ben] = [await createUser(quiet, { node: acorn }), await createUser(quiet, { node: acorn })];
  const eve = await createUser(quiet, { node: beech });
  const recoveryApi = createRecoveryClient(quiet, acorn);
  await recoveryApi.sendMail((await recoveryApi.start(emailOf(ann))).body.result.userId);
  const copies = [
    { org: acorn.orgId, user: ben.id, kind: 'resetLink', to: emailOf(ann) },
    { org: beech.orgId, user: eve.id, kind: 'resetLink', to: emailOf(ann) },
    { org: acorn.orgId, user: ann.id, kind: 'resetLink', to: 'thief@mail.example' },
    { org: acorn.orgId, user: ann.id, kind: 'invitation', to: emailOf(ann) },
  ];
  for (const { org, user, kind, to } of copies)
    await quiet.query(
      `insert into mails (id, org_id, user_id, kind, to_address, encrypted_content, created_date, next_try)
       select $1, $2, $3, $4, $5, encrypted_content, clock(), clock() from mails where user_id = $6 and tries = 0 order by id limit 1`,
      [newId(), org, user, kind, to, ann.id],
    );
  const sent: string[] = [];
  const transport: MailTransport = { send: async ({ to }) => void sent.push(to) };
  const { worker, close } = startMailWorker(quiet, transport);
  worker.start();
  await vi.waitFor(async () => {
    const [state] = await quiet.query(
      `select count(*) filter (where sent_date is not null)::int as sent, count(*) filter (where last_error = 'ESEALED')::int as kept from mails`,
    );
    expect(state).toEqual({ sent: 1, kept: copies.length });
  }, waitOptions);
  await close();
  expect(sent).toEqual([emailOf(ann)]);
});

let admin: ApiClient;
let chain: Awaited<ReturnType<typeof createChain>>;
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 }); // starts the webhook worker
  chain = await createChain(server);
  ({ admin } = chain);
});

test('the secret of one webhook does not sign the messages of another', async () => {
  const [ours, theirs] = [
    await createWebhook(admin, chain.org, receiver.url),
    await createWebhook(admin, chain.org, receiver.url, { description: 'Others' }),
  ];
  const copy = `update webhooks set secret = (select secret from webhooks where id = $2) where id = $1`;
  await server.query(copy, [theirs.id, ours.id]);
  for (const { id } of [ours, theirs]) await admin.post(webhooksUrl(chain.org, `/${id}/test`));
  const lastOf = async (hook: typeof ours) => (await deliveriesOf(admin, hook))[0];
  await vi.waitFor(async () => {
    expect(await lastOf(ours)).toMatchObject({ state: 'delivered' });
    expect(await lastOf(theirs)).toMatchObject({ trouble: 'noSecret', answer: null });
  }, waitOptions);
  expect(receiver.requests.map(({ message }) => message.webhookId)).toEqual([ours.id]);
});
