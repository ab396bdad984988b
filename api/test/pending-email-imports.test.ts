import { beforeAll, expect, test } from 'vitest';
import { createClient, createNode, createOrganisation, createUser, type TestUser } from './builders.ts';
import { importsAt, toCsv } from './imports.ts';
import { queuedMails } from './mails.ts';
import { enterEmail } from './pending-emails.ts';
import { emailOf } from './recovery.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
const { importFile, runToEnd } = importsAt('/user-management/users/import');
const org = await createOrganisation(server);
const store = await createNode(server, { parent: org, nodeType: 'STORE' });
const admin = await createClient(server, await createUser(server, { node: org }));
const replacement = 'filed@mail.example';

beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

const createActiveUser = () => createUser(server, { node: store, rights: [], last_active: '2026-01-01' });
const fileAddress = ({ userName }: TestUser, emailId: string) => importFile(admin, toCsv([{ userName, emailId }]));
const addressesOf = async ({ id }: TestUser) => {
  const [row] = await server.query('select email_id, pending_email from users where id = $1', [id]);
  return [row!['email_id'], row!['pending_email']];
};

test('an address in a file is pending like one in the form, and undoing the file withdraws it', async () => {
  const user = await createActiveUser();
  const run = await fileAddress(user, replacement);
  expect(await addressesOf(user)).toEqual([emailOf(user), replacement]);
  expect((await queuedMails(server, user)).map(({ to }) => to).toSorted()).toEqual(
    [replacement, emailOf(user)].toSorted(),
  );
  // an export sent back has the address that counts
  await fileAddress(user, emailOf(user));
  expect(await addressesOf(user)).toEqual([emailOf(user), replacement]);
  await runToEnd(admin, run, 'undo');
  expect(await addressesOf(user)).toEqual([emailOf(user), null]);
});

test('undoing a file proposes the pending address again that the file has replaced', async () => {
  const user = await createActiveUser();
  await enterEmail(admin, user, 'form@mail.example');
  const run = await fileAddress(user, replacement);
  expect(await addressesOf(user)).toEqual([emailOf(user), replacement]);
  await runToEnd(admin, run, 'undo');
  expect(await addressesOf(user)).toEqual([emailOf(user), 'form@mail.example']);
});
